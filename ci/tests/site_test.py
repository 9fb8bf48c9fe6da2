#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the site of the pages (ci/site/build). Exit status 77: no mkdocs here."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = """<!-- SPDX -->
# Small

Some words:
- an item
  - an inner one

| a | b |
|---|---|
| `x\\|y` | [folder](ci/site), [code](code.cpp), [part](docs/page.md#a-b-c) |

## Pages

| kind | pages |
|---|---|
| how to | [Page](docs/page.md) |
"""


class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def build(self, root):
        result = subprocess.run([root / "ci/site/build", self.path / "site"], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def page(self, name="index.html"):
        return (self.path / "site" / name).read_text()

    def small(self, readme):
        """A repository with two pages."""
        root = self.path / "small"
        shutil.copytree(ROOT / "ci/site", root / "ci/site")
        (root / "docs").mkdir()
        (root / "docs/page.md").write_text("# Page\n\n## a `b` c\n\n[Up](../README.md#small)\n")
        (root / "README.md").write_text(readme)
        (root / "code.cpp").write_text("int x;\n")
        subprocess.run(["git", "init", "--quiet", root], check=True)
        return root

    def test_all_pages_are_in_it_and_all_links_lead_somewhere(self):
        status, output = self.build(ROOT)
        self.assertEqual((status, output), (0, ""))
        kinds = re.findall(r"^\| ([\w ]+) \| .*\]\(.*\.md", (ROOT / "README.md").read_text().split("\n## Pages\n")[1], re.MULTILINE)
        self.assertEqual(kinds, ["start here", "how to", "reference", "why"])
        for kind in kinds:
            self.assertIn(f"<h2>{kind.capitalize()}</h2>", self.page())
        for page in (ROOT / "harness/docs").glob("*.md"):
            self.assertIn(f'href="harness/docs/{page.stem}.html"', self.page(), "expected each page in the navigation")
            self.assertTrue((self.path / f"site/harness/docs/{page.stem}.html").exists())
        index = json.loads(self.page("search/search_index.js").removeprefix("const searchIndex = ").removesuffix(";\n"))
        self.assertTrue(any("median" in page["text"] for page in index["docs"]))

    def test_markdown_reads_as_on_its_host(self):
        self.assertEqual(self.build(self.small(README)), (0, ""))
        self.assertIn("<title>", self.page())
        self.assertRegex(self.page(), r"<li>an item\s*<ul>\s*<li>an inner one</li>")
        self.assertIn("<code>x|y</code>", self.page())
        self.assertIn('<td>folder, <a href="code.cpp">code</a>, <a href="docs/page.html#a-b-c">part</a></td>', self.page())
        self.assertIn('<a href="../index.html#small">Up</a>', self.page("docs/page.html"))

    def test_a_broken_link_fails(self):
        for link in ("docs/page.md#a-b", "docs/none.md", "none.cpp"):
            with self.subTest(link):
                shutil.rmtree(self.path / "small", ignore_errors=True)
                status, output = self.build(self.small(README.replace("docs/page.md#a-b-c", link)))
                self.assertEqual(status, 1, output)
                self.assertIn(re.search(r"none|a-b", link)[0], output)


if __name__ == "__main__":
    if not shutil.which("mkdocs"):
        print("no mkdocs (ci/packages --tests installs it)")
        sys.exit(77)
    unittest.main()
