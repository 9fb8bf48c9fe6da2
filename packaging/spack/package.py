# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# A package of Spack 1: copy the file to packages/tickbench/package.py of a repository of packages, with the address of tickbench's
# repository in `git`. Spack has no package of Vulkan, and none of llvm-spirv: those back ends are off.

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Tickbench(CMakePackage):
    """Device benchmarks inside Google Benchmark: the device's own clock times kernels and copies, a CPU reference checks their
    results, and floors judge them in CTest. The command compares two builds of any Google Benchmark program."""

    homepage = "https://git.example.org/tickbench"
    git = "https://git.example.org/tickbench.git"

    license("Apache-2.0")

    version("main", branch="main")

    variant("opencl", default=True, description="Build the OpenCL back end")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type=("build", "run"))
    depends_on("pkgconfig", type=("build", "run"))
    # The library is static, and its CMake package finds them for each program.
    depends_on("benchmark@1.7:")
    depends_on("boost@1.74:")
    depends_on("cli11")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.10:")
    depends_on("re2")
    depends_on("utf8cpp")
    depends_on("opencl", when="+opencl")

    resource(
        name="mustache",
        git="https://github.com/kainjow/Mustache.git",
        commit="c66fdd87f01f0b2d1ba704192f27355b77746a5b",  # v4.1
        destination="resources",
        placement={"mustache.hpp": "kainjow/mustache.hpp"},
    )

    conflicts("platform=darwin")
    conflicts("platform=windows")

    def cmake_args(self):
        return [
            self.define_from_variant("TICKBENCH_OPENCL", "opencl"),
            self.define("TICKBENCH_CUDA", True),  # opens its driver when it runs
            self.define("TICKBENCH_LEVEL_ZERO", False),
            self.define("TICKBENCH_VULKAN", False),
            self.define("TICKBENCH_SUITE", False),
            self.define("TICKBENCH_TESTS", False),
            self.define("TICKBENCH_MUSTACHE", join_path(self.stage.source_path, "resources")),
        ]
