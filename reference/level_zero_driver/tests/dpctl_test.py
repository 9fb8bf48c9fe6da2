# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The tests of dpctl, Intel's Python binding of SYCL, on the CPU driver.

    DPCTL_PYTHON=VENV/bin/python DPCTL_LOADER=FOLDER python3 dpctl_test.py DRIVER

DPCTL_PYTHON is a Python with dpctl, pytest, numpy and cython (PyPI). DPCTL_LOADER is a folder with a
Level Zero loader of 2026 and its tracing layer: older ones lack calls that the SYCL run time makes.
Every file runs in a process of its own. Exit status 77: one of them is not given. 1: a test fails, or
a file crashes, hangs or runs no test."""

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

LIMIT_S = 300


def failures(report):
    for case in xml.parse(report).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            yield f"{case.get('classname')}::{case.get('name')}"


def run(python, file, environment):
    """What went wrong, and how many tests passed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", str(file)]
        try:
            done = subprocess.run(command, env=environment, cwd=folder, timeout=LIMIT_S, capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            return [f"{file.name}: had not ended after {LIMIT_S} s"], 0
        if done.returncode not in (0, 1) or not report.exists():
            return [f"{file.name}: ended with {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}"], 0
        failed = list(failures(report))
        suites = list(xml.parse(report).getroot().iter("testsuite"))
        passed = sum(int(s.get("tests")) - sum(int(s.get(k)) for k in ("failures", "errors", "skipped")) for s in suites)
        return failed, passed


def main():
    python, loader = os.environ.get("DPCTL_PYTHON"), os.environ.get("DPCTL_LOADER")
    if not python or not loader:
        print("skipped: DPCTL_PYTHON and DPCTL_LOADER are not both given")
        return 77
    where = subprocess.run([python, "-c", "import importlib.util as u; print(u.find_spec('dpctl').origin)"],
                           check=True, capture_output=True, text=True).stdout.strip()
    environment = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=sys.argv[1], ZECPU_DEVICE_TYPE="gpu",
                       ONEAPI_DEVICE_SELECTOR="level_zero:*", LD_LIBRARY_PATH=loader)
    wrong, passed = [], 0
    for file in sorted((Path(where).parent / "tests").glob("test_*.py")):
        failed, count = run(python, file, environment)
        print(f"{file.name}: {count} pass, {len(failed)} fail", flush=True)
        wrong += failed
        passed += count
    print(f"{passed} pass, {len(wrong)} fail", *wrong, sep="\n")
    return 1 if wrong or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
