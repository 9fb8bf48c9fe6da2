# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What `cpack` makes: a Debian package for each install component that this build has. Each has the changelog; the
# library's also has the documentation and the examples, in folders as here, so that the pages' links work.

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VENDOR "tickbench contributors")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "tickbench contributors")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/TickbenchCPackCheck.cmake)
set(CPACK_COMPONENTS_ALL)

# As Debian names and keeps it.
set(changelog ${PROJECT_BINARY_DIR}/changelog.gz)
file(ARCHIVE_CREATE OUTPUT ${changelog} PATHS ${PROJECT_SOURCE_DIR}/CHANGELOG.md FORMAT raw COMPRESSION GZip)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)

# tickbench_debian_package(COMPONENT NAME SECTION SUMMARY field=value...): fields as CPack names them.
macro(tickbench_debian_package component name section summary)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}")
  foreach(field IN ITEMS ${ARGN})
    string(REGEX MATCH "^([A-Z]+)=(.*)$" matched "${field}")
    set(CPACK_DEBIAN_${upper}_PACKAGE_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/${name} RENAME copyright COMPONENT ${component})
  install(FILES ${changelog} DESTINATION share/doc/${name} COMPONENT ${component})
endmacro()

# A static library's users link what it links: dpkg-shlibdeps cannot know.
set(needs "libbenchmark-dev (>= 1.7), libfmt-dev, libre2-dev, pkgconf")
if(TICKBENCH_OPENCL)
  string(APPEND needs ", ocl-icd-opencl-dev")
endif()
if(TICKBENCH_LEVEL_ZERO)
  string(APPEND needs ", libze-dev")
  cmake_path(GET TICKBENCH_CLANG FILENAME clang)
  cmake_path(GET TICKBENCH_LLVM_SPIRV FILENAME llvm_spirv)
  if(clang MATCHES "^clang-[0-9]+$" AND llvm_spirv MATCHES "^llvm-spirv-[0-9]+$")
    set(translator ", ${llvm_spirv}")
    string(APPEND needs ", ${clang}${translator}")
  endif()
endif()
if(TICKBENCH_VULKAN)
  string(APPEND needs ", libvulkan-dev")
endif()
tickbench_debian_package(tickbench_development libtickbench-dev libdevel
  "Device benchmarks inside Google Benchmark: library, headers, CMake package"
  "DEPENDS=${needs}" "RECOMMENDS=cmake, spirv-tools, tickbench" MULTIARCH=same)
set(documentation share/doc/libtickbench-dev)
foreach(page IN ITEMS README.md AGENTS.md CHANGELOG.md benchmarks/README.md reference/cuda_driver/README.md
             reference/level_zero_driver/README.md)
  cmake_path(GET page PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION ${documentation}/${folder} COMPONENT tickbench_development)
endforeach()
foreach(folder IN ITEMS docs examples)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/${folder} DESTINATION ${documentation}/harness
          COMPONENT tickbench_development PATTERN CMakeLists.txt EXCLUDE)
endforeach()
# Where people look for them.
file(CREATE_LINK harness/examples ${PROJECT_BINARY_DIR}/examples SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/examples DESTINATION ${documentation} COMPONENT tickbench_development)

install(FILES ${PROJECT_SOURCE_DIR}/harness/docs/floors.schema.json DESTINATION share/tickbench
        COMPONENT tickbench_tools)
tickbench_debian_package(tickbench_tools tickbench devel
  "Device benchmarks inside Google Benchmark: the commands tickbench and tickbench-suite"
  SHLIBDEPS=ON "RECOMMENDS=libze-tickbench-cpu1")

if(TARGET zecpu)
  # An OpenCL device on the CPU runs what the driver is given; PoCL 3.1 takes no SPIR-V, hence the translator.
  tickbench_debian_package(tickbench_cpu_driver libze-tickbench-cpu1 libs
    "Level Zero driver for the CPU, which runs SPIR-V through OpenCL"
    SHLIBDEPS=ON "DEPENDS=libze1, pocl-opencl-icd${translator}" MULTIARCH=same)
endif()

include(CPack)
