# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The examples of SYCL code: built and run where `ci/packages --sycl` has installed one.

foreach(example IN ITEMS 02_raw_handles_sycl 03_device_timer_sycl)
  page_test(sycl.holds_${example} harness/docs/sycl.md ${example}.cpp)
endforeach()

# The page "From dpctl.SyclTimer".
page_test(from_sycl_timer.holds_before harness/docs/from_sycl_timer.md from_sycl_timer/before.py python)
page_test(from_sycl_timer.holds_after harness/docs/from_sycl_timer.md from_sycl_timer/after.cpp)

include(../tests/sycl_packages.cmake)
if(TICKBENCH_HAS_SYCL)
  file(GLOB site_packages ${TICKBENCH_SYCL_PACKAGES}/lib/python3*/site-packages
       ${TICKBENCH_SYCL_PACKAGES}/lib/python3*/dist-packages)
  foreach(example IN ITEMS 02_raw_handles_sycl 03_device_timer_sycl from_sycl_timer/after)
    string(REPLACE "/" "_" name ${example})
    set(target tickbench_example_${name})
    add_executable(${target} ${example}.cpp)
    target_link_libraries(${target} PRIVATE tickbench_options tickbench::tickbench)
    sycl_target(${target})
  endforeach()
  target_link_libraries(tickbench_example_02_raw_handles_sycl PRIVATE tickbench::main)
endif()
# dpctl's timer takes memory that PoCL has not.
on_sycl(example.from_sycl_timer.before PLATFORM intel LABELS device COMMAND
        Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/from_sycl_timer/before.py ENVIRONMENT PYTHONPATH=${site_packages})
on_sycl(example.from_sycl_timer.after PLATFORM pocl LABELS device COMMAND
        tickbench_example_from_sycl_timer_after)
foreach(platform IN ITEMS pocl intel)
  on_sycl(example.02_raw_handles_sycl.on_${platform} PLATFORM ${platform} LABELS device COMMAND
          tickbench_example_02_raw_handles_sycl --tickbench_budget=0.1)
  on_sycl(example.03_device_timer_sycl.on_${platform} PLATFORM ${platform} LABELS device COMMAND
          tickbench_example_03_device_timer_sycl)
endforeach()
# The outputs name the methods.
on_sycl(example.02_raw_handles_sycl.names_methods PLATFORM pocl LABELS device COMMAND
        tickbench_example_02_raw_handles_sycl --tickbench_budget=0.02 --benchmark_format=json)
if(TICKBENCH_HAS_SYCL)
  set_tests_properties(
    example.02_raw_handles_sycl.names_methods
    PROPERTIES PASS_REGULAR_EXPRESSION "\"isolated\": \"bracket\".*\"isolated\": \"event\",[ \n]*\"batched\": \"bracket\"")
endif()
