# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite as CTest tests: without any device, and with a kernel that has become slow."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.environ["DISCOVERY_TESTS"])
from discovery_test import Project, run  # noqa: E402

# What the loaders look for drivers by.
NO_DRIVERS = {"OCL_ICD_VENDORS": "/nonexistent/", "OPENCL_VENDOR_PATH": "/nonexistent/", "OCL_ICD_FILENAMES": "",
              "ZE_ENABLE_ALT_DRIVERS": "/nonexistent", "VK_DRIVER_FILES": "/nonexistent", "VK_ICD_FILENAMES": "/nonexistent"}


class WithoutDevices(Project):
    def test_all_is_skipped_with_the_reason(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER /saxpy/1024)")
        status, out = self.ctest("-V", **NO_DRIVERS)
        self.assertEqual(status, 0, out)
        count = len(self.discovered())
        self.assertGreater(count, 0)
        self.assertEqual(out.count("***Skipped"), count)
        self.assertIn("no OpenCL platform is installed", out)

    def test_so_it_is_with_the_resource_file_that_was_written_here(self):
        self.configure("tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER /saxpy/1024 RESOURCES)")
        status, spec = run(os.environ["TOOL"], "devices", "--resource-spec", **NO_DRIVERS)
        self.assertEqual(status, 0, spec)
        (self.source / "spec.json").write_text(spec)
        status, out = self.ctest("-V", "--resource-spec-file", self.source / "spec.json", **NO_DRIVERS)
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("***Skipped"), len(self.discovered()))
        self.assertIn("when CTest's resource file was written", out)


class Slow(Project):
    """The suite's matmul takes three times as long: its floors are missed, and no other's."""

    def test_the_floors_of_the_slow_kernel_are_missed_and_no_other(self):
        self.configure(f"""
            tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER [==[{os.environ["FILTER"]}]==]
                                     FLOORS [==[{os.environ["FLOORS"]}]==])
            """)
        status, out = self.ctest()
        failed = set(re.findall(r"Test +#\d+: (\S+) .*\*\*\*Failed", out))
        judged = {test["name"] for test in self.discovered()}
        skipped = set(re.findall(r"Test +#\d+: (\S+) .*\*\*\*Skipped", out))
        expected = {name for name in judged - skipped if "/matmul/" in name}
        self.assertGreater(len(expected), 0, out)
        self.assertEqual(failed, expected, out)
        self.assertEqual(status, 8, out)


if __name__ == "__main__":
    unittest.main()
