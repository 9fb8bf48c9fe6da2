# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0

# Programs and tests on the SYCL of Intel's packages, which `ci/packages --sycl` installs. Where they are not there, the
# tests are skipped, and no program is built.
cmake_path(SET TICKBENCH_SYCL_PACKAGES NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../build/sycl_packages)
set(TICKBENCH_HAS_SYCL OFF)
if(TICKBENCH_OPENCL AND EXISTS ${TICKBENCH_SYCL_PACKAGES}/vendors/intel.icd)
  set(TICKBENCH_HAS_SYCL ON)
endif()

# sycl_target(TARGET): a target of which a source includes tickbench/sycl.hpp.
function(sycl_target target)
  target_include_directories(${target} SYSTEM PRIVATE ${TICKBENCH_SYCL_PACKAGES}/include)
  target_link_libraries(${target} PRIVATE ${TICKBENCH_SYCL_PACKAGES}/libraries/libsycl.so OpenCL::OpenCL)
  # Every part of the headers is one unit: several in one file take more memory than they save time.
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()

# on_sycl(NAME PLATFORM pocl|intel [LABELS label...] COMMAND command...): a test on one implementation of OpenCL under
# SYCL, under Khronos's loader.
function(on_sycl name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "PLATFORM" "LABELS;COMMAND;ENVIRONMENT")
  if(NOT TICKBENCH_HAS_SYCL)
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: no SYCL here: ci/packages --sycl installs it")
  else()
    add_test(NAME ${name} COMMAND ${ARG_COMMAND})
    set(environment LD_LIBRARY_PATH=${TICKBENCH_SYCL_PACKAGES}/libraries ONEAPI_DEVICE_SELECTOR=opencl:cpu)
    if(ARG_PLATFORM STREQUAL "intel")
      list(APPEND environment OCL_ICD_VENDORS=${TICKBENCH_SYCL_PACKAGES}/vendors "TICKBENCH_TEST_PLATFORM=Intel(R) OpenCL")
    else()
      list(APPEND environment "TICKBENCH_TEST_PLATFORM=Portable Computing Language")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "${environment};${ARG_ENVIRONMENT}")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION
                                          "skipped: no SYCL;RTLD_DEEPBIND flag which is incompatible")
endfunction()
