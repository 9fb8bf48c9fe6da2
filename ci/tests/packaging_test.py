#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Holds the files in packaging to the build: their options, their packages and their paths. Conan and Spack are stand-ins."""
import importlib.util
import pathlib
import re
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPTIONS = set(re.findall(r"option\((TICKBENCH_\w+)", (ROOT / "CMakeLists.txt").read_text())) | {
    f"TICKBENCH_{name}" for name in re.search(r"foreach\(name IN ITEMS ([A-Z_ ]+)\)", (ROOT / "harness/cmake/TickbenchBackends.cmake")
                                              .read_text())[1].split()} | {"TICKBENCH_MUSTACHE"}
DEPENDENCIES = (ROOT / "harness/cmake/TickbenchDependencies.cmake").read_text()


def load(path, modules):
    """The module at this path, with these stand-ins for what it imports."""
    for name, content in modules.items():
        module = sys.modules[name] = types.ModuleType(name)
        vars(module).update(content)
    specification = importlib.util.spec_from_file_location("packaged", ROOT / "packaging" / path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class Spack(unittest.TestCase):
    def setUp(self):
        self.calls = []
        directives = {name: lambda *words, name=name, **more: self.calls.append((name, words, more))
                      for name in ("license", "version", "variant", "depends_on", "resource", "conflicts")}
        directives["join_path"] = lambda *parts: "/".join(parts)
        package = type("CMakePackage", (), {"define": staticmethod(lambda name, value: f"-D{name}={value}"),
                                            "define_from_variant": staticmethod(lambda name, variant: f"-D{name}={variant}"),
                                            "stage": types.SimpleNamespace(source_path="source")})
        self.package = load("spack/package.py", {"spack": {}, "spack.package": directives, "spack_repo": {}, "spack_repo.builtin": {},
                                                 "spack_repo.builtin.build_systems": {},
                                                 "spack_repo.builtin.build_systems.cmake": {"CMakePackage": package}}).Tickbench

    def test_options_are_those_of_the_build(self):
        names = [re.match(r"-D(\w+)=", argument)[1] for argument in self.package().cmake_args()]
        self.assertEqual(set(names) | {"TICKBENCH_INSTALL", "TICKBENCH_FUZZ", "TICKBENCH_WERROR"}, OPTIONS)

    def test_variants_are_used(self):
        variants = {words[0] for name, words, _ in self.calls if name == "variant"}
        self.assertEqual(variants, set(re.findall(r"=(\w+)$", "\n".join(self.package().cmake_args()), re.MULTILINE))
                         - {"True", "False"} - {"resources"})

    def test_packages_are_what_the_build_finds(self):
        found = dict(re.findall(r"find_package\((\w+) ?([\d.]*)", DEPENDENCIES))
        del found["Threads"]  # the compiler's
        wanted = {re.sub(r"[^a-z0-9]", "", words[0].split("@")[0]): words[0].partition("@")[2].rstrip(":")
                  for name, words, _ in self.calls if name == "depends_on"}
        for name, version in found.items():
            self.assertEqual(wanted.get(re.sub(r"[^a-z0-9]", "", name.lower()), "none"), version, name)


class Conan(unittest.TestCase):
    def setUp(self):
        self.recipe = load("conan/conanfile.py", {
            "conan": {"ConanFile": object}, "conan.tools": {}, "conan.tools.cmake": dict.fromkeys(("CMake", "CMakeToolchain", "cmake_layout")),
            "conan.tools.files": dict.fromkeys(("copy", "load")), "conan.tools.system": {},
            "conan.tools.system.package_manager": {"Apt": None}})

    def test_packages_are_those_of_the_build(self):
        text = (ROOT / "ci/packages").read_text()
        for package in self.recipe.PACKAGES + sum(self.recipe.PACKAGES_OF_BACKENDS.values(), []):
            self.assertRegex(text, rf"(?m)^{re.escape(package)} ", "expected a package of ci/packages")

    def test_back_ends_are_those_of_the_build(self):
        self.assertLessEqual({f"TICKBENCH_{backend.upper()}" for backend in self.recipe.BACKENDS}, OPTIONS)
        self.assertEqual(set(self.recipe.Tickbench.options), set(self.recipe.Tickbench.default_options))

    def test_it_exports_what_is_installed(self):
        for pattern in self.recipe.SOURCES:
            self.assertTrue((ROOT / pattern.rstrip("*")).exists(), pattern)
        pages = re.search(r"foreach\(page IN ITEMS ([^)]*)\)", (ROOT / "harness/cmake/TickbenchDebian.cmake").read_text())[1].split()
        for page in pages:
            self.assertTrue(any(pathlib.PurePath(page).match(pattern) or page.startswith(pattern.rstrip("*") if pattern.endswith("/*") else "?")
                                for pattern in self.recipe.SOURCES), f"expected {page} among the sources")


if __name__ == "__main__":
    unittest.main()
