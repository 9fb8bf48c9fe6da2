# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=folder -DFOLDER=folder -P projects.cmake: writes the projects that the pages show into FOLDER: the
# README's, and one for each way to build tickbench inside another project.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/page.cmake)

set(readme "${SOURCE}/README.md")
page_block(code "${readme}" cpp "TICKBENCH(Saxpy)")
file(WRITE "${FOLDER}/readme/saxpy.cpp" "${code}")
page_block(code "${readme}" c "kernel void")
file(WRITE "${FOLDER}/readme/first_saxpy.cl" "${code}")
page_block(code "${readme}" cmake "find_package(tickbench")
file(WRITE "${FOLDER}/readme/CMakeLists.txt" "${code}")

set(plain "${SOURCE}/harness/docs/plain.md")
page_block(code "${plain}" cpp "BENCHMARK(BM_Squares)")
file(WRITE "${FOLDER}/plain/parser_benchmark.cpp" "${code}")
page_block(code "${plain}" cmake "find_package(tickbench")
file(WRITE "${FOLDER}/plain/CMakeLists.txt" "${code}")
page_block(code "${plain}" json "tickbench-floors/1")
file(WRITE "${FOLDER}/plain/floors.json" "${code}")

file(COPY "${SOURCE}/harness/tests/add_subdirectory" DESTINATION "${FOLDER}")
set(project "${FOLDER}/add_subdirectory")
page_block(code "${SOURCE}/harness/docs/package.md" cmake "add_subdirectory(")
file(WRITE "${project}/by_add_subdirectory.cmake" "${code}")
page_block(code "${SOURCE}/harness/docs/package.md" cmake "FetchContent_Declare(")
file(WRITE "${project}/by_fetch_content.cmake" "${code}")
file(COPY "${SOURCE}/harness/tests/find_package/kernels/scale.cl" DESTINATION "${project}")
file(MAKE_DIRECTORY "${project}/external")
file(CREATE_LINK "${SOURCE}" "${project}/external/tickbench" SYMBOLIC)
