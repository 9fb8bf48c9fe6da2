# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The kernels of matmul_tiles.json: the tiles that were chosen for each class of devices, the largest first, and those
# that the search tries.

set(matmul_tiles ${CMAKE_CURRENT_LIST_DIR}/matmul_tiles.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${matmul_tiles})
file(READ ${matmul_tiles} matmul_tiles_json)

# matmul_tiles_of(RESULT key...): the tiles of this list in the file.
function(matmul_tiles_of result)
  string(JSON count LENGTH "${matmul_tiles_json}" ${ARGN})
  math(EXPR last "${count} - 1")
  set(tiles)
  foreach(index RANGE ${last})
    string(JSON tile GET "${matmul_tiles_json}" ${ARGN} ${index})
    list(APPEND tiles ${tile})
  endforeach()
  set(${result} ${tiles} PARENT_SCOPE)
endfunction()

# matmul_tile_kernels(TILE EDGES RESULT): the library with the kernel of this tile, within the matrices (EDGES 0), or
# over their edges as well (1). Its numbers are the values of the macros, in their order.
function(matmul_tile_kernels tile edges result)
  matmul_tiles_of(macros defines)
  string(REPLACE "x" ";" numbers "${tile}")
  set(defines EDGES=${edges})
  foreach(macro number IN ZIP_LISTS macros numbers)
    if(NOT macro OR NOT number MATCHES "^[0-9]+$")
      list(JOIN macros "x" expected)
      message(FATAL_ERROR "${matmul_tiles}: expected tiles such as ${expected}, in numbers, found '${tile}'")
    endif()
    list(APPEND defines ${macro}=${number})
  endforeach()
  set(variant ${tile})
  if(edges)
    set(variant ${tile}-edges)
  endif()
  set(library suite_matmul_${tile}_${edges})
  if(NOT TARGET ${library})
    string(JSON source GET "${matmul_tiles_json}" source)
    tickbench_add_kernels(${library} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../${source} VARIANT ${variant} DEFINES ${defines})
  endif()
  set(${result} ${library} PARENT_SCOPE)
endfunction()

# matmul_tile_table(RESULT tile...): C++ of a table of tiles.
function(matmul_tile_table result)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN ", " table)
  set(${result} "${table}" PARENT_SCOPE)
endfunction()

# The chosen ones: `SUITE_MATMUL_KERNELS`, to be linked into a suite, and the table of them.
set(SUITE_MATMUL_KERNELS)
foreach(class IN ITEMS gpu cpu)
  matmul_tiles_of(tiles ${class})
  foreach(tile IN LISTS tiles)
    foreach(edges IN ITEMS 0 1)
      matmul_tile_kernels(${tile} ${edges} library)
      list(APPEND SUITE_MATMUL_KERNELS ${library})
    endforeach()
  endforeach()
  matmul_tile_table(suite_tiles_${class} ${tiles})
endforeach()
list(REMOVE_DUPLICATES SUITE_MATMUL_KERNELS)
set(SUITE_MATMUL_TILES ${CMAKE_CURRENT_BINARY_DIR}/chosen_matmul_tiles.cpp)
file(CONFIGURE OUTPUT ${SUITE_MATMUL_TILES} @ONLY CONTENT
"// Generated from benchmarks/tuning/matmul_tiles.json.
#include \"suite/matmul_tile.hpp\"

std::span<const std::string_view> suite::chosen_matmul_tiles(bool is_cpu) {
  static constexpr std::string_view kGpu[] = {@suite_tiles_gpu@};
  static constexpr std::string_view kCpu[] = {@suite_tiles_cpu@};
  if (is_cpu) return kCpu;
  return kGpu;
}
")
