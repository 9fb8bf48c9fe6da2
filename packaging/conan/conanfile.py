# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The library and the command as a package of Conan 2, with the system's libraries: conan create packaging/conan

A project adds `tickbench/0.1.0` to its requirements and the generator CMakeToolchain, and calls find_package(tickbench).
"""
import pathlib
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt

BACKENDS = ("opencl", "level_zero", "cuda", "vulkan")
# As in ci/packages.
PACKAGES = ["libbenchmark-dev", "nlohmann-json3-dev", "libcli11-dev", "libfmt-dev", "libutfcpp-dev", "libkainjow-mustache-dev",
            "libboost-dev", "libre2-dev", "pkgconf"]
PACKAGES_OF_BACKENDS = {"opencl": ["opencl-c-headers", "ocl-icd-opencl-dev"], "level_zero": ["libze-dev", "libze1"],
                        "vulkan": ["libvulkan-dev", "glslang-tools"]}
# What the build of the library reads, and the pages that are installed with it.
SOURCES = ["CMakeLists.txt", "LICENSE", "README.md", "AGENTS.md", "CHANGELOG.md", "benchmarks/README.md", "harness/CMakeLists.txt",
           "harness/cmake/*", "harness/docs/*", "harness/examples/*", "harness/include/*", "harness/src/*", "reference/*"]


class Tickbench(ConanFile):
    name = "tickbench"
    description = "Device benchmarks inside Google Benchmark: OpenCL, Level Zero, CUDA and Vulkan"
    license = "Apache-2.0"
    topics = ("benchmark", "gpu", "opencl", "level-zero", "cuda", "vulkan")
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {backend: [True, False] for backend in BACKENDS}
    # Level Zero also takes clang and llvm-spirv of one version.
    default_options = {"opencl": True, "level_zero": False, "cuda": True, "vulkan": True}
    no_copy_source = True

    def set_version(self):
        text = load(self, pathlib.Path(self.recipe_folder).parent.parent / "CMakeLists.txt")
        self.version = re.search(r"project\(tickbench VERSION ([\d.]+)", text)[1]

    def export_sources(self):
        root = pathlib.Path(self.recipe_folder).parent.parent
        for pattern in SOURCES:
            copy(self, pattern, root, self.export_sources_folder)

    def system_requirements(self):
        wanted = [package for backend, packages in PACKAGES_OF_BACKENDS.items() if self.options.get_safe(backend) for package in packages]
        Apt(self).install(PACKAGES + wanted, check=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        variables = {f"TICKBENCH_{backend.upper()}": bool(self.options.get_safe(backend)) for backend in BACKENDS}
        toolchain.cache_variables.update(variables, TICKBENCH_TESTS=False, TICKBENCH_SUITE=False, CMAKE_INSTALL_LIBDIR="lib")
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, pathlib.Path(self.package_folder) / "licenses")
        for component in ("tickbench_development", "tickbench_tools"):
            CMake(self).install(component=component)

    def package_info(self):
        # tickbench's own CMake package has the functions too.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/tickbench"]
        self.cpp_info.libs = ["tickbench"]
