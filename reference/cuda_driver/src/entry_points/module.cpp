// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../module.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "../device.hpp"
#include "../entry_point.hpp"
#include "../handles.hpp"
#include "../launch.hpp"
#include "../stream.hpp"

using namespace cuhost;

namespace {

constexpr int kErrorLog = 5;
constexpr int kErrorLogBytes = 6;
constexpr int kMaxFunctionThreads = 0;
constexpr int kStaticShared = 1;
constexpr int kDynamicShared = 8;

/// The caller's room for a build log.
void write_log(const std::string& log, unsigned count, const int* options, void** values) {
  char* to = nullptr;
  std::uintptr_t room = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == kErrorLog) to = static_cast<char*>(values[i]);
    if (options[i] == kErrorLogBytes) room = reinterpret_cast<std::uintptr_t>(values[i]);
  }
  if (to == nullptr || room == 0) return;
  const auto length = std::min<std::size_t>(log.size(), room - 1);
  std::memcpy(to, log.data(), length);
  to[length] = '\0';
}

}  // namespace

int cuModuleLoadDataEx(CUmod_st** module, const void* image, unsigned count, int* options,
                       void** values) {
  return entered("cuModuleLoadDataEx", [&] {
    require_context();
    std::string log;
    auto loaded = load_module(&require(static_cast<const char*>(image)), log);
    if (!loaded) {
      write_log(log, count, options, values);
      throw Failure{kInvalidPtx};
    }
    require(module) = handles<CUmod_st>().add(std::move(loaded));
  });
}

int cuModuleUnload(CUmod_st* module) {
  return entered("cuModuleUnload", [&] {
    require_context();
    handles<CUmod_st>().destroy(module);
  });
}

int cuModuleGetFunction(CUfunc_st** function, CUmod_st* module, const char* name) {
  return entered("cuModuleGetFunction", [&] {
    auto& to = require(function);
    const std::string wanted = &require(name);
    for (const auto& known : handles<CUmod_st>().get(module).functions)
      if (known->name == wanted) {
        to = known.get();
        return;
      }
    throw Failure{kNotFound};
  });
}

int cuFuncGetAttribute(int* value, int attribute, CUfunc_st* function) {
  return entered("cuFuncGetAttribute", [&] {
    const auto& of = require(function, kInvalidHandle);
    auto& to = require(value);
    if (attribute == kMaxFunctionThreads)
      to = kMostThreads;
    else if (attribute == kStaticShared)
      to = of.static_shared;
    else if (attribute == kDynamicShared)
      to = of.most_dynamic_shared;
    else
      throw Failure{kInvalidValue};
  });
}

int cuFuncSetAttribute(CUfunc_st* function, int attribute, int value) {
  return entered("cuFuncSetAttribute", [&] {
    auto& of = require(function, kInvalidHandle);
    if (attribute != kDynamicShared || value < 0 || value > kMostSharedMemory - of.static_shared)
      throw Failure{kInvalidValue};
    of.most_dynamic_shared = value;
  });
}

int cuLaunchKernel(CUfunc_st* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   CUstream_st* stream, void** arguments, void** extra) {
  return entered("cuLaunchKernel", [&] {
    require_context();
    auto& queue = stream_of(stream);
    if (extra != nullptr) throw Failure{kNotSupported};
    const auto launch = std::make_shared<Launch>(
        require(function, kInvalidHandle), std::to_array({grid_x, grid_y, grid_z}),
        std::to_array({block_x, block_y, block_z}), shared, arguments);
    queue.enqueue([launch] { launch->run(); });
  });
}
