#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The script that draws the pictures of tables still draws one. Exit status 77: no Chromium."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(os.environ["HARNESS"]) / "docs/pictures/terminal.py"
specification = importlib.util.spec_from_file_location("terminal", SCRIPT)
terminal = importlib.util.module_from_spec(specification)
specification.loader.exec_module(terminal)

text = terminal.printed(20, ["sh", "-c", "test -t 1 && printf 'a \\033[1;31mb & c\\033[0m d\\n'"])
assert text == "a \x1b[1;31mb & c\x1b[0m d\n", repr(text)
assert list(terminal.lines_of("12345\x1b[1m678\n9", 4)) == ["1234", "5\x1b[1m678", "9"]
assert "font-weight:bold" in terminal.as_html("\x1b[1mb") and "b &amp; c" in terminal.as_html("b & c")
with tempfile.TemporaryDirectory() as folder:
    picture = pathlib.Path(folder) / "table.png"
    status = subprocess.run([sys.executable, "-B", SCRIPT, picture, "20", "-"], input=text, text=True, check=False).returncode
    if status:
        sys.exit(status)
    assert picture.read_bytes().startswith(b"\x89PNG"), "no picture"
