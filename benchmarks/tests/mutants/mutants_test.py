#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every mutant of the lists, each in a process of its own, on one back end.

    mutants_test.py BACKEND [--sample] [--only NAME...] [--jobs N]

Each has to fail, by one of its outcomes. One that its list calls hidden on this back end has to pass, or the reason
there is none. The unchanged kernels have to pass. Exit status 0 where all of that holds, 77 where there is no such
device. CTest sets the variables with the programs.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import typing

import classic_kernel_mutants
import kernel_mutants
import program
from mutant import GPU, Mutant

TIMEOUT_S = 300
VERIFY = "--tickbench_verify_only"
MEASURE = "--tickbench_budget=0.01"
# Of a mutant that only its rate gives away: on a busy machine one may take long enough for any rate to be possible.
MEASUREMENTS = 10
# What ./ci/test runs: a few of each kind, and those whose benchmarks take no seconds.
SAMPLE = frozenset({"copy_k4", "copy_k19", "saxpy_k6", "saxpy_k27", "matmul_k10", "matmul_k29", "matmul_tiled_k2",
                    "matmul_tiled_k36", "matmul_tuned_k3", "matmul_tuned_k16", "matmul_tuned_h1",
                    "peak_arithmetic_of_file_k16", "copy_h9", "transfer_h6",
                    "reduction_k6", "transpose_tiled_k4", "prefix_sum_k4", "prefix_sum_one_pass_k4", "histogram_k2",
                    "fft256_k2", "reduction_h2", "histogram_h1"})
# Below 0, as what ends by a signal.
HUNG = -1000
# What the suite ends by where there is no such device.
NO_DEVICE = 77
UNCHANGED = Mutant("unchanged", "", "")


class Trial(typing.NamedTuple):
    name: str
    benchmarks: tuple
    mutant: Mutant
    kernel: typing.Mapping = {}  # its source, by the names of its files, where a kernel is what is tried
    variants: typing.Mapping = {"": {}}  # of it, by their names: the macros of each

    def is_control(self):
        return self.mutant is UNCHANGED

    def hidden(self, place):
        return self.mutant.hidden.get(place)


def sources(are_shaders):
    """All kernels, in GLSL or in OpenCL C."""
    found = (*kernel_mutants.KERNELS, *classic_kernel_mutants.KERNELS)
    return [source.in_glsl() if are_shaders else source.in_opencl() for source in found]


def kernel_trials(are_shaders=False, kind="cpu"):
    for source in sources(are_shaders):
        def trial(name, mutant, variants):
            texts = source.texts(mutant if mutant is not UNCHANGED else None)
            kernel = {file.replace(program.LIBRARYS, program.MUTATED): text.replace(program.LIBRARYS, program.MUTATED)
                      for file, text in texts.items()}
            return Trial(name, source.benchmarks, mutant, kernel, variants)
        variants = source.variants(kind)
        yield trial(source.name(), UNCHANGED, variants)
        for macro in source.passing:
            name, value = macro.split("=")
            yield trial(f"{source.name()} {macro}", UNCHANGED,
                        {variant: {**macros, name: value} for variant, macros in variants.items()})
        for name, mutant in source.named():
            yield trial(name, mutant, variants)


def host_trials():
    for source in program.HOSTS:
        for name, mutant in source.named():
            suffix = name.rpartition("_")[2]
            ids = [id.replace(source.name(), f"{source.name()}_{suffix}", 1) for id in source.benchmarks]
            yield Trial(name, tuple(ids), mutant)


def trials(backend, kind="cpu"):
    """On CUDA the kernels of the stand-in for the driver are functions of the host: the bodies alone are tried."""
    kernels = [] if backend == "cuda" else list(kernel_trials(backend == "vulkan", kind))
    return kernels + list(host_trials())


def file_name(stem, variant, ending):
    return f"{stem}{variant and '@' + variant}{ending}"


def make_shaders(trial, folder):
    """As tickbench_add_kernels does: the kernel has the file's name."""
    with tempfile.TemporaryDirectory() as sources:
        for file, text in trial.kernel.items():
            pathlib.Path(sources, file).write_text(text)
        for source in pathlib.Path(sources).glob("*.comp"):
            for variant, macros in trial.variants.items():
                made = pathlib.Path(folder, file_name(source.stem, variant, ".spv"))
                flags = [f"-D{name}={value}" for name, value in macros.items()]
                subprocess.run([*shlex.split(os.environ["GLSLANG"]), *flags, "-e", source.stem, "--source-entrypoint", "main",
                                "-o", str(made), str(source)], check=True)


def make_modules(trial, folder, backend):
    if backend == "vulkan":
        make_shaders(trial, folder)
        return
    (file, text), = trial.kernel.items()
    for variant, macros in trial.variants.items():
        lines = "".join(f"#define {name} {value}\n" for name, value in macros.items())
        make_module(pathlib.Path(folder, file_name(pathlib.Path(file).stem, variant, ".cl")), lines + text, backend)


def make_module(source, text, backend):
    source.write_text(text)
    if backend != "level_zero":
        return
    bitcode = source.with_suffix(".bc")
    for command in ([*shlex.split(os.environ["CLANG_FOR_SPIRV"]), "-w", str(source), "-o", str(bitcode)],
                    [*shlex.split(os.environ["SPIRV_TRANSLATOR"]), str(bitcode), "-o", str(source.with_suffix(".spv"))]):
        subprocess.run(command, check=True)
    bitcode.unlink()


class Found(typing.NamedTuple):
    """How the run of a mutant ended."""

    status: int
    outcomes: tuple
    said: str

    def failed(self):
        return self.status != 0


def run(trial, backend, flag, modules):
    program_variable = "MUTATED_KERNELS_PROGRAM" if trial.kernel else "MUTATED_BODIES_PROGRAM"
    command = [os.environ[program_variable], f"--tickbench_device={backend}", "--benchmark_format=json", flag]
    command += [f"--tickbench_benchmark={backend}/{name}" for name in trial.benchmarks]
    try:
        done = subprocess.run(command, env={**os.environ, "MUTATED_MODULES": modules}, capture_output=True, text=True,
                              timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return Found(HUNG, (), f"not finished after {TIMEOUT_S} s")
    rows = json.loads(done.stdout)["benchmarks"] if done.stdout.startswith("{") else []
    rows = [row["tickbench"] for row in rows]
    bad = [row for row in rows if row["outcome"] not in ("passed", "nothing_to_check")]
    return Found(done.returncode, tuple(row["outcome"] for row in bad) or ("passed",) * bool(rows),
                 bad[0]["message"] if bad else done.stderr.strip()[-300:])


def runs_on_gpu(backend):
    """Whether the back end's default device is a GPU: its first one is."""
    listed = subprocess.run([os.environ["MUTATED_KERNELS_PROGRAM"], "--tickbench_list_devices", "--benchmark_format=json"],
                            capture_output=True, text=True, check=False)
    devices = json.loads(listed.stdout)["devices"] if listed.returncode == 0 else []
    return any(device["backend"] == backend and device["type"] == "gpu" for device in devices)


def look_for(trial, backend):
    """By the check alone, which is quick, and where that passes by a measurement."""
    with tempfile.TemporaryDirectory() as folder:
        if trial.kernel:
            make_modules(trial, folder, backend)
        found = run(trial, backend, VERIFY, folder)
        for _ in range(MEASUREMENTS if "impossible_rate" in trial.mutant.outcomes else 1):
            if not found.failed():
                found = run(trial, backend, MEASURE, folder)
        return found


def may_be_caught(trial, place):
    """Whether warps come apart is chance, and where PoCL adds barriers of its own is its version's choice."""
    reason = trial.hidden(place)
    return not trial.is_control() and (not reason or place == GPU or reason == kernel_mutants.POCLS_OWN)


def fault(trial, place, found):
    """What is wrong with how it ended, or None."""
    may_pass = trial.is_control() or trial.hidden(place)
    if not found.failed():
        if not may_pass:
            return "it passes, and its list has no reason why it may"
        return None if found.outcomes == ("passed",) else f"expected rows, found none: {found.said}"
    if not may_be_caught(trial, place):
        expected = "to pass unchanged" if trial.is_control() else f"no failure: \"{trial.hidden(place)}\""
        return f"expected {expected}, found {found.outcomes}: {found.said}"
    if found.status < 0 or not set(found.outcomes) & set(trial.mutant.outcomes):
        return f"expected {' or '.join(trial.mutant.outcomes)}, found {found.outcomes}, status {found.status}: {found.said}"
    return None


def group(trial, found):
    """Of one that ended as it should."""
    if trial.is_control():
        return "unchanged"
    return "caught" if found.failed() else "hidden"


def report(trial, place, found, wrong):
    how = "passes" if not found.failed() else ", ".join(sorted(set(found.outcomes)))
    why = trial.hidden(place)
    print(f"{'FAIL' if wrong else 'ok':5}{trial.name:28}{trial.mutant.kind:20}{how}{f' ({why})' if why else ''}", flush=True)
    if wrong:
        print(f"     {wrong}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("backend", choices=("opencl", "level_zero", "cuda", "vulkan"))
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    on_gpu = runs_on_gpu(options.backend)  # which has shapes of its own, and cannot show all that a CPU does
    kind, place = ("gpu", GPU) if on_gpu else ("cpu", options.backend)
    chosen = [trial for trial in trials(options.backend, kind)
              if (not options.sample or trial.name in SAMPLE) and (not options.only or trial.name in options.only)]
    counts = {"caught": 0, "hidden": 0, "unchanged": 0, "wrong": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for trial, found in zip(chosen, pool.map(lambda trial: look_for(trial, options.backend), chosen)):
            if found.status == NO_DEVICE:
                pool.shutdown(cancel_futures=True)
                print(found.said)
                return NO_DEVICE
            wrong = fault(trial, place, found)
            report(trial, place, found, wrong)
            counts["wrong" if wrong else group(trial, found)] += 1
    print(f"{options.backend}{' on a GPU' if on_gpu else ''}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["wrong"] or not counts["caught"] else 0


if __name__ == "__main__":
    sys.exit(main())
