# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The examples of CUDA code. They build without any part of NVIDIA's, but for those that a test builds by nvcc.

tickbench_example(02_raw_handles_cuda tickbench::main --tickbench_budget=0.1)
tickbench_example(03_device_timer_cuda tickbench::tickbench)
tickbench_example(04_cublas tickbench::main --tickbench_budget=0.1)
add_executable(tickbench_example_06_timer_cuda 06_timer_cuda.cpp)
target_link_libraries(tickbench_example_06_timer_cuda PRIVATE tickbench_options tickbench::tickbench)
page_test(timer.holds_the_example harness/docs/timer.md 06_timer_cuda.cpp)
include(${PROJECT_SOURCE_DIR}/harness/cmake/TickbenchCudaCompiler.cmake)
include(${PROJECT_SOURCE_DIR}/harness/cmake/TickbenchNvbench.cmake)
tickbench_find_cuda_compiler(has_cuda_compiler)
# The page "From nvbench": its code word for word, and tickbench's part of it as a program. Without a compiler of CUDA it
# has the kernel in OpenCL C.
foreach(source IN ITEMS nvbench.cu sum.cpp nvbench_tags.cu tags.cpp)
  page_test(from_nvbench.holds_${source} harness/docs/from_nvbench.md from_nvbench/${source})
endforeach()
if(has_cuda_compiler)
  tickbench_add_kernels(tickbench_example_sum_kernels from_nvbench/sum.cu)
else()
  tickbench_add_kernels(tickbench_example_sum_kernels from_nvbench/sum.cl)
endif()
add_executable(tickbench_example_sum from_nvbench/sum.cpp from_nvbench/tags.cpp)
target_link_libraries(tickbench_example_sum PRIVATE tickbench_options tickbench::main tickbench_example_sum_kernels)
add_test(NAME example.from_nvbench COMMAND tickbench_example_sum --tickbench_budget=0.1)
set_tests_properties(example.from_nvbench PROPERTIES LABELS device TIMEOUT 120 SKIP_RETURN_CODE 77)

# The page "From cuda_event_timer".
foreach(when IN ITEMS before after)
  page_test(from_cuda_event_timer.holds_${when} harness/docs/from_cuda_event_timer.md from_cuda_event_timer/${when}.cpp)
  add_executable(tickbench_example_cuda_event_timer_${when} from_cuda_event_timer/${when}.cpp)
  target_link_libraries(tickbench_example_cuda_event_timer_${when} PRIVATE tickbench_options tickbench::tickbench)
endforeach()

foreach(example 02_raw_handles_cuda 03_device_timer_cuda 04_cublas sum 06_timer_cuda cuda_event_timer_before
                cuda_event_timer_after)
  target_link_libraries(tickbench_example_${example} PRIVATE ${CMAKE_DL_LIBS})
  # The same on cuhost, which runs a function of the program in the kernel's place. cuBLAS is skipped there.
  if(TARGET cuhost)
    target_sources(tickbench_example_${example} PRIVATE ../tests/cuda/host_kernels.cpp
                                                            ../tests/cuda/peak_host_kernels.cpp)
    target_include_directories(tickbench_example_${example} PRIVATE ${PROJECT_SOURCE_DIR}/reference/cuda_driver/include)
    set_target_properties(tickbench_example_${example} PROPERTIES ENABLE_EXPORTS ON)
    add_dependencies(tickbench_example_${example} cuhost)
    set(budget --tickbench_budget=0.02)
    if(example MATCHES "timer_(cuda|before|after)$" AND NOT example MATCHES "^03")
      set(budget --benchmark_min_time=0.05)
    endif()
    add_test(NAME example.${example}.on_cuhost COMMAND tickbench_example_${example} ${budget})
    set_tests_properties(example.${example}.on_cuhost
                         PROPERTIES LABELS host TIMEOUT 120 ENVIRONMENT "TICKBENCH_CUDA_DRIVER=$<TARGET_FILE:cuhost>")
  endif()
endforeach()
if(TARGET cuhost)
  foreach(when IN ITEMS before after)
    timer_rows(example.cuda_event_timer_${when}.on_cuhost
               "Scale/[a-z0-9:/]*manual_time +[0-9.]+ [nu]s.*ScaleAndWait/[a-z0-9:/]*manual_time +[0-9.]+ [nu]s")
  endforeach()
  timer_rows(example.06_timer_cuda.on_cuhost "ScaleByEvents.*Scale/manual_time +[0-9.]+ ns.*ScaleByIterations")
  set_tests_properties(example.02_raw_handles_cuda.on_cuhost PROPERTIES PASS_REGULAR_EXPRESSION
                                                                        "2 benchmarks: 2 passed")
  set_tests_properties(example.04_cublas.on_cuhost PROPERTIES PASS_REGULAR_EXPRESSION
                                                              "cuBLAS works with NVIDIA's own driver, and cuhost")
  # Work that waits, and a reset in front of each launch, are what they are called.
  set_tests_properties(
    example.sum.on_cuhost PROPERTIES PASS_REGULAR_EXPRESSION
                                     "vectors/sync[^\n]*with the host's waits.*vectors/timer.*6 benchmarks: 6 passed")
endif()

# The examples with kernel<<<...>>>, by nvcc where it is. They are built by a test: nothing of NVIDIA's is in the
# build.
find_library(TICKBENCH_CUDART cudart_static PATHS /usr/local/cuda/lib64 /opt/cuda/lib64)
mark_as_advanced(TICKBENCH_CUDART)
if(NOT has_cuda_compiler OR NOT TICKBENCH_CUDA_COMPILER MATCHES "nvcc" OR NOT TICKBENCH_CUDART)
  add_test(NAME example.cuda_by_nvcc COMMAND ${CMAKE_COMMAND} -E echo "skipped: it takes nvcc and its cudart_static")
  set_tests_properties(example.cuda_by_nvcc PROPERTIES LABELS host SKIP_REGULAR_EXPRESSION "skipped:")
else()
  add_custom_target(tickbench_examples_by_nvcc)
  set(examples 02_raw_handles_cuda 03_device_timer_cuda from_cuda_event_timer/events)
  tickbench_find_nvbench(has_nvbench)
  set(nvbench)
  if(has_nvbench)
    list(APPEND examples from_nvbench/nvbench from_nvbench/nvbench_tags)
    set(nvbench -I${TICKBENCH_NVBENCH})
  else()
    add_test(NAME example.nvbench_by_nvcc COMMAND ${CMAKE_COMMAND} -E echo "skipped: nvbench is not here")
    set_tests_properties(example.nvbench_by_nvcc PROPERTIES LABELS host SKIP_REGULAR_EXPRESSION "skipped:")
  endif()
  foreach(source IN LISTS examples)
    cmake_path(GET source FILENAME example)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${example}.cu.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND
        ${TICKBENCH_CUDA_COMPILER} -std=c++20 -I${PROJECT_SOURCE_DIR}/harness/include ${nvbench} -ccbin
        ${CMAKE_CXX_COMPILER} -MD -MF ${object}.d -MT ${object} -c ${CMAKE_CURRENT_SOURCE_DIR}/${source}.cu -o ${object}
      DEPENDS ${source}.cu
      DEPFILE ${object}.d
      VERBATIM)
    set(target tickbench_example_${example}_by_nvcc)
    # nvbench's library is a build of its own.
    if(example MATCHES "^nvbench")
      add_custom_target(${target} DEPENDS ${object})
    else()
      add_executable(${target} EXCLUDE_FROM_ALL ${object})
      set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
      target_link_libraries(${target} PRIVATE tickbench::tickbench ${TICKBENCH_CUDART} ${CMAKE_DL_LIBS} rt)
      add_test(NAME example.${example}_by_nvcc COMMAND ${target})
      set_tests_properties(example.${example}_by_nvcc PROPERTIES LABELS device TIMEOUT 120 SKIP_RETURN_CODE 77
                                                                 FIXTURES_REQUIRED examples_by_nvcc)
    endif()
    add_dependencies(tickbench_examples_by_nvcc ${target})
  endforeach()
  target_link_libraries(tickbench_example_02_raw_handles_cuda_by_nvcc PRIVATE tickbench::main)
  # It knows nothing of skipping: it says what the runtime says.
  set_tests_properties(
    example.events_by_nvcc
    PROPERTIES PASS_REGULAR_EXPRESSION "us [(]no error[)]" SKIP_REGULAR_EXPRESSION
               "driver version is insufficient;no CUDA-capable device")
  add_test(NAME example.cuda_by_nvcc COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target
                                             tickbench_examples_by_nvcc)
  set_tests_properties(example.cuda_by_nvcc PROPERTIES LABELS host TIMEOUT 600 RESOURCE_LOCK build_folder FIXTURES_SETUP
                                                       examples_by_nvcc)
endif()
