# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Holds the map, src/README.md, to the folders, files and functions that it names."""
import os
import re
import unittest
from pathlib import Path

SOURCES = Path(os.environ["HARNESS"]) / "src"
MAP = (SOURCES / "README.md").read_text()


class Map(unittest.TestCase):
    def test_has_a_line_for_each_folder(self):
        folders = {f"{path.relative_to(SOURCES).as_posix()}/" for path in SOURCES.rglob("*")
                   if path.is_dir() and path.parent != SOURCES and any(child.is_file() for child in path.iterdir())}
        self.assertEqual(sorted(re.findall(r"^\| `([\w/]+/)` \|", MAP, re.MULTILINE)), sorted(folders),
                         "src/README.md: expected one line for each folder of src, found another list")

    def test_has_a_heading_for_each_wing(self):
        self.assertEqual(sorted(re.findall(r"^## `(\w+)/`: ", MAP, re.MULTILINE)),
                         sorted(path.name for path in SOURCES.iterdir() if path.is_dir()))

    def test_rooms_name_rooms_above_them(self):
        rooms = re.findall(r"^\| `\w+/(\w+)/` \|", MAP, re.MULTILINE)
        text = "".join(path.read_text() for path in SOURCES.rglob("CMakeLists.txt"))
        parts = dict(re.findall(r"^ *tickbench_part\(\s*(\w+)[^)]*?\bDEPENDS ([\w\s]+?)\s(?:HEADERS|LIBRARIES|KERNELS|\))",
                                text.replace(")", "\n)"), re.MULTILINE))
        of_all = re.search(r"tickbench_part\(\s*\$\{name\}[^)]*?\bDEPENDS ([\w\s]+?) \$\{ARG_DEPENDS\}", text)[1]
        for room, arguments in re.findall(r"^ *tickbench_back_end\(\s*(\w+)([^)]*)", text, re.MULTILINE):
            own = re.search(r"\bDEPENDS ([\w\s]+?)\s(?:LIBRARIES|$)", arguments)
            parts[room] = f"{of_all} {own[1] if own else ''}"
        self.assertEqual(set(rooms) - set(parts), {"base"})
        for room in rooms[1:]:
            self.assertLessEqual(set(parts[room].split()), set(rooms[:rooms.index(room)]),
                                 f"src/CMakeLists.txt: {room}: expected rooms above it in src/README.md alone")

    def test_its_links_lead_somewhere(self):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", MAP):
            with self.subTest(target):
                self.assertTrue((SOURCES / target).exists(), f"src/README.md: expected the file {target}, found none")

    def test_its_functions_are_where_it_says(self):
        places = re.findall(r"`([\w:]+)` \(\[[^]]*\]\(([^)]+)\)\)", MAP)
        self.assertGreater(len(places), 10)
        for name, target in places:
            with self.subTest(name):
                text = (SOURCES / target).read_text() if (SOURCES / target).is_file() else ""
                self.assertRegex(text, rf"\b{re.escape(name)}\b", f"src/README.md: expected {name} in {target}, found none")

    def test_the_way_of_a_sample_is_short(self):
        way = re.search(r"^## The way of one sample\n(.*?)(?=^## |\Z)", MAP, re.MULTILINE | re.DOTALL)
        self.assertIsNotNone(way, "src/README.md: expected the section on the way of one sample")
        self.assertLessEqual(len(re.findall(r"^\d+\. ", way.group(1), re.MULTILINE)), 20)


if __name__ == "__main__":
    unittest.main()
