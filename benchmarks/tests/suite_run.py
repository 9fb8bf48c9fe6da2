# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a suite program on the CPU driver, or another Level Zero driver, and reads what it wrote."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The programs come from CTest.
SUITE = os.environ.get("SUITE_PROGRAM", "")
PLANTED_FAULTS = os.environ.get("SUITE_PLANTED_FAULTS", "")
CPU_DRIVER = os.environ.get("SUITE_CPU_DRIVER", "")
OPENCL_LAYER = os.environ.get("SUITE_OPENCL_LAYER", "")
# Sizes of tens of millions take most of the time, and call nothing that others do not.
BUT_THE_LARGEST = r"--benchmark_filter=-/\d{8}$"
# Longer than any run takes: a hang ends as a failure of the test.
TIMEOUT_S = 250


class Result:
    """How a run ended: status, standard error, JSON rows and devices, and samples by id and mode."""

    def __init__(self, done, samples):
        self.status = done.returncode
        self.error = done.stderr
        self.json = json.loads(done.stdout) if done.stdout.startswith("{") else {}
        self.rows = [row["tickbench"] for row in self.json.get("benchmarks", [])]
        self.devices = self.json.get("context", {}).get("tickbench", {}).get("devices", [])
        self.samples = samples


def run(*flags, program=SUITE, drivers=CPU_DRIVER, device="level_zero:0", **settings):
    with tempfile.TemporaryDirectory() as folder:  # a simulated device leaves large files where it runs
        samples = pathlib.Path(folder, "samples.json")
        command = [program, f"--tickbench_device={device}", "--benchmark_format=json", *flags]
        if "--tickbench_verify_only" not in flags:
            command.append(f"--tickbench_samples_out={samples}")
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "ZE_ENABLE_ALT_DRIVERS": drivers, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        taken = json.loads(samples.read_text())["benchmarks"] if samples.exists() else []
    return Result(done, taken)


def value(row, metric):
    return row["metrics"].get(metric, {}).get("value") if row else None


def print_table(head, rows):
    """In the form of the page on measured values."""
    lines = [head, ["---"] * len(head), *rows]
    print("\n" + "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines), flush=True)


def smallest_of_each(program=SUITE, device="level_zero:0"):
    """The first id of every benchmark of a device: ids that differ in their last number only are one."""
    listed = subprocess.run(
        [program, "--tickbench_list", f"--tickbench_device={device}"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    first = {}
    for name in listed.split():
        first.setdefault(re.sub(r"[/:]\d+$", "", name), name)
    return list(first.values())


if __name__ == "__main__":
    sys.exit("this is a module: run the tests by ctest")
