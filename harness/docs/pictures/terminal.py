#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""terminal.py OUT.png COLUMNS COMMAND...: a picture of what the command prints in a terminal of so many columns.

`-` in place of a command: what stands on standard input. Chromium (Debian: chromium) draws it; status 77 where it lacks.
"""
import fcntl
import html
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import zlib

CELL, LINE, MARGIN = 6.6226, 15, 8  # of DejaVu Sans Mono at 11 pixels
STYLES = {"1": "font-weight:bold", "31": "color:#c01c28", "1;31": "font-weight:bold;color:#c01c28", "33": "color:#8a6200"}


def printed(columns, command):
    """Standard output, which is a terminal; standard error is none, as progress rewrites its lines."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(command, stdout=child, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"}):
        os.close(child)
        text = b""
        while True:
            try:
                more = os.read(parent, 65536)
            except OSError:  # Linux ends a terminal so
                more = b""
            if not more:
                return text.decode().replace("\r\n", "\n")
            text += more


def lines_of(text, columns):
    """As a terminal wraps them; escapes take no room."""
    for line in text.rstrip("\n").split("\n"):
        parts, width = [], 0
        for part in re.findall(r"\x1b\[[\d;]*m|.", line):
            if not part.startswith("\x1b") and width == columns:
                yield "".join(parts)
                parts, width = [], 0
            width += not part.startswith("\x1b")
            parts.append(part)
        yield "".join(parts)


def as_html(line):
    text = ""
    for escape, words in re.findall(r"(?:\x1b\[([\d;]*)m)?([^\x1b]*)", line):
        text += f'<span style="{STYLES.get(escape, "")}">{html.escape(words)}</span>'
    return text


def packed(png):
    """The same picture in fewer bytes: Chromium compresses for speed."""
    head, data, at = b"", b"", 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            head = png[:at + 12 + size]
        elif kind == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += 12 + size
    chunk = b"IDAT" + zlib.compress(zlib.decompress(data), 9)
    end = b"\0\0\0\0IEND"
    return head + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + end + struct.pack(
        ">I", zlib.crc32(b"IEND"))


def main():
    picture, columns, command = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), sys.argv[3:]
    browser = shutil.which("chromium")
    if not browser:
        print("chromium draws the picture (Debian: chromium)")
        sys.exit(77)
    text = sys.stdin.read() if command == ["-"] else printed(columns, command)
    lines = list(lines_of(text, columns))
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text("<meta charset=utf-8><style>body{margin:%dpx;background:#fff;color:#1d1d1d}"
                        "pre{margin:0;font:11px/%dpx 'DejaVu Sans Mono',monospace}</style><pre>%s</pre>" %
                        (MARGIN, LINE, "\n".join(map(as_html, lines))))
        size = f"{round(columns * CELL) + 2 * MARGIN},{len(lines) * LINE + 2 * MARGIN}"
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--hide-scrollbars", f"--window-size={size}",
                        f"--user-data-dir={folder}/profile", f"--screenshot={picture}", page.as_uri()],
                       check=True, capture_output=True)
    picture.write_bytes(packed(picture.read_bytes()))


if __name__ == "__main__":
    main()
