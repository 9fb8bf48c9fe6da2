// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include "laboratory/lines.hpp"
#include "result.hpp"

namespace cuhost {
namespace {

/// What NVIDIA's driver still answers when the context is gone.
bool works_without_context(const std::string& name) {
  return name.starts_with("cuDeviceGet") || name.starts_with("cuDeviceTotal") || name == "cuInit" ||
         name == "cuDriverGetVersion" || name.starts_with("cuCtx") || name == "cuStreamGetCtx";
}

}  // namespace

int Calls::begin(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t occurrence = ++counts_[name];
  lab::append_line(laboratory_.sequence_out, name);
  if (const auto code = lab::planned_code(laboratory_.failures, name, occurrence)) return *code;
  return works_without_context(name) ? kSuccess : lasting();
}

Calls::~Calls() {
  lab::write_counts(laboratory_.calls_out, counts_, "cuhost: CUHOST_LAB_CALLS_OUT");
}

Calls& calls() {
  static Calls instance(laboratory());
  return instance;
}

}  // namespace cuhost
