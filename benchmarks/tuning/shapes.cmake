# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The kernels of shapes.json, which says of each source the shapes that were chosen for each class of devices, and those
# that the search tries.

set(SUITE_SHAPES ${CMAKE_CURRENT_LIST_DIR}/shapes.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${SUITE_SHAPES})
file(READ ${SUITE_SHAPES} suite_shapes_json)
set(SUITE_SHAPES_OF ${CMAKE_CURRENT_LIST_DIR}/..)

# suite_shape_names(RESULT): the entries of the file.
function(suite_shape_names result)
  string(JSON count LENGTH "${suite_shapes_json}")
  set(names)
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON name MEMBER "${suite_shapes_json}" ${index})
    list(APPEND names ${name})
  endforeach()
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# suite_shape_kernels(NAME SHAPE RESULT): the library with the kernels of an entry in this shape. ITEMS is the second
# number of a shape, and any other macro the first.
function(suite_shape_kernels name shape result)
  set(library suite_${name}_${shape})
  set(${result} ${library} PARENT_SCOPE)
  if(TARGET ${library})
    return()
  endif()
  if(NOT shape MATCHES "^([0-9]+)x([0-9]+)$")
    message(FATAL_ERROR "shapes.json: ${name}: expected shapes such as 256x4, found '${shape}'")
  endif()
  set(width ${CMAKE_MATCH_1})
  set(items ${CMAKE_MATCH_2})
  string(JSON source GET "${suite_shapes_json}" ${name} source)
  string(JSON count LENGTH "${suite_shapes_json}" ${name} defines)
  math(EXPR last "${count} - 1")
  set(defines)
  foreach(index RANGE ${last})
    string(JSON define GET "${suite_shapes_json}" ${name} defines ${index})
    if(define STREQUAL "ITEMS")
      list(APPEND defines ${define}=${items})
    else()
      list(APPEND defines ${define}=${width})
    endif()
  endforeach()
  set(sources ${SUITE_SHAPES_OF}/${source})
  string(JSON count LENGTH "${suite_shapes_json}" ${name} shaders)
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON shader GET "${suite_shapes_json}" ${name} shaders ${index})
    list(APPEND sources ${SUITE_SHAPES_OF}/${shader})
  endforeach()
  tickbench_add_kernels(${library} ${sources} VARIANT ${shape} DEFINES ${defines})
endfunction()

# suite_tried_kernels(RESULT): the libraries of all shapes. No part of `all` where they are not chosen.
function(suite_tried_kernels result)
  set(libraries)
  foreach(name IN LISTS suite_names)
    string(JSON count LENGTH "${suite_shapes_json}" ${name} tried)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON shape GET "${suite_shapes_json}" ${name} tried ${index})
      suite_shape_kernels(${name} ${shape} library)
      if(NOT library IN_LIST SUITE_SHAPED_KERNELS)
        set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL ON)
      endif()
      list(APPEND libraries ${library})
    endforeach()
  endforeach()
  set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# The chosen ones: `SUITE_SHAPED_KERNELS`, to be linked into a suite, and the table of them.
suite_shape_names(suite_names)
set(SUITE_SHAPED_KERNELS)
set(suite_chosen)
foreach(name IN LISTS suite_names)
  foreach(class IN ITEMS gpu cpu)
    string(JSON ${class} GET "${suite_shapes_json}" ${name} ${class})
    suite_shape_kernels(${name} ${${class}} library)
    list(APPEND SUITE_SHAPED_KERNELS ${library})
  endforeach()
  string(APPEND suite_chosen "      {\"${name}\", \"${gpu}\", \"${cpu}\"},\n")
endforeach()
list(REMOVE_DUPLICATES SUITE_SHAPED_KERNELS)
set(SUITE_CHOSEN_SHAPES ${CMAKE_CURRENT_BINARY_DIR}/chosen_shapes.cpp)
file(CONFIGURE OUTPUT ${SUITE_CHOSEN_SHAPES} @ONLY CONTENT
"// Generated from benchmarks/tuning/shapes.json.
#include \"suite/shape.hpp\"

const std::vector<suite::Chosen>& suite::chosen_shapes() {
  static const std::vector<Chosen> kChosen{
@suite_chosen@  };
  return kChosen;
}
")
