# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What a mutant is: one defect in one file, made by replacing one text by another."""
import json
import pathlib
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Mutant(typing.NamedTuple):
    kind: str
    old: str  # stands in the file once
    new: str
    # The outcomes that show it. A message that names the fault is worth as much as a wrong result.
    outcomes: tuple = ("wrong_result",)
    # By back end: why that device cannot show it. A mutant that is caught there all the same fails the test.
    hidden: typing.Mapping = {}

    def applied_to(self, text):
        if text.count(self.old) != 1:
            raise ValueError(f"expected once, found {text.count(self.old)} times: {self.old!r}")
        if self.old == self.new:
            raise ValueError(f"changes nothing: {self.old!r}")
        return text.replace(self.old, self.new)


class Mutated(typing.NamedTuple):
    """A file of the suite, the benchmarks that show its mutants, and these."""

    file: str  # from the root of the project
    benchmarks: tuple  # their ids without the back end
    mutants: tuple
    tiles: str = ""  # the file with the tiles that it takes as macros

    def text(self):
        return (ROOT / self.file).read_text()

    def variants(self):
        """Those that a processor takes: each name, and the macros as lines of the source."""
        if not self.tiles:
            return {"": ""}
        tiles = json.loads((ROOT / self.tiles).read_text())
        found = {}
        for tile in tiles["cpu"]:
            macros = "".join(f"#define {name} {value}\n" for name, value in zip(tiles["defines"], tile.split("x")))
            found[tile] = macros + "#define EDGES 0\n"
            found[f"{tile}-edges"] = macros + "#define EDGES 1\n"
        return found

    def name(self):
        return self.benchmarks[0].partition("/")[0]

    def named(self):
        """Each with its name: that of the benchmark, and its place in the list."""
        letter = "h" if self.file.endswith(".cpp") else "k"
        return [(f"{self.name()}_{letter}{number}", mutant) for number, mutant in enumerate(self.mutants, 1)]


CPUS = ("opencl", "level_zero")


def hidden_on_cpus(why):
    return dict.fromkeys(CPUS, why)


def hidden_everywhere(why):
    return dict.fromkeys((*CPUS, "cuda"), why)
