// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace tickbench::cuda {
namespace {

// A log that is longer is cut by the driver.
constexpr std::size_t kLogBytes = std::size_t{1} << 16;

/// An option's value, which the driver takes as a pointer whatever it is.
void* as_value(std::size_t number) {
  void* value = nullptr;
  std::memcpy(&value, &number, sizeof(value));
  return value;
}

/// Those that say something of the module, or of what would compile it: no image, none for this
/// device, invalid PTX, no compiler, PTX that is too new, no compiling here, no such symbol.
bool concerns_build(Result result) {
  constexpr Result kBuildResults[] = {200, 209, 218, 221, 222, 223, 300, 302};
  return std::find(std::begin(kBuildResults), std::end(kBuildResults), result) !=
         std::end(kBuildResults);
}

}  // namespace

ModuleHandle load_module(const std::string& ptx, std::string_view name, const Place& place) {
  place.enter();
  std::string log(kLogBytes, '\0');
  constexpr unsigned kOptions = 2;
  int options[kOptions] = {kErrorLog, kErrorLogBytes};
  void* values[kOptions] = {log.data(), as_value(log.size() - 1)};
  CUmod_st* module = nullptr;
  const Result result =
      driver().cuModuleLoadDataEx(&module, ptx.c_str(), kOptions, options, values);
  if (result == kSuccess) return ModuleHandle(module);
  const auto& info = place.info();
  if (!concerns_build(result)) throw_failed(result, "cuModuleLoadDataEx", info);
  throw Error(Outcome::kBuildFailed,
              fmt::format("the module '{}' does not build for '{}' (cuModuleLoadDataEx: {}); the "
                          "build log:\n{}",
                          name, info.name, describe_result(result), log.c_str()));
}

CUfunc_st* find_function(const ModuleHandle& module, const std::string& kernel,
                         const Place& place) {
  place.enter();
  CUfunc_st* function = nullptr;
  const Result result = driver().cuModuleGetFunction(&function, module.get(), kernel.c_str());
  if (result != kSuccess)
    throw_failed(result, fmt::format("cuModuleGetFunction('{}')", kernel), place.info());
  return function;
}

}  // namespace tickbench::cuda
