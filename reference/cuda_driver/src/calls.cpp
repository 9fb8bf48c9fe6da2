// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include <cstdio>
#include <fstream>

#include "result.hpp"

namespace cuhost {
namespace {

/// What NVIDIA's driver still answers when the context is gone.
bool works_without_context(const std::string& name) {
  return name.starts_with("cuDeviceGet") || name.starts_with("cuDeviceTotal") || name == "cuInit" ||
         name == "cuDriverGetVersion" || name == "cuCtxSetCurrent" || name == "cuCtxGetDevice" ||
         name == "cuStreamGetCtx";
}

}  // namespace

int Calls::begin(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t occurrence = ++counts_[name];
  for (const auto& failure : laboratory_.failures)
    if (failure.call == name && failure.occurrence == occurrence) return failure.code;
  return works_without_context(name) ? kSuccess : lasting();
}

Calls::~Calls() {
  if (laboratory_.calls_out.empty()) return;
  std::ofstream out(laboratory_.calls_out);
  for (const auto& [name, count] : counts_) out << name << ' ' << count << '\n';
  out.close();
  if (!out)
    std::fprintf(stderr, "cuhost: CUHOST_LAB_CALLS_OUT: cannot write %s\n",
                 laboratory_.calls_out.c_str());
}

Calls& calls() {
  static Calls instance(laboratory());
  return instance;
}

}  // namespace cuhost
