# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0

# on_intel_opencl(NAME [LABELS label...] COMMAND command...): a test on Intel's CPU run time of OpenCL and under Khronos's
# loader, both of which `ci/packages --intel-opencl` installs; skipped where they are not there.
function(on_intel_opencl name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "LABELS;COMMAND;ENVIRONMENT")
  set(folder ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../build/intel_opencl_packages)
  if(EXISTS ${folder}/vendors/intel.icd)
    add_test(NAME ${name} COMMAND ${ARG_COMMAND})
    # Its oneTBB is newer than the distribution's, which programs of this project load.
    set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT
                                            "OCL_ICD_VENDORS=${folder}/vendors;LD_LIBRARY_PATH=${folder}/libraries;${ARG_ENVIRONMENT}")
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo
                                  "skipped: no OpenCL of Intel's here: ci/packages --intel-opencl installs it")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" SKIP_REGULAR_EXPRESSION
                                             "skipped: no OpenCL of Intel's;RTLD_DEEPBIND flag which is incompatible")
endfunction()
