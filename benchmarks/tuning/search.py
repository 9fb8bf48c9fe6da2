#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Tries the shapes of shapes.json on a device, and prints the best of each kernel.

    search.py PROGRAM --device ID [--only NAME...] [--write] [-- FLAG...]

PROGRAM is tickbench-tuning, which has the kernels in all shapes; FLAGs are for it. Every result is checked. A shape that
the device cannot take, or that gives a wrong result, is named and left out. The score of a shape is the time of all
benchmarks of its kernels, each over the best time that any shape has for it: the geometric mean of these, 1 at best.
The best is that of the best score. Of kernels that choose a shape by the size it is the best one of each size, those
that cover most first. With --write the best goes to shapes.json, for devices of this class. Exit status 1 where a
kernel has no shape at all.
"""
import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys

SHAPES = pathlib.Path(__file__).resolve().parent / "shapes.json"
# By the entries of shapes.json: the benchmarks that tell, and the sizes of each class of devices. Caches answer the
# smaller ones.
BENCHMARKS = {
    "stream": ("stream_(scale|add|triad)", {"gpu": (1 << 20, 1 << 26, 1 << 28), "cpu": (1 << 20, 1 << 24)}),
    "reduction": ("(reduction|stream_dot)", {"gpu": (1 << 20, 1 << 26, 1 << 28), "cpu": (1 << 20, 1 << 24)}),
    "transpose": ("transpose_tiled", {"gpu": (4096, 16384), "cpu": (1024, 4096)}),
    "prefix_sum": ("prefix_sum(_one_pass)?", {"gpu": (1 << 20, 1 << 26, 1 << 28), "cpu": (1 << 20, 1 << 24)}),
    "stencil": ("stencil_columns", {"gpu": (4096, 16384), "cpu": (1024, 4096)}),
    "histogram": ("histogram(_crowded)?", {"gpu": (1 << 20, 1 << 26), "cpu": (1 << 20, 1 << 24)}),
    "spmv": ("spmv_shared_rows", {"gpu": (1 << 18, 1 << 22), "cpu": (1 << 16, 1 << 18)}),
    "matmul_tuned": ("matmul_tuned", {"gpu": (512, 1024, 4096), "cpu": (128, 512, 1024)}),
    "n_body": ("n_body_tiled", {"gpu": (1 << 14, 1 << 16), "cpu": (1 << 10, 1 << 12)}),
    "fft256": ("fft256", {"gpu": (1 << 10, 1 << 16), "cpu": (1 << 10,)}),
    "fft1024": ("fft1024", {"gpu": (1 << 10, 1 << 16), "cpu": (1 << 10,)}),
}
# Those that take another shape for another size.
BY_SIZE = {"matmul_tuned"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--device", required=True, help="an id such as opencl:0")
    parser.add_argument("--only", nargs="+", choices=BENCHMARKS, default=list(BENCHMARKS))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("flags", nargs="*", help="for the program, behind --")
    return parser.parse_args()


def run(options, *flags, **settings):
    """What the program writes as JSON; it ends here where it writes none."""
    command = [str(options.program), f"--tickbench_device={options.device}", "--benchmark_format=json", *flags]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        sys.exit(f"{options.program}: expected JSON, found none (status {done.returncode}):\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def class_of(options):
    """As suite/shape.cpp has it: a processor, or not."""
    devices = run(options, "--tickbench_list_devices")["devices"]
    device = next((each for each in devices if each["id"] == options.device), None)
    if device is None:
        sys.exit(f"--device: expected one of {', '.join(each['id'] for each in devices)}, found {options.device}")
    return device["name"], "cpu" if device["type"] == "cpu" else "gpu"


def times(options, name, shape, sizes):
    """Of each benchmark of these kernels, in seconds, and what is wrong with those that have none."""
    pattern = f"/{BENCHMARKS[name][0]}/({'|'.join(map(str, sizes))})$"
    found = run(options, "--tickbench_large", "--tickbench_mode=batched", f"--benchmark_filter={pattern}",
                *options.flags, SUITE_SHAPES=f"{name}={shape}")
    rows = [row["tickbench"] for row in found["benchmarks"]]
    good = {row["id"]: row["metrics"]["time"]["value"] for row in rows if row["outcome"] == "passed"}
    bad = [f"{row['outcome']}: {row['message'].partition(chr(10))[0]}" for row in rows if row["outcome"] != "passed"]
    return good, bad or ([] if rows else ["no benchmark of these sizes"])


def scores(taken):
    """By shape, of its times by benchmark: the geometric mean of each over the best; 1 at best."""
    best = {}
    for of_shape in taken.values():
        for benchmark, time in of_shape.items():
            best[benchmark] = min(time, best.get(benchmark, time))
    return {shape: math.exp(sum(math.log(time / best[benchmark]) for benchmark, time in of_shape.items()) / len(of_shape))
            for shape, of_shape in taken.items()}


def covered(shape):
    """By a work-group."""
    width, items = shape.split("x")[:2]
    return int(width) * int(items)


def best_of(name, taken):
    """The shapes to choose, of their times by benchmark; none where there are no times."""
    if name not in BY_SIZE:
        return sorted(taken, key=scores(taken).get)[:1]
    benchmarks = {benchmark for of_shape in taken.values() for benchmark in of_shape}
    best = {min(taken, key=lambda shape: taken[shape][benchmark]) for benchmark in benchmarks}
    return sorted(best, key=lambda shape: (-covered(shape), shape))


def search(options, name, shapes, sizes):
    """Prints each shape's score, and returns the best ones."""
    tried = {shape: times(options, name, shape, sizes) for shape in shapes}
    # A size that the device takes in no shape tells nothing.
    possible = set().union(*(good for good, _ in tried.values()))
    taken = {}
    for shape, (good, bad) in tried.items():
        if not good or set(good) != possible:
            print(f"{name} {shape}: left out: {bad[0] if bad else 'no result'}", flush=True)
        else:
            taken[shape] = good
    for shape, score in sorted(scores(taken).items(), key=lambda item: item[1]):
        each = ", ".join(f"{name.partition('/')[2]} {time * 1e6:.4g} us" for name, time in taken[shape].items())
        print(f"{name} {shape}: {score:.3f} ({each})", flush=True)
    return best_of(name, taken)


def with_choice(text, name, device_class, shapes):
    """The file's text with another choice, and nothing else changed."""
    entry = re.compile(rf'("{re.escape(name)}": \{{[^}}]*?"{device_class}": )\[[^]]*\]')
    changed, count = entry.subn(lambda found: found[1] + json.dumps(shapes), text)
    if count != 1:
        raise ValueError(f"{SHAPES}: expected one choice of {name} for {device_class}, found {count}")
    return changed


def write(text):
    beside = SHAPES.with_suffix(".json.new")
    beside.write_text(text)
    beside.replace(SHAPES)


def main():
    options = parse_arguments()
    text = SHAPES.read_text()
    known = json.loads(text)
    device, device_class = class_of(options)
    print(f"{device} ({device_class})", flush=True)
    missing = 0
    for name in options.only:
        best = search(options, name, known[name]["tried"], BENCHMARKS[name][1][device_class])
        was = known[name][device_class]
        if not best:
            missing += 1
            print(f"{name}: no shape gives a result", flush=True)
            continue
        print(f"{name}: best {', '.join(best)}, chosen so far {', '.join(was)}", flush=True)
        if name not in BY_SIZE:
            # Behind it stay those for devices whose work-groups are smaller.
            best += [shape for shape in was[1:] if covered(shape) < covered(best[0])]
        text = with_choice(text, name, device_class, best)
    if options.write:
        write(text)
        print(f"{SHAPES}: written; build anew")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
