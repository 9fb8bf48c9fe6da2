# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The kernels of shapes.json, which says of each source the shapes that were chosen for each class of devices, and those
# that the search tries.

set(SUITE_SHAPES ${CMAKE_CURRENT_LIST_DIR}/shapes.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${SUITE_SHAPES})
file(READ ${SUITE_SHAPES} suite_shapes_json)
set(SUITE_SHAPES_OF ${CMAKE_CURRENT_LIST_DIR}/..)

# suite_shape_list(RESULT NAME key): a list of an entry; empty where it has no such key.
function(suite_shape_list result name key)
  set(values)
  string(JSON count ERROR_VARIABLE missing LENGTH "${suite_shapes_json}" ${name} ${key})
  if(NOT missing AND count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON value GET "${suite_shapes_json}" ${name} ${key} ${index})
      list(APPEND values ${value})
    endforeach()
  endif()
  set(${result} ${values} PARENT_SCOPE)
endfunction()

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

# suite_shape_kernels(NAME SHAPE RESULT): the libraries with the kernels of an entry in this shape: as they are, and in
# each of the entry's forms. The numbers of the shape are the values of the entry's macros; one without a macro is of the
# launch alone. A form has a macro more, of its name.
function(suite_shape_kernels name shape result)
  string(JSON count LENGTH "${suite_shapes_json}" ${name} defines)
  string(REPLACE "x" ";" numbers "${shape}")
  list(LENGTH numbers found)
  if(NOT shape MATCHES "^[1-9][0-9]*(x[1-9][0-9]*)+$" OR NOT found EQUAL count)
    message(FATAL_ERROR "shapes.json: ${name}: expected shapes of ${count} numbers with an x between them, found '${shape}'")
  endif()
  set(defines)
  set(index 0)
  foreach(number IN LISTS numbers)
    string(JSON macro GET "${suite_shapes_json}" ${name} defines ${index})
    if(macro)
      list(APPEND defines ${macro}=${number})
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
  string(JSON source GET "${suite_shapes_json}" ${name} source)
  suite_shape_list(shaders ${name} shaders)
  list(TRANSFORM shaders PREPEND ${SUITE_SHAPES_OF}/)
  set(sources ${SUITE_SHAPES_OF}/${source} ${shaders})
  set(libraries suite_${name}_${shape})
  if(NOT TARGET ${libraries})
    tickbench_add_kernels(${libraries} ${sources} VARIANT ${shape} DEFINES ${defines})
  endif()
  suite_shape_list(forms ${name} forms)
  foreach(form IN LISTS forms)
    set(library suite_${name}_${shape}_${form})
    string(TOUPPER ${form} macro)
    if(NOT TARGET ${library})
      tickbench_add_kernels(${library} ${sources} VARIANT ${shape}-${form} DEFINES ${defines} ${macro}=1)
    endif()
    list(APPEND libraries ${library})
  endforeach()
  set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# suite_tried_kernels(RESULT): the libraries of all shapes. No part of `all` where they are not chosen.
function(suite_tried_kernels result)
  set(all)
  foreach(name IN LISTS suite_names)
    suite_shape_list(shapes ${name} tried)
    foreach(shape IN LISTS shapes)
      suite_shape_kernels(${name} ${shape} libraries)
      list(APPEND all ${libraries})
    endforeach()
  endforeach()
  set(only_tried ${all})
  list(REMOVE_ITEM only_tried ${SUITE_SHAPED_KERNELS})
  set_target_properties(${only_tried} PROPERTIES EXCLUDE_FROM_ALL ON)
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# The chosen ones: `SUITE_SHAPED_KERNELS`, to be linked into a suite, and the table of them. `SUITE_SHAPES_OF_GPUS` is
# what lets a processor take those of GPUs: a value of the variable SUITE_SHAPES.
suite_shape_names(suite_names)
set(SUITE_SHAPED_KERNELS)
set(SUITE_SHAPES_OF_GPUS)
set(suite_chosen)
foreach(name IN LISTS suite_names)
  string(APPEND suite_chosen "      {\"${name}\"")
  foreach(class IN ITEMS gpu cpu)
    suite_shape_list(shapes ${name} ${class})
    if(NOT shapes)
      message(FATAL_ERROR "shapes.json: ${name}: expected a shape for the class '${class}', found none")
    endif()
    foreach(shape IN LISTS shapes)
      suite_shape_kernels(${name} ${shape} libraries)
      list(APPEND SUITE_SHAPED_KERNELS ${libraries})
      if(class STREQUAL "gpu")
        list(APPEND SUITE_SHAPES_OF_GPUS "${name}=${shape}")
      endif()
    endforeach()
    list(JOIN shapes "\", \"" shapes)
    string(APPEND suite_chosen ", {\"${shapes}\"}")
  endforeach()
  string(APPEND suite_chosen "},\n")
endforeach()
list(REMOVE_DUPLICATES SUITE_SHAPED_KERNELS)
list(JOIN SUITE_SHAPES_OF_GPUS "," SUITE_SHAPES_OF_GPUS)
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
