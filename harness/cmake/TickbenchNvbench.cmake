# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# nvbench, NVIDIA's own harness, which an example and a measured test stand beside. No build needs it.

include_guard(GLOBAL)

# tickbench_find_nvbench(RESULT): whether nvbench is here, with the headers in TICKBENCH_NVBENCH and the library
# TICKBENCH_NVBENCH_LIBRARY. `ci/packages --cuda` brings it.
function(tickbench_find_nvbench result)
  set(packages ${PROJECT_SOURCE_DIR}/build/cuda_packages/cuda/bench/cu13/nvbench)
  find_path(TICKBENCH_NVBENCH nvbench/nvbench.cuh HINTS ${packages}/include)
  find_library(TICKBENCH_NVBENCH_LIBRARY nvbench HINTS ${packages}/lib ${TICKBENCH_NVBENCH}/../lib)
  mark_as_advanced(TICKBENCH_NVBENCH TICKBENCH_NVBENCH_LIBRARY)
  set(found FALSE)
  if(TICKBENCH_NVBENCH AND TICKBENCH_NVBENCH_LIBRARY)
    set(found TRUE)
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()
