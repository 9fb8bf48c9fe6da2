#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails each call of a driver in turn, in its first, second and last occurrence, while the suite runs.

    fail_each_call.py [--backend level_zero|cuda|opencl|vulkan] SUITE DRIVER [ID...]

SUITE is the suite's program, best built with the address sanitizer; DRIVER is libze_tickbench_cpu.so.1, for cuda
libtickbench_cuhost.so, for opencl the layer libtickbench_cllab.so, or for vulkan the folder of the layer
libtickbench_vklab.so, whose laboratory fails the calls. Without IDs:
the smallest size of every benchmark. Every run must name the result code and end by itself with status 1: not by a
signal, not as passed or skipped, not late, with nothing said by a sanitizer, and with every object given back where
the laboratory counts them. Exit status 0 where all do; else 1, and each run that did not is printed with the line
that repeats it. On standard error it says which benchmark is done.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import typing

import suite_run

# Far more than any of these runs takes: later is a hang.
TIMEOUT_S = 240
# The last occurrence of a call that is made until time is up is another in every run: where one is not
# reached, half of the count that was is tried.
TRIES = 8
FLAGS = [f"--tickbench_timeout={TIMEOUT_S // 2}"]
MEASURED = "--tickbench_budget=0.001"
CHECKED = "--tickbench_verify_only"  # takes a fifth of the time
SANITIZER = re.compile(r"ERROR: \w+Sanitizer|runtime error:")
# What PoCL and the loaders keep is no leak of the suite's, as in the preset asan.
SUPPRESSIONS = pathlib.Path(__file__).resolve().parents[2] / "harness" / "cmake" / "lsan.supp"
LEAKS = f"suppressions={SUPPRESSIONS}:print_suppressions=0"
# What a sanitizer says first: the fault and where, of a leak its first stack.
SANITIZER_LINES = 30
# How the suite ends where the device cannot run the benchmark.
SKIPPED = 77


class Backend(typing.NamedTuple):
    """A driver with a laboratory, and what a call of it that fails looks like."""

    device: str
    driver_variable: str
    laboratory: str  # how the names of its settings begin
    code: str  # what a failing call returns
    named: re.Pattern  # how a message has that
    gives_back: re.Pattern  # such a call that does nothing leaves what it was to destroy: no leak of the suite's
    may_pass: re.Pattern = re.compile("(?!)")  # calls after which the suite may go on, and be right
    counts_objects: bool = False  # whether the laboratory writes what was not given back
    settings: dict = {}


BACKENDS = {
    "level_zero": Backend("level_zero:0", "ZE_ENABLE_ALT_DRIVERS", "ZECPU_LAB", "ZE_RESULT_ERROR_UNKNOWN",
                          re.compile("ZE_RESULT_ERROR_UNKNOWN"), re.compile("Destroy$|Free$")),
    "cuda": Backend("cuda:0", "TICKBENCH_CUDA_DRIVER", "CUHOST_LAB", "999", re.compile(r"CUDA_ERROR_UNKNOWN \(999\)"),
                    re.compile("Destroy|Free|Unload|Release|^cuCtxP")),
    # A program is built once more, with other options; clSVMFree has no way to say that it has failed.
    # And clSVMAlloc gives no code, so that the suite takes it to be out of memory, and goes on without bands.
    "opencl": Backend("opencl:0", "OPENCL_LAYERS", "CLLAB", "CL_INVALID_OPERATION",
                      re.compile(r"CL_INVALID_OPERATION \(-59\)|clSVMAlloc gave null"),
                      re.compile("Release|Free|Unmap"), re.compile("^clBuildProgram$|^clSVMFree$|^clSVMAlloc$"), True,
                      {"ZECPU_EXECUTOR": "host"}),  # no calls of the Level Zero driver for the CPU
    # Destroying gives no code. Without time domains the clock is read by a stamp; the loader asks for extensions too.
    "vulkan": Backend("vulkan:0", "VK_LAYER_PATH", "VKLAB", "-4711", re.compile(r"\(-4711\)"), re.compile("(?!)"),
                      re.compile("^vk(Destroy|Free|EnumerateDeviceExtension)|TimeDomains"), True,
                      {"VK_INSTANCE_LAYERS": "VK_LAYER_TICKBENCH_vklab"}),
}


class Run:
    """One run of the suite: what it called, how it ended, and what is wrong with that."""

    def __init__(self, options, benchmark, flag, failure=None):
        with tempfile.TemporaryDirectory() as folder:
            counts, objects = pathlib.Path(folder, "calls"), pathlib.Path(folder, "objects")
            backend = options.backend
            settings = {backend.driver_variable: str(options.driver), **backend.settings}
            settings["LSAN_OPTIONS"] = os.environ.get("LSAN_OPTIONS", LEAKS)
            if failure:
                settings[f"{backend.laboratory}_FAIL"] = f"{failure[0]}:{failure[1]}:{backend.code}"
                if backend.gives_back.search(failure[0]):
                    settings["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
            command = [str(options.suite), f"--tickbench_benchmark={benchmark}"]
            command += [f"--tickbench_device={backend.device}", *FLAGS, *options.flag, flag]
            self.repeat = " ".join(f"{k}={v}" for k, v in settings.items()) + " " + shlex.join(command)
            outputs = {f"{backend.laboratory}_CALLS_OUT": str(counts)}
            if backend.counts_objects:
                outputs[f"{backend.laboratory}_OBJECTS_OUT"] = str(objects)
            try:
                done = subprocess.run(
                    command,
                    env={**os.environ, **settings, **outputs},
                    cwd=folder,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=TIMEOUT_S,
                    check=False,
                )
                self.status, text = done.returncode, done.stdout
            except subprocess.TimeoutExpired as hung:
                self.status, text = None, hung.stdout or b""
            self.text = text.decode(errors="replace")
            self.counts = read_counts(counts)
            self.kept = read_counts(objects)

    def fault(self, backend, call, own):
        if found := SANITIZER.search(self.text):
            said = self.text[self.text.rfind("\n", 0, found.start()) + 1 :].splitlines()
            return "\n    ".join(["a sanitizer found something", *said[:SANITIZER_LINES]])
        if self.status is None:
            return f"not finished after {TIMEOUT_S} s"
        if self.status < 0:
            return f"ended by signal {-self.status}"
        if own and re.search(own, call):
            return None
        if self.kept and not own:
            return "not given back, or too often: " + ", ".join(f"{kind} {count}" for kind, count in self.kept.items())
        if self.status == 0 and backend.may_pass.search(call):
            return None
        # A baseline that fails leaves the benchmark's own time valid.
        if self.status != 1 and not (self.status == 0 and "no baseline: " in self.text):
            return f"exit status {self.status}, expected 1"
        if not backend.named.search(self.text) and f"{call.removesuffix('_v2')}: " not in self.text:
            return f"it does not name {backend.code}, and ends with\n{self.text[-600:]}"
        return None


def read_counts(path):
    if not path.exists():
        return {}
    return {name: int(count) for name, count in (line.split() for line in path.read_text().splitlines())}


def fail_one(options, benchmark, flag, call, occurrence):
    """The run in which that call failed: where it was not reached, an earlier occurrence is failed."""
    for _ in range(TRIES):
        run = Run(options, benchmark, flag, (call, occurrence))
        reached = run.counts.get(call, occurrence)
        if reached >= occurrence:
            break
        occurrence = (reached + 1) // 2
    return occurrence, run


def occurrences(count):
    return sorted({1, min(2, count), count})


def plan(options, benchmark, flag, seen=frozenset()):
    """(benchmark, flag, call, occurrence) of every run that fails a call which is not among those seen."""
    plain = Run(options, benchmark, flag)
    if plain.status == SKIPPED:
        return []
    if plain.status != 0 or plain.kept or SANITIZER.search(plain.text):
        sys.exit(f"{benchmark}: without any failure: status {plain.status} {plain.kept}\n{plain.repeat}\n{plain.text}")
    if not plain.counts:
        sys.exit(f"{benchmark}: no call counted: the laboratory is not loaded\n{plain.repeat}\n{plain.text}")
    return [
        (benchmark, flag, call, occurrence)
        for call in sorted(plain.counts.keys() - seen)
        for occurrence in occurrences(plain.counts[call])
    ]


def plan_all(options, benchmarks, pool):
    planned = []

    def calls():
        return {call for _, _, call, _ in planned}

    flag = CHECKED if options.quick else MEASURED
    if options.once:
        for benchmark in benchmarks:
            planned += plan(options, benchmark, flag, calls())
    else:
        for runs in pool.map(lambda benchmark: plan(options, benchmark, flag), benchmarks):
            planned += runs
    for benchmark in benchmarks if options.quick else []:
        planned += plan(options, benchmark, MEASURED, calls())
    return planned


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("driver", type=pathlib.Path)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--backend", choices=BACKENDS, default="level_zero")
    parser.add_argument("--flag", action="append", default=[], help="one more flag of the suite")
    parser.add_argument("--quick", action="store_true", help="measure only to reach what no run before calls")
    parser.add_argument("--once", action="store_true", help="no call of a benchmark that one before it makes too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--own", metavar="REGEX", help="the program has calls of its own, and ignores what these return")
    options = parser.parse_args()
    options.backend = BACKENDS[options.backend]
    options.suite, options.driver = options.suite.resolve(), options.driver.resolve()
    return options


def main():
    options = parse_arguments()
    ids = options.ids or suite_run.smallest_of_each(str(options.suite), options.backend.device)
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        everything = plan_all(options, ids, pool)
        left = collections.Counter(benchmark for benchmark, *_ in everything)
        runs = [(planned, pool.submit(fail_one, options, *planned)) for planned in everything]
        for (benchmark, _, call, _), future in runs:
            occurrence, run = future.result()
            if fault := run.fault(options.backend, call, options.own):
                faults += 1
                print(f"{benchmark}: {call}, call {occurrence}: {fault}\n  {run.repeat}", flush=True)
            left[benchmark] -= 1
            if left[benchmark] == 0:
                print(f"{benchmark}: done, {left.total()} runs left", file=sys.stderr, flush=True)
    calls = len({call for _, _, call, _ in everything})
    print(f"{len(ids)} benchmarks, {calls} calls failed in turn, {len(everything)} runs: {faults} faults")
    sys.exit(1 if faults or not everything else 0)


if __name__ == "__main__":
    main()
