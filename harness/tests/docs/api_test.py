# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the API reference as its page says. Doxygen's warnings are errors. Exit status 77: no Doxygen here."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HARNESS = Path(os.environ["HARNESS"])
PAGE = (HARNESS / "docs" / "api.md").read_text()


class Api(unittest.TestCase):
    def make(self, *settings):
        with tempfile.TemporaryDirectory() as folder:
            config = "\n".join([(HARNESS / "docs/Doxyfile").read_text(), f"OUTPUT_DIRECTORY = {folder}", *settings])
            done = subprocess.run(["doxygen", "-"], input=config, cwd=HARNESS, capture_output=True, text=True, check=False)
            pages = {path.name for path in Path(folder).rglob("*.html")}
        return done.returncode, done.stdout + done.stderr, pages

    def test_is_made_without_a_warning(self):
        status, said, pages = self.make()
        self.assertEqual((status, said.strip()), (0, ""))
        self.assertIn("classtickbench_1_1State.html", pages)
        self.assertIn("index.html", pages)

    def test_a_wrong_comment_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = Path(folder, "wrong.hpp")
            wrong.write_text("/// \\param y none such\nvoid f(int x);\n")
            status, said, _ = self.make(f"INPUT += {wrong}")
        self.assertNotEqual(status, 0)
        self.assertIn("wrong.hpp", said)

    def test_its_page_names_each_header(self):
        headers = {path.name for path in (HARNESS / "include/tickbench").glob("*.hpp")}
        named = set(re.findall(r"include/tickbench/(\w+\.hpp)", PAGE))
        self.assertEqual(headers - {"tickbench.hpp", "check_parts.hpp"}, named)


if __name__ == "__main__":
    if shutil.which("doxygen") is None:
        print("no doxygen here (Debian: doxygen)")
        sys.exit(77)
    unittest.main()
