# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Follows every link of the pages that leads to another file or heading of this project."""
import os
import re
import unittest
from pathlib import Path

ROOT = Path(os.environ["HARNESS"]).parent
FOLDERS = ("harness", "benchmarks", "reference", "ci")


def pages():
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        yield from (ROOT / folder).rglob("*.md")


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page):
    """As the hosts of such pages make them of headings."""
    headings = re.findall(r"^#+ +(.*)$", without_code(page.read_text()), re.MULTILINE)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


class Links(unittest.TestCase):
    def test_all_lead_somewhere(self):
        for page in pages():
            text = re.sub(r"`[^`\n]*`", "", without_code(page.read_text()))
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"\w+:", target):
                    continue
                path, _, anchor = target.partition("#")
                there = (page.parent / path).resolve() if path else page
                with self.subTest(page=str(page.relative_to(ROOT)), link=target):
                    self.assertTrue(there.exists(), f"expected {there}, found none")
                    if anchor:
                        self.assertIn(anchor, anchors(there))


if __name__ == "__main__":
    unittest.main()
