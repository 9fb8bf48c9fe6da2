# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What stands for the drivers' loaders in the wheel: python/loaders.py."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADERS = Path("/usr/include")

PROGRAM = """
#include <CL/cl.h>
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <vulkan/vulkan_core.h>
int main(void) {
  cl_uint count = 0;
  uint32_t version = 0;
  printf("%d ", clGetPlatformIDs(0, NULL, &count));
  printf("%d ", vkEnumerateInstanceVersion(&version));
  printf("%x ", (unsigned)zeInit(0));
  printf("%d\\n", clCreateContext(NULL, 0, NULL, NULL, NULL, NULL) == NULL);
}
"""


class Loaders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "program.c").write_text("#define CL_TARGET_OPENCL_VERSION 300\n" + PROGRAM)

    def run_program(self, **libraries):
        """Builds the program without any loader, and runs it beside these: name -> C code."""
        subprocess.run([sys.executable, "-B", ROOT / "python/loaders.py", self.folder / "loaders.c", HEADERS],
                       check=True)
        for name, code in libraries.items():
            (self.folder / "library.c").write_text(code)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", self.folder / f"lib{name}", "library.c"], cwd=self.folder, check=True)
        text = (self.folder / "loaders.c").read_text()
        for name in ("OpenCL.so.1", "vulkan.so.1", "ze_loader.so.1"):
            text = text.replace(f'"lib{name}"', f'"{self.folder}/lib{name}"')
        (self.folder / "loaders.c").write_text(text)
        subprocess.run(["cc", "-O2", "-o", "program", "program.c", "loaders.c", "-ldl"], cwd=self.folder, check=True)
        return subprocess.run([self.folder / "program"], capture_output=True, text=True, check=True).stdout

    def test_without_any_loader_each_function_says_so(self):
        self.assertEqual(self.run_program(), "-1001 -3 78000001 1\n")

    def test_a_loader_has_its_functions_and_its_arguments(self):
        printed = self.run_program(**{"OpenCL.so.1": "int clGetPlatformIDs(unsigned n, void* p, unsigned* c)"
                                                     "{ return n == 0 && p == 0 && c ? 42 : 1; }",
                                      "vulkan.so.1": "int vkEnumerateInstanceVersion(unsigned* v) { return v ? 7 : 1; }"})
        # What an older loader lacks is missing by itself.
        self.assertEqual(printed, "42 7 78000001 1\n")

    def test_headers_without_functions_are_refused(self):
        for file in ("CL/cl.h", "vulkan/vulkan_core.h", "level_zero/ze_api.h"):
            (self.folder / file).parent.mkdir()
            (self.folder / file).write_text("")
        ended = subprocess.run([sys.executable, "-B", ROOT / "python/loaders.py", self.folder / "loaders.c", self.folder],
                               capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stderr), (1, "loaders.py: libOpenCL.so.1: expected functions in CL/cl.h of "
                                                               f"{self.folder}, found none\n"))


if __name__ == "__main__":
    if not all((HEADERS / file).exists() for file in ("CL/cl.h", "level_zero/ze_api.h", "vulkan/vulkan_core.h")):
        print(f"skipped: {HEADERS} has not all headers of the loaders")
        sys.exit(77)
    os.environ.pop("LD_PRELOAD", None)
    unittest.main()
