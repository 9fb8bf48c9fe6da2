# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Submits the tests of a suite on fake devices to a server of its own, by ci/dashboard.cmake and the page's
commands, and reads out of what arrived what a dashboard would show."""
import base64
import http.server
import io
import json
import os
import re
import subprocess
import tarfile
import tempfile
import threading
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])
PAGE = (SOURCE / "harness/docs/dashboards.md").read_text()
PROJECT = """
    cmake_minimum_required(VERSION 3.25)
    project(suite LANGUAGES NONE)
    enable_testing()
    include([==[{source}/harness/cmake/TickbenchAddTests.cmake]==])
    add_executable(suite IMPORTED)
    set_target_properties(suite PROPERTIES IMPORTED_LOCATION [==[{suite}]==])
    tickbench_discover_tests(suite DISCOVERY_MODE PRE_TEST TEST_FILTER "-hanging" TEST_SUFFIX {suffix})
    """


class Server(http.server.BaseHTTPRequestHandler):
    """As much of CDash as ctest asks for: takes each file that is put, and says so."""

    protocol_version = "HTTP/1.1"  # curl asks before it sends, and waits a second for an older server

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        self.server.arrived[query["FileName"][0].split("___")[-1]] = body
        self.server.queries.append(query)
        self.server.tokens.append(self.headers["Authorization"])
        answer = b"<cdash><status>OK</status><message></message></cdash>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


def command(beginning):
    """The page's command line that begins so."""
    return re.search(rf"^{re.escape(beginning)}[^\n]*$", PAGE, re.MULTILINE).group(0)


class Dashboard(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        self.server.arrived, self.server.queries, self.server.tokens = {}, [], []
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def run_ctest(self, *flags, suffix="", **environment):
        (self.folder / "CMakeLists.txt").write_text(
            PROJECT.format(source=SOURCE, suite=os.environ["SUITE"], suffix=f"[==[{suffix}]==]"))
        environment = {**os.environ, "no_proxy": "*", "NO_PROXY": "*", **environment}
        result = subprocess.run([os.environ["CTEST"], *flags], capture_output=True, text=True, timeout=100,
                                cwd=self.folder, env=environment, check=False)
        return result.returncode, result.stdout + result.stderr

    def dashboard(self, *flags, **environment):
        url = f"http://127.0.0.1:{self.server.server_port}/submit.php?project=tickbench"
        words = command("TICKBENCH_CDASH=").split()
        self.assertTrue(words[0].startswith("TICKBENCH_CDASH=https://"), words)
        self.assertEqual(words[1:], ["ctest", "-S", "ci/dashboard.cmake"])
        return self.run_ctest(f"-DCTEST_SOURCE_DIRECTORY={self.folder}", f"-DCTEST_BINARY_DIRECTORY={self.folder}/build",
                              f"-DTICKBENCH_TOOL={os.environ['TOOL']}", "-S", str(SOURCE / "ci/dashboard.cmake"), "-V", *flags,
                              **{"TICKBENCH_CDASH": url, **environment})

    def arrived(self):
        """Of each test that arrived: its status, and its measurements by name."""
        found = {}
        for test in ElementTree.fromstring(self.server.arrived["Test.xml"]).iter("Test"):
            if test.get("Status") is not None:
                found[test.find("Name").text] = (test.get("Status"), {m.get("name"): m for m in test.iter("NamedMeasurement")})
        return found

    @staticmethod
    def attached(measurement):
        value = base64.b64decode(measurement.find("Value").text)
        if measurement.get("compression") == "gzip":
            return zlib.decompress(value)
        archive = tarfile.open(fileobj=io.BytesIO(value))
        return archive.extractfile(archive.getmembers()[0]).read()

    def test_metrics_and_results_arrive(self):
        status, out = self.dashboard(suffix="<&\"'>", TICKBENCH_CDASH_TOKEN="secret", TICKBENCH_CDASH_MODEL="Nightly",
                                     TICKBENCH_CDASH_SITE="a site", TICKBENCH_CDASH_BUILD="a build")
        self.assertNotEqual(status, 0, out)  # one benchmark is wrong
        for part in ("Configure.xml", "Build.xml", "Test.xml", "Done.xml"):
            self.assertIn(part, self.server.arrived, out)
        self.assertEqual(set(self.server.tokens), {"Bearer secret"})
        self.assertEqual({query["project"][0] for query in self.server.queries}, {"tickbench"})
        root = ElementTree.fromstring(self.server.arrived["Test.xml"])
        self.assertEqual((root.get("Name"), root.get("BuildName")), ("a site", "a build"))
        self.assertTrue(root.get("BuildStamp").endswith("Nightly"))

        tests = self.arrived()
        ids = ["opencl/saxpy/n:256", "opencl/saxpy/n:1024", "opencl/wrong"]
        self.assertEqual(list(tests), [i + "<&\"'>" for i in ids])
        for test, (status, measurements) in tests.items():
            is_wrong = test.startswith("opencl/wrong")
            self.assertEqual(status, "failed" if is_wrong else "passed")
            self.assertEqual(measurements["outcome"].find("Value").text, "wrong_result" if is_wrong else "passed")
            self.assertEqual(measurements["device"].find("Value").text, "Fake GPU")
            results = json.loads(self.attached(measurements["results"]))
            metrics = results["benchmarks"][0]["tickbench"].get("metrics", {})
            numbers = {name: float(m.find("Value").text) for name, m in measurements.items()
                       if m.get("type") == "numeric/double" and name not in ("Execution Time", "Processors")}
            self.assertEqual(numbers, {name: metric["value"] for name, metric in metrics.items()})
            self.assertEqual("bytes_per_second" in numbers, not is_wrong)
            # What CTest took as measurements is not left in the output.
            self.assertNotIn("CTestMeasurement", str(measurements))

    def test_the_report_arrives(self):
        _, out = self.dashboard()
        self.assertIn("Upload.xml", self.server.arrived, out)
        files = {Path(f.get("filename")).name: base64.b64decode(f.find("Content").text)
                 for f in ElementTree.fromstring(self.server.arrived["Upload.xml"]).iter("File")}
        results = json.loads(files["results.json"])
        self.assertEqual(sorted(entry["tickbench"]["id"] for entry in results["benchmarks"]),
                         ["opencl/saxpy/n:1024", "opencl/saxpy/n:256", "opencl/wrong"])
        runs = results["context"]["tickbench"]["runs"]
        self.assertEqual([[device["id"] for device in run["context"]["tickbench"]["devices"]] for run in runs], [["opencl:0"]] * 3)
        page = files["index.html"].decode()
        self.assertIn("opencl/saxpy/n:1024", page)
        plots = [content for name, content in files.items() if name.endswith(".svg")]
        self.assertTrue(plots)
        for plot in plots:
            self.assertEqual(ElementTree.fromstring(plot).tag, "{http://www.w3.org/2000/svg}svg")

    def test_says_what_is_missing(self):
        for url in ("", "nonsense"):
            status, out = self.dashboard(TICKBENCH_CDASH=url)
            self.assertNotEqual(status, 0)
            self.assertIn(f"expected where to submit (https://HOST/submit.php?project=NAME), found '{url}'",
                          " ".join(out.split()).replace(" '", " '"))
        self.assertEqual(self.server.arrived, {})

    def test_junit(self):
        self.dashboard()
        flags = command("ctest --preset ci --output-junit").split()[3:]
        status, out = self.run_ctest("--test-dir", str(self.folder / "build"), *flags)
        self.assertEqual(status, 8, out)
        suite = ElementTree.parse(self.folder / "build" / flags[-1]).getroot()
        self.assertEqual([case.get("status") for case in suite.iter("testcase")], ["run", "run", "fail"])


if __name__ == "__main__":
    unittest.main()
