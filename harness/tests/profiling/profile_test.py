# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What the driver is asked for inside the range of a profiled launch: that launch, the wait for it, and nothing else. A
laboratory of the driver and a tool of NVTX write to one file."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM, RECORDER, BACKEND, SEQUENCE = (os.environ[name] for name in ("PROGRAM", "RECORDER", "BACKEND", "SEQUENCE"))
BEGIN_CAPTURE, END_CAPTURE = (f"vkQueueInsertDebugUtilsLabelEXT capture-marker,{which}_capture"
                              for which in ("begin", "end"))
# Of each back end, its calls in the range. Questions and what is set up for the next launch are not commands.
LAUNCH = {
    "opencl": ["clEnqueueNDRangeKernel", "clFinish"],
    "cuda": ["cuLaunchKernel", "cuStreamSynchronize"],
    "vulkan": [BEGIN_CAPTURE, "vkQueueBeginDebugUtilsLabelEXT {id}", "vkCmdDispatch", "vkQueueSubmit",
               "vkWaitForFences", "vkQueueEndDebugUtilsLabelEXT", END_CAPTURE],
}[BACKEND]
NO_COMMANDS = {"cuda": {"cuCtxSetCurrent"},
               "vulkan": {"vkBeginCommandBuffer", "vkEndCommandBuffer", "vkResetFences", "vkResetCommandPool"}}


class Profile(unittest.TestCase):
    def run_program(self, *flags, **environment):
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "sequence"
            files = {SEQUENCE: str(written), "NVTX_RECORDER_OUT": str(written)}
            done = subprocess.run([PROGRAM, "--tickbench_profile", f"--tickbench_device={BACKEND}",
                                   "--benchmark_format=json", *flags], env={**os.environ, **files, **environment},
                                  capture_output=True, text=True, timeout=100, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return done, written.read_text().splitlines()

    def ranges(self, lines):
        found, open_range = {}, None
        for line in lines:
            if line.startswith("push "):
                self.assertIsNone(open_range, lines)
                open_range = line[len("push "):]
                self.assertNotIn(open_range, found)
                found[open_range] = []
            elif line == "pop":
                open_range = None
            elif open_range is not None and line not in NO_COMMANDS.get(BACKEND, ()):
                found[open_range].append(line)
        self.assertIsNone(open_range)
        return found

    def check(self, lines, *ids):
        expected = {id: [call.format(id=id) for call in LAUNCH] for id in ids}
        self.assertEqual(self.ranges(lines), expected)

    def test_a_range_has_its_launch_alone(self):
        done, lines = self.run_program(NVTX_INJECTION64_PATH=RECORDER)
        self.check(lines, f"{BACKEND}/one", f"{BACKEND}/reset")
        launch = next(call for call in LAUNCH if "Launch" in call or "NDRange" in call or "Dispatch" in call)
        self.assertGreater(lines[:lines.index(f"push {BACKEND}/one")].count(launch), 10, "no warm-up")
        for row in json.loads(done.stdout)["benchmarks"]:
            self.assertIn("profiled in a range of NVTX", row["label"])

    def test_caches_are_displaced_before_it(self):
        _, lines = self.run_program("--tickbench_cache=cold:1MiB", f"--tickbench_benchmark={BACKEND}/one",
                                    NVTX_INJECTION64_PATH=RECORDER)
        self.check(lines, f"{BACKEND}/one")

    def test_what_is_no_tool_is_named(self):
        for environment, why in (({"NVTX_INJECTION64_PATH": "/nowhere/lib.so"}, "which cannot be loaded"),
                                 ({"NVTX_INJECTION64_PATH": "libc.so.6"}, "without InitializeInjectionNvtx2"),
                                 ({"NVTX_INJECTION64_PATH": RECORDER, "NVTX_RECORDER_REFUSES": "1"},
                                  "which takes none")):
            done, lines = self.run_program(f"--tickbench_benchmark={BACKEND}/one", **environment)
            self.assertIn(why, done.stderr)
            self.assertFalse(any(line.startswith("push ") for line in lines))


if __name__ == "__main__":
    unittest.main()
