# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Lets each call of Vulkan fail in turn, in its first, second and last occurrence: the program says so, ends, and has
destroyed what it made."""
import concurrent.futures
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["PROGRAM"]
CODE = "-4711"
# Without the time domains, the clock is read by a stamp; and the loader's own layers ask for extensions too.
MAY_PASS = {"vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT"}
# They return nothing, so that they cannot fail.
NEVER_FAIL = ("vkDestroy", "vkFree")


class Run:
    def __init__(self, **settings):
        with tempfile.TemporaryDirectory() as folder:
            calls, objects = Path(folder) / "calls", Path(folder) / "objects"
            files = {"VKLAB_CALLS_OUT": str(calls), "VKLAB_OBJECTS_OUT": str(objects)}
            self.done = subprocess.run([PROGRAM], env={**os.environ, **files, **settings}, capture_output=True,
                                       text=True, timeout=60, check=False)
            self.said = self.done.stdout + self.done.stderr
            self.calls = {name: int(count) for name, count in (line.split() for line in calls.read_text().splitlines())}
            self.left = objects.read_text()


class EveryCall(unittest.TestCase):
    def check(self, call, occurrence, run):
        self.assertEqual(run.left, "", f"not destroyed, {run.said}")
        if run.done.returncode == 0 and call in MAY_PASS:
            return
        self.assertEqual(run.done.returncode, 1, run.said)
        self.assertRegex(run.done.stdout, rf"(?m)^error: .*{call}", run.said)
        self.assertIn(f"({CODE})", run.done.stdout)

    def test_that_fails_is_named(self):
        whole = Run()
        self.assertEqual(whole.done.returncode, 0, whole.said)
        self.assertEqual(whole.left, "")
        calls = {call: count for call, count in whole.calls.items() if not call.startswith(NEVER_FAIL)}
        self.assertGreater(len(calls), 20, calls)
        plans = [(call, occurrence) for call, count in calls.items() for occurrence in sorted({1, min(2, count), count})]
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            runs = pool.map(lambda plan: Run(VKLAB_FAIL=f"{plan[0]}:{plan[1]}:{CODE}"), plans)
            for (call, occurrence), run in zip(plans, runs):
                with self.subTest(call=call, occurrence=occurrence, of=calls[call]):
                    self.check(call, occurrence, run)


if __name__ == "__main__":
    unittest.main()
