#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""ci/packages with package managers that pretend."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PACKAGES = pathlib.Path(__file__).resolve().parent.parent / "packages"
FOR_TESTS = ["mkdocs", "valgrind", "intel-opencl-icd"]
LEVEL_ZERO = ["libze-dev", "libze1", "spirv-headers", "spirv-tools"]

# What is installed and what apt has are lists in the environment; apt-get writes down what it is asked for.
DPKG_QUERY = """#!/bin/bash
echo "libremoved config-files"
for package in $INSTALLED; do echo "$package installed"; done"""
APT_CACHE = """#!/bin/bash
[[ " $AVAILABLE " == *" $2 "* ]] && printf '%s:\\n  Installed: (none)\\n  Candidate: 1.0\\n' "$2"
exit 0"""
APT_GET = """#!/bin/bash
echo "$*" >>"$CALLS"; [[ "$1" != "${FAILS:-}" ]]"""


class Packages(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("not root")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        for name, text in {"dpkg-query": DPKG_QUERY, "apt-cache": APT_CACHE, "apt-get": APT_GET}.items():
            (self.path / name).write_text(text)
            (self.path / name).chmod(0o755)
        text = PACKAGES.read_text()
        table = text[text.index("<<'LIST'\n") + 9:]
        self.needed = [line.split()[0] for line in table[:table.index("\nLIST")].splitlines()]

    def run_it(self, installed, available, *flags, script=PACKAGES, **more):
        calls = self.path / "calls"
        calls.write_text("")
        environment = {**os.environ, **more, "PATH": f"{self.path}:{os.environ['PATH']}", "CALLS": str(calls),
                       "INSTALLED": " ".join(installed), "AVAILABLE": " ".join(available)}
        environment.pop("TICKBENCH_NO_INSTALL", None)
        done = subprocess.run([script, *flags], env=environment, capture_output=True, text=True, check=False)
        return done, calls.read_text().splitlines()

    def test_with_everything_there_it_asks_for_nothing(self):
        done, calls = self.run_it(self.needed + LEVEL_ZERO + ["clang-15", "llvm-spirv-15", "libclc-15"], [])
        self.assertEqual((done.returncode, calls, done.stderr), (0, [], ""))

    def test_a_bare_system_gets_all_with_the_lowest_pair(self):
        pairs = ["clang-14", "clang-15", "clang-19", "llvm-spirv-15", "llvm-spirv-16", "libclc-14", "libclc-15"]
        done, calls = self.run_it([], LEVEL_ZERO + pairs)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls[0], "update")
        self.assertEqual(set(calls[1].split()[3:]), {*self.needed, *LEVEL_ZERO, "clang-15", "llvm-spirv-15", "libclc-15"})

    def test_a_pair_that_is_there_is_kept(self):
        have = self.needed + LEVEL_ZERO[1:] + ["clang-16", "llvm-spirv-16", "libclc-16"]
        done, calls = self.run_it(have, LEVEL_ZERO + ["clang-14", "llvm-spirv-14"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls[1].split()[3:], ["libze-dev"])

    def test_without_a_pair_to_be_had_level_zero_is_left_out(self):
        done, calls = self.run_it(self.needed[1:], LEVEL_ZERO + ["clang-14", "llvm-spirv-15"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no Level Zero back end: this distribution has no clang-N llvm-spirv-N", done.stderr)
        self.assertEqual(calls[1].split()[3:], self.needed[:1])

    def test_the_functions_of_kernels_on_cuda_go_with_clangs_version(self):
        have = self.needed + LEVEL_ZERO + ["clang-16", "llvm-spirv-16"]
        done, calls = self.run_it(have, ["libclc-14", "libclc-16"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls[1].split()[3:], ["libclc-16"])
        self.assertIn("missing: libclc-16", done.stderr)

    def test_without_them_it_goes_on(self):
        have = self.needed + LEVEL_ZERO + ["clang-16", "llvm-spirv-16"]
        done, calls = self.run_it(have, ["libclc-14"])
        self.assertEqual((done.returncode, calls), (0, ["update"]), done.stderr)
        self.assertIn("no kernels for CUDA: this distribution has no libclc-16", done.stderr)

    def test_without_level_zero_there_are_kernels_on_cuda(self):
        done, calls = self.run_it(self.needed, ["clang-14", "clang-15", "libclc-15"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls[1].split()[3:], ["clang-15", "libclc-15"])

    def test_what_some_tests_take_is_asked_for_by_them_alone(self):
        have = self.needed + LEVEL_ZERO + ["clang-14", "llvm-spirv-14", "libclc-14"]
        self.assertEqual(self.run_it(have, FOR_TESTS)[1], [])
        done, calls = self.run_it(have, FOR_TESTS, "--tests")
        self.assertEqual((done.returncode, calls[0], calls[1].split()[3:]), (0, "update", FOR_TESTS))
        self.assertIn("missing: intel-opencl-icd    Intel's Level Zero driver", done.stderr)
        self.assertEqual(self.run_it(have + FOR_TESTS, [], "--tests")[1], [])

    def test_intels_driver_is_taken_from_the_package_that_has_it(self):
        have = self.needed + LEVEL_ZERO + ["clang-14", "llvm-spirv-14", "libclc-14"]
        newer = ["libze-intel-gpu1", *FOR_TESTS]
        self.assertEqual(self.run_it(have + FOR_TESTS, newer, "--tests")[1][1].split()[3:], ["libze-intel-gpu1"])
        self.assertEqual(self.run_it(have + newer[:3], newer, "--tests")[1], [])

    def test_without_what_some_tests_take_it_goes_on(self):
        have = self.needed + LEVEL_ZERO + ["clang-14", "llvm-spirv-14", "libclc-14"]
        done, calls = self.run_it(have, [], "--tests")
        self.assertEqual((done.returncode, calls), (0, ["update"]), done.stderr)
        self.assertIn("some tests will be skipped: this distribution has no mkdocs valgrind intel-opencl-icd", done.stderr)
        done, calls = self.run_it(have, FOR_TESTS[:1], "--tests")
        self.assertEqual((done.returncode, calls[1].split()[3:]), (0, FOR_TESTS[:1]), done.stderr)
        for call in ("update", "install"):
            done, _ = self.run_it(have, FOR_TESTS, "--tests", FAILS=call)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"failed: apt-get {call}", done.stderr)
        done, _ = self.run_it(have[1:], FOR_TESTS, "--tests", FAILS="update")
        self.assertEqual(done.returncode, 1)

    def test_without_level_zero_its_tests_take_nothing(self):
        done, calls = self.run_it(self.needed, FOR_TESTS, "--tests")
        self.assertEqual((done.returncode, calls[1].split()[3:]), (0, FOR_TESTS[:2]), done.stderr)

    def pip(self, text):
        (self.path / "python3").write_text(f"#!/bin/bash\n{text}")
        (self.path / "python3").chmod(0o755)

    def test_nvidias_packages_come_from_pypi_and_into_the_build_folder(self):
        self.pip('echo "$*" >>"$CALLS"')
        done, calls = self.run_it([], [], "--cuda")
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = PACKAGES.parent.parent / "build" / "cuda_packages"
        self.assertEqual(calls, ["-m pip --version", "-m pip install --quiet --upgrade --no-deps --target "
                                 f"{folder} nvidia-cuda-runtime nvidia-cuda-cupti cuda-bench"])
        self.assertIn("from PyPI: nvidia-cuda-cupti   NVIDIA's profiler", done.stderr)

    def test_nvidias_packages_need_pip(self):
        self.pip("exit 1")
        done, _ = self.run_it([], [], "--cuda")
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected pip, to install from PyPI, found none", done.stderr)
        self.pip('[[ "$3" == --version ]]')
        done, _ = self.run_it([], [], "--cuda")
        self.assertEqual(done.returncode, 1)
        self.assertIn("failed: pip install nvidia-cuda-runtime", done.stderr)

    def test_nvidias_and_intels_packages_are_asked_for_by_nobody(self):
        for script in PACKAGES.parent.iterdir():
            if script.is_file() and script != PACKAGES:
                self.assertNotRegex(script.read_text(), "packages --(cuda|intel|sycl)", script.name)

    def test_intels_run_time_comes_from_pypi_with_a_file_that_names_it_to_the_loader(self):
        script = self.path / "tree" / "ci" / "packages"
        script.parent.mkdir(parents=True)
        shutil.copy(PACKAGES, script)
        folder = self.path / "tree" / "build" / "intel_opencl_packages"
        self.pip(f'echo "$*" >>"$CALLS"; mkdir -p {folder}/lib; [[ "$3" == --version ]] || touch {folder}/lib/$FILE')
        done, calls = self.run_it([], [], "--intel-opencl", script=script, FILE="libintelocl.so")
        self.assertEqual(done.returncode, 0, done.stderr)
        flags = f"--quiet --ignore-installed --no-warn-script-location --prefix {folder}"
        self.assertEqual(calls, ["-m pip --version", f"-m pip install {flags} intel-opencl-rt intel-cmplr-lib-rt"])
        self.assertEqual((folder / "vendors" / "intel.icd").read_text(), f"{folder}/lib/libintelocl.so\n")
        self.assertEqual((folder / "libraries").resolve(), folder / "lib")
        self.assertIn("configure again", done.stderr)
        (folder / "lib" / "libintelocl.so").unlink()
        done, _ = self.run_it([], [], "--intel-opencl", script=script, FILE="other.so")
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected libintelocl.so", done.stderr)

    def test_sycl_comes_from_pypi_with_its_headers(self):
        script = self.path / "tree" / "ci" / "packages"
        script.parent.mkdir(parents=True)
        shutil.copy(PACKAGES, script)
        folder = self.path / "tree" / "build" / "sycl_packages"
        self.pip(f'echo "$*" >>"$CALLS"; mkdir -p {folder}/lib {folder}/include/sycl\n'
                 f'[[ "$3" == --version ]] || touch {folder}/lib/libintelocl.so {folder}/$FILE {folder}/lib/libsycl.so')
        done, calls = self.run_it([], [], "--sycl", script=script, FILE="include/sycl/sycl.hpp")
        self.assertEqual(done.returncode, 0, done.stderr)
        flags = f"--quiet --ignore-installed --no-warn-script-location --prefix {folder}"
        self.assertEqual(calls[1:], [f"-m pip install {flags} intel-sycl-rt intel-opencl-rt intel-cmplr-lib-rt dpctl"])
        self.assertEqual((folder / "vendors" / "intel.icd").read_text(), f"{folder}/lib/libintelocl.so\n")
        self.assertIn("configure again", done.stderr)
        (folder / "include" / "sycl" / "sycl.hpp").unlink()
        done, _ = self.run_it([], [], "--sycl", script=script, FILE="other")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"expected include/sycl/sycl.hpp in {folder}, found none", done.stderr)

    def test_sycl_is_found_where_debians_pip_puts_it(self):
        script = self.path / "tree" / "ci" / "packages"
        script.parent.mkdir(parents=True)
        shutil.copy(PACKAGES, script)
        folder = self.path / "tree" / "build" / "sycl_packages"
        local = folder / "local"
        self.pip(f'[[ "$3" == --version ]] && exit; mkdir -p {local}/lib {local}/include/sycl\n'
                 f"touch {local}/lib/libintelocl.so {local}/lib/libsycl.so {local}/include/sycl/sycl.hpp")
        for again in (False, True):
            done, _ = self.run_it([], [], "--sycl", script=script)
            self.assertEqual(done.returncode, 0, (again, done.stderr))
            self.assertTrue((folder / "include" / "sycl" / "sycl.hpp").exists(), again)
            self.assertTrue((folder / "libraries" / "libsycl.so").exists(), again)

    def test_a_failure_of_apt_is_one(self):
        for call in ("update", "install"):
            done, _ = self.run_it([], LEVEL_ZERO + ["clang-14", "llvm-spirv-14"], FAILS=call)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"failed: apt-get {call}", done.stderr)


if __name__ == "__main__":
    unittest.main()
