// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "laboratory.hpp"
#include "laboratory/lines.hpp"
#include "objects.hpp"

namespace vklab {
namespace {

std::atomic<bool> is_lost{false};
std::atomic<bool> fails_always{false};

std::vector<Call*>& all_calls() {
  static auto* const kCalls = new std::vector<Call*>;
  return *kCalls;
}

bool is_known(std::string_view name) {
  const auto& calls = all_calls();
  return std::any_of(calls.begin(), calls.end(),
                     [&](const Call* call) { return call->name() == name; });
}

/// A name in the settings that is no call's; empty where there is none.
std::string_view unknown_call(const Laboratory& laboratory) {
  for (const auto& failure : laboratory.failures)
    if (!is_known(failure.call)) return failure.call;
  for (const auto& loss : laboratory.losses)
    if (!is_known(loss.call)) return loss.call;
  return {};
}

/// A lost device is still asked what it is; and it is found to be lost by these, as the
/// specification says.
bool fails_when_lost(std::string_view name) {
  for (const char* of_device : {"vkQueueSubmit", "vkQueueWaitIdle", "vkDeviceWaitIdle",
                                "vkWaitForFences", "vkGetQueryPoolResults", "vkGetFenceStatus"})
    if (name == of_device) return true;
  return false;
}

}  // namespace

Call::Call(const char* name) : name_(name) { all_calls().push_back(this); }

std::optional<VkResult> Call::begin() {
  const auto occurrence = ++count_;
  const auto& planned = laboratory();
  lab::append_line(planned.sequence_out, name_);
  if (fails_always.load()) return VK_ERROR_INITIALIZATION_FAILED;
  if (const auto code = lab::planned_code(planned.failures, name_, occurrence))
    return static_cast<VkResult>(*code);
  for (const auto& loss : planned.losses)
    if (loss.call == name_ && loss.occurrence == occurrence) is_lost = true;
  if (is_lost.load() && fails_when_lost(name_)) return VK_ERROR_DEVICE_LOST;
  return std::nullopt;
}

void check_settings() {
  const auto unknown = unknown_call(laboratory());
  if (!unknown.empty())
    std::cerr << "vklab: the settings name a call that is none: " << unknown << '\n';
  fails_always = settings_are_wrong() || !unknown.empty();
}

void write_reports() {
  std::map<std::string, std::uint64_t> counts;
  for (const Call* call : all_calls())
    if (call->count() > 0) counts.emplace(call->name(), call->count());
  lab::write_counts(laboratory().calls_out, counts, "vklab: VKLAB_CALLS_OUT");
  lab::write_counts(laboratory().objects_out, objects().faults(), "vklab: VKLAB_OBJECTS_OUT");
}

}  // namespace vklab
