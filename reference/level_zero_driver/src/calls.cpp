// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

namespace zecpu {
namespace {

// What an application must still be able to do after the loss: look at properties, and clean up.
bool works_without_device(const std::string& name) {
  for (const char* part :
       {"Destroy", "Properties", "zeInit", "zeDriverGet", "zeDeviceGetSubDevices", "zeMemFree",
        "GetString", "GetName", "GetKernelNames"})
    if (name.find(part) != std::string::npos) return true;
  return name == "zeDeviceGet";
}

}  // namespace

CallCounter::CallCounter(const std::string& name, const Laboratory& laboratory)
    : name_(name), needs_device_(!works_without_device(name)) {
  for (const auto& failure : laboratory.failures)
    if (failure.call == name) failures_.push_back(failure);
}

ze_result_t CallCounter::begin() {
  const std::uint64_t occurrence = count_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (const auto code = lab::planned_code(failures_, name_, occurrence))
    return static_cast<ze_result_t>(*code);
  if (needs_device_ && calls().device_is_lost()) return ZE_RESULT_ERROR_DEVICE_LOST;
  return ZE_RESULT_SUCCESS;
}

Calls::Calls(const Laboratory& laboratory) : laboratory_(laboratory) {}

CallCounter& Calls::counter(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return counters_.try_emplace(name, name, laboratory_).first->second;
}

void Calls::write_counts() const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [name, counter] : counters_) counts.emplace(name, counter.count());
  lab::write_counts(laboratory_.calls_out, counts, "zecpu: ZECPU_LAB_CALLS_OUT");
}

Calls& calls() {
  static Calls instance(laboratory());
  return instance;
}

}  // namespace zecpu
