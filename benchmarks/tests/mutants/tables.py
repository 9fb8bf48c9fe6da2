#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of harness/docs/reliability.md, by the lists that the tests hold against every run.

    python3 benchmarks/tests/mutants/tables.py
"""
import collections
import functools
import pathlib
import sys

from mutants_test import host_trials, kernel_trials, trials

BACKENDS = {"opencl": "PoCL", "level_zero": "zecpu", "cuda": "cuhost", "vulkan": "lavapipe"}
LIARS = pathlib.Path(__file__).resolve().parents[3] / "harness/tests/liars"


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


@functools.cache
def mutants_of(backend):
    return [trial for trial in trials(backend) if not trial.is_control()]


def counts(trials_here, backend):
    """Caught, and not."""
    hidden = sum(bool(trial.hidden(backend)) for trial in trials_here)
    return [len(trials_here) - hidden, hidden]


def by_kind():
    everything = [trial for trial in (*kernel_trials(), *host_trials()) if not trial.is_control()]
    rows = []
    for kind in [*sorted({trial.mutant.kind for trial in everything}), None]:
        row = ["all" if kind is None else kind, sum(kind in (None, trial.mutant.kind) for trial in everything)]
        for backend in BACKENDS:
            here = [trial for trial in mutants_of(backend) if kind in (None, trial.mutant.kind)]
            row.append(" / ".join(map(str, counts(here, backend))) if here else "")
        rows.append(row)
    return table(["defect", "mutants", *BACKENDS.values()], rows)


def reasons():
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for backend, name in BACKENDS.items():
        for trial in mutants_of(backend):
            if why := trial.hidden(backend):
                found[why][name].append(trial.name)
    rows = [["; ".join(f"{name}: {len(those)}" for name, those in where.items()), why] for why, where in found.items()]
    return table(["not caught", "why that device cannot show it"], rows)


def lies():
    sys.path.insert(0, str(LIARS))
    import cheats
    import liars_test

    def row(name, expected, hidden):
        tried = {lie: of for lie, of in expected.items() if lie not in liars_test.HONEST}
        passing = [lie for lie, (outcome, _) in tried.items() if outcome in ("passed", "nothing_to_check", "unsupported")]
        told = [lie for lie in passing if lie not in hidden]
        return [name, len(tried), len(tried) - len(passing), len(told), len(passing) - len(told)]
    return table(["cheats", "tried", "fail by name", "a word in the row or its notes", "not found"], [
        row("of kernels and bodies, on every back end", liars_test.EXPECTED, cheats.HIDDEN),
        row("of kernels that remember, in OpenCL C", cheats.REMEMBERING, {}),
        row("of callables that enqueue, on OpenCL", liars_test.CALLABLES, cheats.HIDDEN_CALLABLES)])


def all_tables():
    return [by_kind(), reasons(), lies()]


if __name__ == "__main__":
    print("\n\n".join(all_tables()))
