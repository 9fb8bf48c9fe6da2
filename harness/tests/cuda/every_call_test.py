# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Lets each call of the driver fail in turn, in its first, second and last occurrence: the program says so, and ends."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["PROGRAM"]
UNKNOWN = 999


def run(**settings):
    return subprocess.run([PROGRAM], env={**os.environ, **settings}, capture_output=True, text=True, timeout=60,
                          check=False)


def counts():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calls"
        done = run(CUHOST_LAB_CALLS_OUT=str(path))
        if done.returncode != 0:
            raise AssertionError(f"expected all calls to succeed, found {done.stdout}{done.stderr}")
        return {name: int(count) for name, count in (line.split() for line in path.read_text().splitlines())}


class EveryCall(unittest.TestCase):
    def test_that_fails_is_named(self):
        calls = counts()
        self.assertGreater(len(calls), 30, calls)
        for call, count in calls.items():
            for occurrence in sorted({1, min(2, count), count}):
                with self.subTest(call=call, occurrence=occurrence, of=count):
                    done = run(CUHOST_LAB_FAIL=f"{call}:{occurrence}:{UNKNOWN}")
                    said = done.stdout + done.stderr
                    self.assertEqual(done.returncode, 1, said)
                    # The newer form of a call answers for the older one where the driver has it.
                    self.assertRegex(done.stdout, rf"(?m)^error: .*{call.removesuffix('_v2')}", said)
                    self.assertIn(f"({UNKNOWN})", done.stdout)


if __name__ == "__main__":
    unittest.main()
