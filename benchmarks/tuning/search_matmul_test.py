#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The search for tiles, over a program that answers for matmul_search."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SEARCH = pathlib.Path(__file__).with_name("search_matmul.py")
TILES = json.loads(SEARCH.with_name("matmul_tiles.json").read_text())
# Each benchmark that it is asked for: a rate by the number of columns of the tile; one tile fails where BAD says.
PROGRAM = f"""#!{sys.executable}
import json, sys
BAD = {{bad!r}}
rows = []
for flag in sys.argv:
    if flag.startswith("--tickbench_benchmark="):
        id = flag.partition("=")[2]
        tile = id.split("/")[2]
        row = {{{{"id": id, "outcome": "wrong_result"}}}} if tile == BAD else {{{{
            "id": id, "outcome": "passed",
            "metrics": {{{{"flops_per_second": {{{{"value": 1e9 * int(tile.split("x")[1])}}}}}}}}}}}}
        rows.append({{{{"tickbench": row}}}})
print(json.dumps({{{{"benchmarks": rows}}}}))
"""


def search(bad="", *flags):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "matmul_search")
        program.write_text(PROGRAM.format(bad=bad))
        program.chmod(0o755)
        return subprocess.run([sys.executable, "-B", SEARCH, program, *flags], capture_output=True, text=True,
                              check=False)


class Search(unittest.TestCase):
    def test_prints_every_tile_and_the_best(self):
        done = search("", "--class=cpu", "--sizes=256,512", "--device=opencl:0,level_zero:0")
        self.assertEqual(done.returncode, 0, done.stderr)
        for device in ("opencl:0", "level_zero:0"):
            self.assertIn(f"| GFLOP/s on {device} | n = 256 | n = 512 |", done.stdout)
        for tile in TILES["tried"]["cpu"]:
            rate = f"{int(tile.split('x')[1])}.0"
            mark = " (chosen)" if tile in TILES["cpu"] else ""
            self.assertEqual(done.stdout.count(f"| `{tile}`{mark} | {rate} | {rate} |\n"), 2, tile)
        self.assertIn("best at 512: 128x128x16x8x32x16x1x1 (128.0)", done.stdout)

    def test_says_which_tile_failed(self):
        bad = TILES["tried"]["gpu"][0]
        done = search(bad, "--sizes=1024")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"| `{bad}` | failed |", done.stdout)
        self.assertNotIn(bad, done.stdout.partition("best at 1024")[2])

    def test_says_where_there_are_no_results(self):
        done = subprocess.run([sys.executable, "-B", SEARCH, "/bin/false"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/bin/false: expected results, found status 1", done.stderr)


class Tiles(unittest.TestCase):
    def test_are_among_those_that_were_tried(self):
        for of in ("gpu", "cpu"):
            self.assertLessEqual(set(TILES[of]), set(TILES["tried"][of]))

    def test_are_the_largest_first(self):
        for of in ("gpu", "cpu"):
            sizes = [int(rows) * int(columns) for rows, columns, *_ in (tile.split("x") for tile in TILES[of])]
            self.assertEqual(sizes, sorted(sizes, reverse=True))


if __name__ == "__main__":
    unittest.main()
