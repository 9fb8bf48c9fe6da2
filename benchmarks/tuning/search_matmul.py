#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures every tile of matmul_tiles.json for a class of devices, and prints their rates.

    search_matmul.py MATMUL_SEARCH [--device DEVICE[,DEVICE...]] [--class gpu|cpu] [--sizes N,N,...] [--budget SECONDS]

MATMUL_SEARCH is the program of this name: `ninja matmul_search` in the build folder. Each result is checked. The rates
are those of launches back to back. Behind the table stand the best three of each device and size: the tiles of the
class in matmul_tiles.json, the largest first, are chosen among these by hand. Exit status 1 where a tile failed.
"""
import argparse
import json
import pathlib
import subprocess
import sys

TILES = pathlib.Path(__file__).with_name("matmul_tiles.json")
BEST = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--device", default="opencl:0")
    parser.add_argument("--class", dest="of", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--sizes", default="512,1024,4096")
    parser.add_argument("--budget", default="0.1")
    return parser.parse_args()


def measured(program, tiles, options):
    """The results of all tiles, by one process a device: what several processes did at once would slow each."""
    sizes = options.sizes.split(",")
    for device in options.device.split(","):
        backend = device.partition(":")[0]
        command = [str(program), f"--tickbench_device={device}", "--benchmark_format=json", "--tickbench_mode=batched",
                   f"--tickbench_budget={options.budget}"]
        command += [f"--tickbench_benchmark={backend}/matmul_tile/{tile}/{n}" for tile in tiles for n in sizes]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if not done.stdout.startswith("{"):
            sys.exit(f"{program}: expected results, found status {done.returncode}")
        yield device, [row["tickbench"] for row in json.loads(done.stdout)["benchmarks"]]


def rates_of(rows):
    """Flop/s by tile and size; None where it failed."""
    rates = {}
    for row in rows:
        tile, n = row["id"].split("/")[2:]
        rate = row.get("metrics", {}).get("flops_per_second", {}).get("value")
        rates[tile, int(n)] = rate if row["outcome"] == "passed" else None
    return rates


def report(device, rates, chosen):
    sizes = sorted({n for _, n in rates})
    head = ["GFLOP/s on " + device, *(f"n = {n}" for n in sizes)]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for tile in dict.fromkeys(tile for tile, _ in rates):
        cells = [f"`{tile}`" + " (chosen)" * (tile in chosen)]
        cells += [f"{rates[tile, n] * 1e-9:.1f}" if rates[tile, n] else "failed" for n in sizes]
        print("| " + " | ".join(cells) + " |")
    for n in sizes:
        found = sorted(((rate, tile) for (tile, m), rate in rates.items() if m == n and rate), reverse=True)
        print(f"best at {n}: " + ", ".join(f"{tile} ({rate * 1e-9:.1f})" for rate, tile in found[:BEST]))
    print(flush=True)


def main():
    options = arguments()
    tiles = json.loads(TILES.read_text())
    failed = False
    for device, rows in measured(options.program, tiles["tried"][options.of], options):
        rates = rates_of(rows)
        report(device, rates, tiles[options.of])
        failed |= None in rates.values()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
