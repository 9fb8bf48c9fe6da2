# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What the leak sanitizer is told to ignore: a library a line, with the reason above it. The sanitizer refuses a file
with any other line, and only once there is a leak to look up."""
import os
import unittest
from pathlib import Path

ROOT = Path(os.environ["HARNESS"]).parent
FILES = (ROOT / "harness/cmake/lsan.supp", ROOT / "reference/level_zero_driver/tests/lsan.supp")


class Suppressions(unittest.TestCase):
    def test_name_a_library_and_a_reason(self):
        for file in FILES:
            has_reason = False
            for line in file.read_text().splitlines():
                with self.subTest(file=str(file.relative_to(ROOT)), line=line):
                    self.assertRegex(line, r"^(# \S.*|leak:lib\S+|)$")
                    self.assertTrue(has_reason or not line.startswith("leak:"), "expected a reason above, found none")
                has_reason = line.startswith("#") or (has_reason and line.startswith("leak:"))


if __name__ == "__main__":
    unittest.main()
