# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Real programs that are not ours, judged by `tickbench ab` on a machine with load: the benchmarks of snappy, of crc32c and
of CRoaring. Equal code has to stay without an alarm, and planted slowdowns have to be found. Beside it stands what Google
Benchmark's compare.py says of the same programs.

--sources names a folder with their git checkouts: snappy/, crc32c/ and croaring/. Their submodules are not needed, nor is
CRoaring's benchmarks/realdata. Exit status 77: one of them is missing. 1: too little was found, or too much."""

import argparse
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from planted_programs import PERCENT, PROGRAMS, call, min_time, prepared

COMPARE = ["/usr/bin/python3", "/usr/share/benchmark/compare.py"]  # Debian's, with Debian's scipy


def by_tickbench(tool, old, new, flags, budget, out):
    out.unlink(missing_ok=True)
    begin = time.monotonic()
    words = [tool, "ab", old, new, f"--budget={budget}", "--metric=cpu_time", f"--json-out={out}", "--", *flags]
    result = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    rows = json.loads(out.read_text())["benchmarks"] if out.exists() else []
    return {"status": result.returncode, "seconds": time.monotonic() - begin, "output": result.stdout,
            "rows": {row["id"]: row for row in rows}, "pairs": max((row.get("new_runs", 0) for row in rows), default=0),
            "alarms": [f"{row['id']} {row['verdict']}" for row in rows if row["verdict"] not in ("unclear", "same")]}


def by_compare_py(old, new, flags, folder):
    """Ten repetitions of each, as its page says; a row is flagged where the p value of its processor time is below 0.05."""
    begin = time.monotonic()
    files = [folder / "old_repetitions.json", folder / "new_repetitions.json"]
    for program, file in zip((old, new), files):
        call(program, *flags, "--benchmark_repetitions=10", f"--benchmark_out={file}", "--benchmark_out_format=json")
    call(*COMPARE, "--dump_to_json", folder / "compare.json", "benchmarks", *files)
    rows = {}
    for row in json.loads((folder / "compare.json").read_text()):
        if row["run_type"] == "iteration" and row["utest"]:
            runs = row["measurements"]
            ratio = statistics.median(run["cpu_time_other"] for run in runs) / statistics.median(run["cpu_time"] for run in runs)
            rows[row["name"]] = {"p": row["utest"]["cpu_pvalue"], "ratio": ratio}
    return {"rows": rows, "seconds": time.monotonic() - begin, "flags": [name for name, row in rows.items() if row["p"] < 0.05]}


def cases(programs, ready, variants, repeats, equal_tables):
    """(program, variant, the planted row or None, OLD, NEW)"""
    for variant, name in itertools.product([one for one in variants if one != "equal"], programs):
        for _ in range(repeats):
            if variant == "O0":
                yield name, variant, None, ready[name]["old"], ready[name]["O0"]
            else:
                for row, planted in ready[name]["plants"].items():
                    yield name, variant, row, ready[name]["plus0"], planted[variant]["program"]
    for _, name in zip(range(equal_tables if "equal" in variants else 0), itertools.cycle(programs)):
        yield name, "equal", None, ready[name]["old"], ready[name]["equal"]


def judged(case, ready, options):
    name, variant, row, old, new = case
    flags = [f"--benchmark_filter={PROGRAMS[name]['filter']}", min_time(old, 0.05)]
    ours = by_tickbench(options.tool, old, new, flags, options.budget, options.out / "ab.json")
    result = {"program": name, "variant": variant, "row": row, "old": old, "new": new, "flags": flags, "tickbench": ours,
              "load": os.getloadavg()[0]}
    if row:
        result["true_ratio"] = ready[name]["plants"][row][variant]["ratio"]
        result["found"] = ours["status"] == 1 and f"{row} slower" in ours["alarms"]
    elif variant == "O0":
        result["found"] = ours["status"] == 1 and any(one.endswith(" slower") for one in ours["alarms"])
    result["other_alarms"] = [one for one in ours["alarms"] if variant != "O0" and one != f"{row} slower"]
    if options.compare_py:
        theirs = result["compare_py"] = by_compare_py(old, new, flags, options.out)
        result["compare_py_found"] = any(theirs["rows"][one]["ratio"] > 1 for one in theirs["flags"] if row in (None, one))
    return result


HEADER = f"{'program':9}{'variant':8}{'planted row':30}{'true':>7}  {'ab':8}{'interval':>16}{'pairs':>6}{'s':>4}  others"


def line(result):
    ours, row = result["tickbench"], result["row"]
    whole = "found" if result.get("found") else "missed" if "found" in result else "-"
    mine = ours["rows"].get(row, {"verdict": whole})
    ratio = f"[{mine['ratio']['low']:.3f}, {mine['ratio']['high']:.3f}]" if mine.get("ratio") else ""
    true = f"{result['true_ratio']:.4f}" if row else ""
    text = (f"{result['program']:9}{result['variant']:8}{row or '':30}{true:>7}  {mine['verdict']:8}{ratio:>16}"
            f"{ours['pairs']:6}{ours['seconds']:4.0f}  exit {ours['status']}, {len(result['other_alarms'])} alarms")
    theirs = result.get("compare_py")
    if theirs:
        others = [one for one in theirs["flags"] if one != row]
        planted = f"{'found' if result['compare_py_found'] else 'missed'}, p {theirs['rows'][row]['p']:.4f}; " if row else ""
        text += f" | compare.py {theirs['seconds']:.0f} s: {planted}{len(others)} other flags of {len(theirs['rows'])}"
    return text + "".join(f"\n    alarm: {alarm}" for alarm in result["other_alarms"])


def failures(results):
    """One planted 10 % in seven may be missed, and one table of ten may alarm. 3 % is told, not asked for."""
    def of(variant):
        return [one for one in results if one["variant"] == variant]
    for variant, share in (("O0", 0), ("plus30", 0), ("plus10", 1 / 7)):
        missed = [f"{one['program']} {one['row'] or ''}" for one in of(variant) if not one["found"]]
        if len(missed) > share * len(of(variant)):
            yield f"{variant}: not found in {len(missed)} of {len(of(variant))}: {missed}"
    alarms = [one["program"] for one in of("equal") if one["tickbench"]["status"] != 0 or one["other_alarms"]]
    if len(alarms) > -(-len(of("equal")) // 10):
        yield f"equal code: alarms, or no answer, in {len(alarms)} of {len(of('equal'))} tables: {alarms}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", default="", help="the folder with the checkouts (TICKBENCH_REAL_PROGRAMS)")
    parser.add_argument("--tool", type=Path, help="the command tickbench")
    parser.add_argument("--out", type=Path, required=True, help="for the builds and results.json")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--variants", default="O0,plus30,plus10,plus3,equal")
    parser.add_argument("--rows", default="", help="only plants whose row matches this")
    parser.add_argument("--repeats", type=int, default=1, help="of each planted comparison and of O0")
    parser.add_argument("--equal-tables", type=int, default=10, help="comparisons of equal code, over all programs")
    parser.add_argument("--budget", type=float, default=50, help="of each comparison, in seconds")
    parser.add_argument("--busy", type=int, default=2, help="busy loops beside")
    parser.add_argument("--rounds", type=int, default=101, help="runs of each program to know a planted ratio")
    parser.add_argument("--no-compare-py", dest="compare_py", action="store_false")
    parser.add_argument("--build-only", action="store_true", help="build, and measure the planted ratios")
    options = parser.parse_args()
    programs = options.programs.split(",")
    sources = Path(options.sources or os.environ.get("TICKBENCH_REAL_PROGRAMS") or "/nonexistent")
    for name in programs:
        if not (sources / name / PROGRAMS[name]["source"]).exists():
            print(f"skipped: no {name} in {sources}; --sources or TICKBENCH_REAL_PROGRAMS names a folder that has it")
            sys.exit(77)
    if not options.build_only and options.tool is None:
        parser.error("--tool is needed")
    options.compare_py = options.compare_py and Path(COMPARE[1]).exists()
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    os.environ["srcdir"] = str((sources / "snappy").resolve())  # where snappy looks for its data
    ready = {name: prepared(name, sources / name, options.out / name, options.rounds) for name in programs}
    print("\n".join(f"{name} {ready[name]['commit']}" for name in programs), flush=True)
    if options.build_only:
        return
    results, begin = [], time.monotonic()
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.busy)]
    try:
        print(HEADER, flush=True)
        for case in cases(programs, ready, options.variants.split(","), options.repeats, options.equal_tables):
            if case[2] and not re.search(options.rows, case[2]):
                continue
            results.append(judged(case, ready, options))
            print(line(results[-1]), flush=True)
            (options.out / "results.json").write_text(json.dumps(
                {"programs": ready, "budget": options.budget, "busy": options.busy, "comparisons": results}, indent=1))
    finally:
        for process in busy:
            process.kill()
            process.wait()
    for variant in dict.fromkeys(one["variant"] for one in results):
        of = [one for one in results if one["variant"] == variant]
        if variant == "equal":
            mine = sum(bool(one["other_alarms"]) for one in of)
            theirs = sum(bool(one.get("compare_py", {}).get("flags")) for one in of)
        else:
            mine, theirs = sum(one["found"] for one in of), sum(one.get("compare_py_found", False) for one in of)
        print(f"{variant}: {'alarms' if variant == 'equal' else 'found'} in {mine} of {len(of)}, by compare.py in {theirs}")
    print(f"{time.monotonic() - begin:.0f} s")
    sys.exit("\n".join(failures(results)) or 0)


if __name__ == "__main__":
    main()
