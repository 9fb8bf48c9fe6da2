# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""A real suite that is not ours, gated by CTest on a machine with load: Abseil's benchmark of ASCII functions, from Debian's
source package. Ten runs of equal code raise no alarm, and a planted slowdown of 10 % fails exactly its own tests.

ABSEIL names a folder with Abseil's sources; without it they are fetched. Exit status 77: there are none to be had."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL, FOLDER = os.environ["TOOL"], Path(os.environ["FOLDER"])
FILTER = r"^(BM_StrTo(Lower|Upper)/(512|4096)|BM_Ascii<(std::(isalpha|toupper)|absl::ascii_is(alpha|alnum))>)$"
OTHERS, SLOWER = FILTER.replace("(Lower|Upper)", "(Lower)"), "^BM_StrToUpper/(512|4096)$"
# Each beside one of its kind: what shares the core moves the ratio of a loop of look-ups to a loop of vectors by half.
REFERENCES = {"BM_Ascii<std::isalpha>": "BM_Ascii<std::toupper>", "BM_Ascii<absl::ascii_isalpha>": "BM_Ascii<absl::ascii_isalnum>",
              "BM_StrToLower/4096": "BM_StrToLower/512", "BM_StrToUpper/512": "BM_StrToLower/512",
              "BM_StrToUpper/4096": "BM_StrToLower/512"}
PLANTED = {"planted.BM_StrToUpper/512", "planted.BM_StrToUpper/4096"}
CALL = "    benchmark::DoNotOptimize(absl::AsciiStrToUpper(s));\n"
PLANT = CALL + "#ifdef PLANTED\n    if (++calls % 10 == 0) benchmark::DoNotOptimize(absl::AsciiStrToUpper(s));\n#endif\n"
RUNS = 10
# Of finding the ratios that floors are made of.
PASSES = 4


def fetched():
    """Abseil's sources, by apt's own client with lists of its own."""
    apt = FOLDER / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "list").write_text("deb-src http://deb.debian.org/debian bookworm main\n")
    options = ["-o", f"Dir::Etc::SourceList={apt}/list", "-o", "Dir::Etc::SourceParts=/dev/null", "-o",
               f"Dir::State::Lists={apt}/lists", "-o", f"Dir::Cache={apt}/cache"]
    try:
        for words in (["update"], ["source", "--download-only", "abseil"]):
            subprocess.run(["apt-get", *options, *words], cwd=FOLDER, check=True, capture_output=True, timeout=300)
        archive = next(FOLDER.glob("abseil_*.orig.tar.*"))
        subprocess.run(["tar", "-xf", archive.name], cwd=FOLDER, check=True)
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        print(f"skipped: no sources of Abseil: {error}; ABSEIL may name a folder that has them")
        sys.exit(77)
    return next(FOLDER.glob("abseil-*/"))


def project(abseil, folder):
    source = (abseil / "absl/strings/ascii_benchmark.cc").read_text()
    assert source.count(CALL) == 1, "Abseil's benchmark is another one now"
    (folder / "ascii_benchmark.cc").write_text("static int calls = 0;\n" + source.replace(CALL, PLANT))
    (folder / "floors.json").write_text('{"schema": "tickbench-floors/1", "floors": [{"device": "none", "benchmark": ".*", '
                                        '"metric": "cpu_time", "at_most": 1}]}')
    (folder / "CMakeLists.txt").write_text(f"""
        cmake_minimum_required(VERSION 3.25)
        project(abseil LANGUAGES CXX)
        enable_testing()
        find_package(benchmark REQUIRED)
        include([==[{os.environ["MODULE"]}]==])
        foreach(name equal planted)
          add_executable(${{name}} ascii_benchmark.cc [==[{abseil}/absl/strings/ascii.cc]==])
          target_include_directories(${{name}} PRIVATE [==[{abseil}]==])
          target_link_libraries(${{name}} PRIVATE benchmark::benchmark_main)
        endforeach()
        target_compile_definitions(planted PRIVATE PLANTED)
        set(call PLAIN FLOORS floors.json PROPERTIES TIMEOUT 900)
        tickbench_discover_tests(equal ${{call}} TEST_PREFIX equal. TEST_FILTER [==[{FILTER}]==])
        tickbench_discover_tests(planted ${{call}} TEST_PREFIX planted. TEST_FILTER [==[{OTHERS}]==])
        # The noise of a busy machine takes many turns.
        tickbench_discover_tests(planted ${{call}} TEST_PREFIX planted. TEST_FILTER [==[{SLOWER}]==]
                                 EXTRA_ARGS --tickbench_budget=600)
        """)
    build = folder / "build"
    call("cmake", "-S", folder, "-B", build, "-DCMAKE_BUILD_TYPE=Release", f"-DTICKBENCH_TOOL={TOOL}")
    call("cmake", "--build", build)
    return build


def call(*command):
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if result.returncode != 0:
        sys.exit(f"{command}: {result.stdout}")
    return result.stdout


def pattern(text):
    return re.sub(r"([\\.+*?()\[\]{}|^$])", r"\\\1", text)


def floors(ratios, **members):
    return {"schema": "tickbench-floors/1", "floors": [
        {"device": ".*", "benchmark": pattern(name), "metric": "ratio", "of": "cpu_time", "to": REFERENCES[name],
         "at_most": ratio, **members}
        for name, ratio in ratios.items()]}


def measured(program, folder, name, ratio, budget):
    """The ratio, judged by the one that is given: where it is close to that it is sampled for all of the budget."""
    (folder / "first.json").write_text(json.dumps(floors({name: ratio}, tolerance=0)))
    result = subprocess.run([TOOL, "check", program, "--json", f"--floors={folder}/first.json", f"--budget={budget}",
                             f"--benchmark={name}"], text=True, stdout=subprocess.PIPE, check=False)
    return json.loads(result.stdout)[0]["floors"]["judged"][0]


def settled(program, folder, name):
    """The ratio by all of the budget. What is clear at once is clear since the ratio before it was off."""
    ratio = measured(program, folder, name, 1e6, 5)["value"]
    for _ in range(PASSES):
        judged = measured(program, folder, name, ratio, 40)
        ratio = judged["value"]
        # Some values of a busy machine are as clear about nothing.
        is_known = judged["high"] < 1.1 * judged["low"]
        if is_known and judged["verdict"] == "inconclusive":
            break
    if not is_known:
        sys.exit(f"{name}: the ratio to {REFERENCES[name]} is not known to 10 % by {PASSES} times 40 s: {judged}")
    return ratio


def failures(build, prefix):
    result = subprocess.run(["ctest", "--test-dir", build, "-R", f"^{prefix}", "--output-on-failure"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    found = re.findall(r"Test +#\d+: (\S+) \.*\s*(\**\w+)", result.stdout)
    if len(found) != 8:
        sys.exit(f"expected 8 tests, found:\n{result.stdout}")
    return {name for name, state in found if state != "Passed"}, result.stdout


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    abseil = Path(os.environ["ABSEIL"]) if os.environ.get("ABSEIL") else fetched()
    # As many as there are processors: each measurement shares one with something else. Where it does so already, none.
    count = os.cpu_count() or 1
    busy = os.getloadavg()[0] > count
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(0 if busy else count)]
    print(f"load {os.getloadavg()[0]:.1f} on {count} processors, and {len(load)} more processes", flush=True)
    wrong = []
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            build = project(abseil, folder)
            names = call(TOOL, "check", build / "equal", "--list", "--", f"--benchmark_filter={FILTER}").splitlines()
            ratios = {one: settled(build / "equal", folder, one) for one in names if one in REFERENCES}
            print("ratios", ratios, flush=True)
            (folder / "floors.json").write_text(json.dumps(floors(ratios)))
            call("cmake", "--build", build)
            for number in range(RUNS):
                failed, out = failures(build, "equal")
                print(f"equal code, run {number + 1}: {sorted(failed) or 'no alarm'}", flush=True)
                if failed:
                    wrong.append(out)
            failed, out = failures(build, "planted")
            print(f"10 % slower: {sorted(failed)}", flush=True)
            if failed != PLANTED:
                wrong.append(f"expected {sorted(PLANTED)} to fail, found:\n{out}")
    finally:
        for process in load:
            process.kill()
            process.wait()
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
