#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Records how a program's times vary from run to run, in the order of the runs.

    record_noise.py --runs 400 --note "..." --out noise_NAME.json PROGRAM [FLAGS...]

PROGRAM is any Google Benchmark program. The simulations of the comparison's error rates draw from these
files: a stretch of successive runs, so that slow drifts stay in.
"""
import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import tempfile
import time

# Fewer tell too little of how often outliers are.
LEAST_RUNS = 160
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="no run begins later than this, once there are LEAST_RUNS")
    parser.add_argument("--note", default="")
    parser.add_argument("--out", required=True)
    parser.add_argument("program")
    parser.add_argument("flags", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    started = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    medians = {}
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run.json")
        begin = time.monotonic()
        for run in range(arguments.runs):
            if run >= LEAST_RUNS and time.monotonic() - begin > arguments.seconds:
                break
            subprocess.run([arguments.program, *arguments.flags, f"--benchmark_out={out}",
                            "--benchmark_out_format=json"], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            with open(out, encoding="utf-8") as file:
                rows = json.load(file)["benchmarks"]
            times = {}
            for row in rows:
                if row["run_type"] == "iteration":
                    seconds = row["real_time"] * SECONDS[row["time_unit"]]
                    times.setdefault(row["run_name"], []).append(seconds)
            for name, values in times.items():
                medians.setdefault(name, []).append(statistics.median(values))
    recording = {
        "schema": "tickbench-noise/1",
        "provenance": {
            "machine": f"{cpu()}, {os.cpu_count()} CPUs, {platform.system()} {platform.release()}",
            "program": os.path.basename(arguments.program), "flags": arguments.flags,
            "started": started, "note": arguments.note,
            "values": "the median over the run's repetitions, in seconds, one a process, in order"},
        "benchmarks": [{"id": name, "run_seconds": [float(f"{value:.6g}") for value in values]}
                       for name, values in sorted(medians.items())],
    }
    with open(arguments.out, "w", encoding="utf-8") as file:
        json.dump(recording, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
