# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The pictures of a report are XML as its standard has it, also where names do their worst; the page holds the same ones."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "]]></text>&<!--\x00\x1b\"'`\\\u202e\ufffe\u8a2d\U0001f600\n%"


def entry(name, size, **metrics):
    value = {"time": 1e-6 * size, "bytes_per_second": 1e9 * size, "flops_per_second": 1e8 * size, "speedup_tbb": 2.5, **metrics}
    return {"name": f"opencl/{name}{HOSTILE}/{size}", "run_type": "iteration",
            "tickbench": {"id": f"opencl/{name}{HOSTILE}/{size}", "backend": "opencl", "device": HOSTILE, "device_id": "opencl:0",
                          "outcome": "passed", "axis": {"name": HOSTILE, "value": size, "unit": HOSTILE},
                          "launch": {phase: {"value": 1e-6} for phase in ("queued_to_submit", "submit_to_start", "start_to_end")},
                          "regions": [{"name": HOSTILE, "device": 1e-6, "host": 2e-6, "count": 3}],
                          "metrics": {name: {"value": v, "low": 0.9 * v, "high": 1.2 * v} for name, v in value.items()}}}


class Pictures(unittest.TestCase):
    def test_are_xml_and_stand_in_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            results = {"context": {"tickbench": {"devices": [{"id": "opencl:0", "name": HOSTILE, "peaks": {
                "bytes_per_second": 1e12, "flops_per_second": 1e13}}]}},
                       "benchmarks": [entry(name, size) for name in "ab" for size in (1, 1024, 65536)]}
            (Path(folder) / "r.json").write_text(json.dumps(results))
            subprocess.run([sys.argv[1], "report", "r.json", "-o", "report"], cwd=folder, check=True, stderr=subprocess.PIPE)
            files = {path.stem: path.read_text() for path in (Path(folder) / "report/plots").glob("*.svg")}
            page = (Path(folder) / "report/index.html").read_text()
        kinds = {name.split("-")[0] for name in files}
        self.assertEqual(kinds, {"throughput", "speedup", "roofline", "launch", "regions"})
        for name, text in files.items():
            with self.subTest(picture=name):
                root = ElementTree.fromstring(text)
                self.assertEqual((root.tag, root.get("role")), (SVG + "svg", "img"))
                self.assertTrue(root.find(SVG + "title").text)
                self.assertIn("\\x1b", root.find(SVG + "desc").text)
                # A link, a style or a script could load something.
                self.assertLessEqual({e.tag for e in root.iter()},
                                     {SVG + tag for tag in ("svg", "title", "desc", "rect", "g", "path", "text", "pattern")})
        shown = [unquote(source) for source in re.findall(r'src="data:image/svg\+xml,([^"]*)"', page)]
        self.assertEqual(sorted(shown), sorted(files.values()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
