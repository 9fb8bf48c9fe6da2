// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the loader calls, by OPENCL_LAYERS.
#include <cstring>

#include "calls.hpp"
#include "entry_points.hpp"

namespace {

constexpr cl_layer_api_version kVersion = CL_LAYER_API_VERSION_100;
constexpr char kName[] = "cllab: tickbench's laboratory for OpenCL";

cl_int answer(const void* from, std::size_t bytes, std::size_t size, void* to,
              std::size_t* size_needed) {
  if (size_needed != nullptr) *size_needed = bytes;
  if (to == nullptr) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  std::memcpy(to, from, bytes);
  return CL_SUCCESS;
}

/// When the loader closes the layer, or the process ends: after every destructor of the program.
struct AtTheEnd {
  __attribute__((destructor)) static void write() { cllab::write_reports(); }
};

}  // namespace

#define CLLAB_EXPORT extern "C" __attribute__((visibility("default")))

CLLAB_EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, std::size_t size, void* to,
                                               std::size_t* size_needed) {
  if (what == CL_LAYER_API_VERSION)
    return answer(&kVersion, sizeof(kVersion), size, to, size_needed);
  if (what == CL_LAYER_NAME) return answer(kName, sizeof(kName), size, to, size_needed);
  return CL_INVALID_VALUE;
}

/// A loader with a longer table than this one's goes on to the layer below for what is behind.
CLLAB_EXPORT cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* below,
                                            cl_uint* entries_here, const cl_icd_dispatch** here) {
  constexpr auto kEntries = static_cast<cl_uint>(sizeof(cl_icd_dispatch) / sizeof(void*));
  if (below == nullptr || entries_here == nullptr || here == nullptr || entries < kEntries)
    return CL_INVALID_VALUE;
  cllab::set_target(*below);
  *here = &cllab::entry_points();
  cllab::check_settings();
  *entries_here = kEntries;
  return CL_SUCCESS;
}

/// Newer loaders of Khronos's ask by this name alone. Their properties say how a layer is told of
/// the end; this one notices it.
// NOLINTNEXTLINE(readability-identifier-naming): the loader's name.
CLLAB_EXPORT cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch* below,
                                                          cl_uint* entries_here,
                                                          const cl_icd_dispatch** here,
                                                          const cl_ulong* /*properties*/) {
  return clInitLayer(entries, below, entries_here, here);
}
