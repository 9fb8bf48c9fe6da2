# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The main of tests that build a Google Benchmark program."""

import os
import subprocess
import sys
import unittest


def run_tests(compiler):
    """The tests of the script that is run; status 77 where this compiler finds no Google Benchmark."""
    probe = "#include <benchmark/benchmark.h>\n"
    if subprocess.run([compiler, "-x", "c++", "-E", "-", "-o", os.devnull], input=probe, text=True, check=False).returncode:
        print("no Google Benchmark for", compiler)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
