# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs that are not ours, before and after tickbench/timer.hpp: uVkCompute's benchmarks and Boost.Compute's performance
programs. Each is edited as its author would, the edit is counted, both programs are built and run, and their times are printed
side by side. A ported row without a sound time fails.

    foreign_test.py uvkcompute|boost_compute

UVKCOMPUTE names a checkout of github.com/google/uVkCompute with its submodule SPIRV-Reflect, BOOST_COMPUTE one of
github.com/boostorg/compute, at the commits below. PACKAGE is the folder of tickbenchConfig.cmake. Exit status 77: a checkout, or
what it needs (glslc and Abseil; boost_program_options and boost_timer), is not here."""

import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE, HERE = os.environ["PACKAGE"], Path(__file__).resolve().parent
COMMITS = {"uvkcompute": "d1a01d49f39ddd8f673d15f83ebe8b65cd826a75", "boost_compute": "cf7907574d6159cd43e6cf687a7b656278c61dd0"}
MOST_LINES = 10  # a benchmark
BENCHMARKS = {"argmax/one_workgroup_argmax_main.cc": "one_workgrop_argmax",
              "memory/copy_storage_buffer.cc": "copy_storage_buffer",
              "reduction/one_workgroup_reduce_main.cc": "one_workgroup_reduce"}
ROWS = r"elements=(4096|65536)/.*loop/|PerThread.(4|16)./Bytes.1048576."
PROGRAMS = ("saxpy", "exclusive_scan", "accumulate", "sort")
SIZE = 1 << 20


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def call(*words, **options):
    done = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False, timeout=1500, **options)
    assert done.returncode == 0, f"{words}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def checkout(name):
    folder = Path(os.environ.get(name.upper()) or skip(f"{name.upper()} names no checkout"))
    found = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], text=True, capture_output=True, check=False).stdout.strip()
    if found != COMMITS[name]:
        skip(f"expected {folder} at {COMMITS[name]}, found '{found}'")
    return folder


def edited(path, *edits):
    """Makes each edit once, and returns the lines that it added and removed."""
    before = after = path.read_text()
    for old, new in edits:
        after, count = re.subn(old, new, after, flags=re.DOTALL)
        assert count == 1, f"{path}: found {count} times: {old}"
    path.write_text(after)
    lines = [line[0] for line in difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")][2:]
    return lines.count("+"), lines.count("-")


def show_edits(edits):
    for path, (added, removed) in edits.items():
        print(f"{path}: +{added} -{removed}")
    print()


# Their own time stamps, and what they do with the three kinds of time, give way to the loop.
LOOP = (r"  std::unique_ptr<::uvkc::vulkan::TimestampQueryPool> query_pool;.*?"
        r"(    cmdbuf->BindPipelineAndDescriptorSets\([^;]*;\n).*?(    cmdbuf->Dispatch\([^;]*;\n).*?"
        r"    BM_CHECK_OK\(cmdbuf->Reset\(\)\);\n  }\n")
TIMED = r"""  BM_CHECK_OK_AND_ASSIGN(auto cmdbuf, device->AllocateCommandBuffer());
  BM_CHECK_OK(cmdbuf->Begin());
  for (auto _ : tickbench::timed(state, device->UserQueue(*cmdbuf))) {
\1\2    cmdbuf->DispatchBarrier();
  }
"""
USER_QUEUE = """  tickbench::vulkan::UserQueue UserQueue(const CommandBuffer &commands) const {
    return {physical_device_, device_, queue_, queue_family_index_,
            commands.command_buffer()};
  }

 private:
  Device("""


def port_uvkcompute(folder):
    edits = {"CMakeLists.txt": edited(
        folder / "CMakeLists.txt", ("CXX_STANDARD 17", "CXX_STANDARD 20"),
        (r"add_subdirectory\(third_party\)\n", "add_subdirectory(third_party)\nfind_package(tickbench REQUIRED)\n"
         "link_libraries(tickbench::tickbench benchmark::benchmark)\n"))}
    edits["uvkc/vulkan/device.h"] = edited(
        folder / "uvkc/vulkan/device.h", (r" private:\n  Device\(", USER_QUEUE),
        (r'#include "absl/status/statusor.h"\n', '#include "absl/status/statusor.h"\n#include "tickbench/timer.hpp"\n'))
    for path in BENCHMARKS:
        edits[path] = edited(folder / "benchmarks" / path, (LOOP, TIMED))
        if "copy" in path:
            edited(folder / "benchmarks" / path, (r"  \*avg_latency_seconds = total_seconds / state.iterations\(\);\n", ""))
        assert edits[path][0] <= MOST_LINES, edits
    return edits


def build_uvkcompute(folder, glslc):
    """With packages in the place of most of its submodules."""
    edited(folder / "CMakeLists.txt",
           (r"include\(AbseilConfigureCopts\)", "find_package(absl REQUIRED)\nfind_package(benchmark REQUIRED)\n"
            "link_libraries(absl::statusor)"))
    (folder / "third_party/CMakeLists.txt").write_text("add_subdirectory(renderdoc)\n")
    call("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-w",
         f"-DVulkan_GLSLC_EXECUTABLE={glslc}", f"-Dtickbench_DIR={PACKAGE}")
    call("cmake", "--build", folder / "build", "--target", *BENCHMARKS.values())


def rows_of(folder, *flags):
    rows = {}
    for name in BENCHMARKS.values():
        program = next(path for path in (folder / "build").rglob(name) if path.is_file())
        found = json.loads(call(program, "--benchmark_format=json", f"--benchmark_filter={ROWS}", *flags))
        for row in found["benchmarks"]:
            rows[name + row["name"][row["name"].index("/"):].removesuffix("/manual_time")] = row
    return rows


def uvkcompute():
    sources, glslc = checkout("uvkcompute"), shutil.which("glslc") or skip("glslc is not here")
    if not any((sources / "third_party/SPIRV-Reflect").iterdir()):
        skip("the submodule SPIRV-Reflect is not checked out")
    with tempfile.TemporaryDirectory(dir=os.environ.get("FOLDER")) as base:
        folders = [Path(base, side) for side in ("before", "after")]
        for folder in folders:
            shutil.copytree(sources, folder, ignore=shutil.ignore_patterns(".git", "abseil-cpp"))
        show_edits(port_uvkcompute(folders[1]))
        for folder in folders:
            build_uvkcompute(folder, glslc)
        mode = "--latency_measure_mode="
        submit = rows_of(folders[0], mode + "system_submit", "--benchmark_min_time=0.1")
        stamps = rows_of(folders[0], mode + "gpu_timestamp", "--benchmark_min_time=0.1")
        timed = rows_of(folders[1])
    assert timed and timed.keys() == submit.keys() == stamps.keys(), (timed.keys(), submit.keys())
    print(f"{'us':68}{'submit and wait':>16}{'own stamps':>12}{'timed':>10}  held noise")
    for name, row in timed.items():
        assert not row.get("error_occurred"), row
        print(f"{name:68}{submit[name]['real_time']:16.1f}{stamps[name]['real_time']:12.1f}{row['real_time']:10.1f}"
              f"  {row['held']:4.0f} {row['noise']:.1%}  {row.get('label', '')}")
        assert row["real_time"] > 0 and (row["held"] == 1 or "its body is long" in row["label"]), row


PROFILING = (r"(\w[\w:]*)command_queue queue\(context, device\);",
             r"\1command_queue queue(context, device, \1command_queue::enable_profiling);")
PRINTS = r'(    std::cout << "time: " << t(?:.min_time\(\))? / 1e6 << " ms" << std::endl;\n)'
BODIES = {
    "saxpy": """    compute::vector<float> result(size, context);
    device_time("saxpy", queue, [&] {
        using compute::lambda::_1;
        using compute::lambda::_2;
        compute::transform(x.begin(), x.end(), y.begin(), result.begin(), alpha * _1 + _2, queue);
    });
""",
    "exclusive_scan": """    device_time("exclusive_scan", queue, [&] {
        boost::compute::exclusive_scan(device_vector.begin(), device_vector.end(), device_res.begin(), queue);
    });
""",
    "accumulate": """    device_time("accumulate", queue, [&] {
        compute::accumulate(device_data.begin(), device_data.end(), 0, queue);
    });
""",
    "sort": """    compute::vector<unsigned int> vec(size, context);
    device_time_after("sort", queue, [&] { compute::copy(data.begin(), data.end(), vec.begin(), queue); },
                      [&] { compute::sort(vec.begin(), vec.end(), queue); });
"""}
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(boost_compute LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(tickbench REQUIRED)
find_package(benchmark REQUIRED)
find_package(OpenCL REQUIRED)
find_library(BOOST_PROGRAM_OPTIONS boost_program_options REQUIRED)
find_library(BOOST_TIMER boost_timer REQUIRED)
foreach(name IN ITEMS saxpy exclusive_scan accumulate sort)
  add_executable(${name} perf/perf_${name}.cpp)
  target_include_directories(${name} SYSTEM BEFORE PRIVATE include)
  target_link_libraries(${name} PRIVATE tickbench::tickbench benchmark::benchmark ${BOOST_PROGRAM_OPTIONS}
                                        ${BOOST_TIMER} OpenCL::OpenCL)
endforeach()
"""


def port_boost_compute(folder):
    edits = {}
    for name in PROGRAMS:
        path = f"perf/perf_{name}.cpp"
        edits[path] = edited(folder / path, ('#include "perf.hpp"\n', '#include "perf.hpp"\n#include "device_time.hpp"\n'),
                             PROFILING, (PRINTS, lambda found, body=BODIES[name]: found.group(1) + body))
        assert edits[path][0] <= MOST_LINES, edits
    return edits


def boost_compute():
    sources = checkout("boost_compute")
    with tempfile.TemporaryDirectory(dir=os.environ.get("FOLDER")) as base:
        folder = Path(base)
        for part in ("perf", "include"):
            shutil.copytree(sources / part, folder / part)
        shutil.copy(HERE / "device_time.hpp", folder / "perf")
        show_edits(port_boost_compute(folder))
        (folder / "CMakeLists.txt").write_text(PROJECT)
        configured = subprocess.run(["cmake", "-S", base, "-B", folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                                     "-DCMAKE_CXX_FLAGS=-w", f"-Dtickbench_DIR={PACKAGE}"], text=True, capture_output=True,
                                    check=False)
        if "BOOST" in configured.stderr:
            skip("boost_program_options or boost_timer is not here")
        call("cmake", "--build", folder / "build")
        print(f"{'ms':16}{'host, min of 10':>16}{'timed':>10}")
        for name in PROGRAMS:
            words = [folder / "build" / name, SIZE] + (["--trials", "10"] if name != "exclusive_scan" else ["10"])
            out = call(*words)
            row = re.search(rf"^{name}\S*/manual_time +([0-9.]+) ns .*$", out, re.MULTILINE)
            assert row and "ERROR" not in out, out
            label = " ".join(re.findall(r"(?:not held|no longer).*$", row.group(0)))
            print(f"{name:16}{float(re.search(r'time: ([0-9.e-]+) ms', out).group(1)):16.3f}{float(row.group(1)) / 1e6:10.3f}"
                  f"  {label}")


if __name__ == "__main__":
    {"uvkcompute": uvkcompute, "boost_compute": boost_compute}[sys.argv[1]]()
