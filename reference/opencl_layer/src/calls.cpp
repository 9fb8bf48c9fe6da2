// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include "laboratory/lines.hpp"
#include "objects.hpp"
#include "target.hpp"

namespace cllab {
namespace {

/// 0 for as long as the device is there, then what its calls return.
std::atomic<int> lost{0};

/// The settings are wrong.
std::atomic<bool> fails_always{false};

std::vector<Call*>& all_calls() {
  static auto* const kCalls = new std::vector<Call*>;
  return *kCalls;
}

bool is_planned(const std::vector<lab::PlannedCall>& calls, std::string_view name,
                std::uint64_t occurrence) {
  return std::any_of(calls.begin(), calls.end(), [&](const auto& planned) {
    return planned.call == name && planned.occurrence == occurrence;
  });
}

constexpr std::string_view kEveryCommand = "*";

/// From that occurrence on; `occurrence` counts commands where every command is meant.
bool is_skipped(std::string_view name, std::uint64_t occurrence) {
  static std::atomic<std::uint64_t> commands{0};
  const auto command = commands.fetch_add(1) + 1;
  const auto& skips = laboratory().skips;
  return std::any_of(skips.begin(), skips.end(), [&](const auto& skip) {
    return (skip.call == name && occurrence >= skip.occurrence) ||
           (skip.call == kEveryCommand && command >= skip.occurrence);
  });
}

/// Work that leaves results: no map, which has to give a pointer, and no mark or wait.
bool is_work(std::string_view name) {
  if (!name.starts_with("clEnqueue")) return false;
  for (const char* part : {"Map", "Unmap", "Marker", "Barrier", "WaitForEvents", "SVMFree"})
    if (name.find(part) != name.npos) return false;
  return true;
}

[[noreturn]] void hang() {
  for (;;) ::pause();
}

/// A name in the settings that is no call's; empty where there is none.
std::string_view unknown_call(const Laboratory& laboratory) {
  const auto is_known = [](std::string_view name) {
    const auto& calls = all_calls();
    return std::any_of(calls.begin(), calls.end(),
                       [&](const Call* call) { return call->name() == name; });
  };
  for (const auto* failures : {&laboratory.failures, &laboratory.losses})
    for (const auto& failure : *failures)
      if (!is_known(failure.call)) return failure.call;
  for (const auto* calls : {&laboratory.hangs, &laboratory.stalls, &laboratory.skips})
    for (const auto& planned : *calls)
      if (!is_known(planned.call) && planned.call != kEveryCommand) return planned.call;
  return {};
}

}  // namespace

Call::Call(const char* name)
    : name_(name),
      when_lost_(when_lost(name_)),
      gives_back_(name_.starts_with("clRelease")),
      retains_(name_.starts_with("clRetain")),
      is_skippable_(is_work(name_)) {}

/// What is only asked, and what is given back, works without the device. What the application has
/// lent it is still given back: every wait ends, and no command comes after it.
Call::WhenLost Call::when_lost(std::string_view name) {
  if (name.starts_with("clEnqueueUnmap") || name == "clFinish" || name == "clWaitForEvents" ||
      name == "clSetUserEventStatus")
    return WhenLost::kWorksAndFails;
  const bool is_question = name.starts_with("clGet") && !name.starts_with("clGetEvent");
  const bool gives_back = name.starts_with("clRelease") || name.starts_with("clRetain") ||
                          name.starts_with("clUnload") || name == "clSVMFree";
  return is_question || gives_back ? WhenLost::kWorks : WhenLost::kFails;
}

Order Call::once_lost() const {
  const int code = lost.load();
  if (code == CL_SUCCESS || when_lost_ == WhenLost::kWorks) return {};
  if (when_lost_ == WhenLost::kWorksAndFails) return {{}, code, false, false};
  return {code, {}, false, false};
}

Order Call::begin() {
  const auto occurrence = count_.fetch_add(1, std::memory_order_relaxed) + 1;
  const auto& planned = laboratory();
  lab::append_line(planned.sequence_out, name_);
  if (fails_always.load()) return {CL_INVALID_VALUE, {}, false, false};
  if (const auto code = lab::planned_code(planned.failures, name_, occurrence))
    return {code, {}, false, false};
  if (const auto code = lab::planned_code(planned.losses, name_, occurrence)) lost = *code;
  if (lost.load() != CL_SUCCESS) return once_lost();
  if (is_planned(planned.hangs, name_, occurrence)) hang();
  Order order;
  order.stalls = is_planned(planned.stalls, name_, occurrence);
  order.skips = is_skippable_ && !planned.skips.empty() && is_skipped(name_, occurrence);
  return order;
}

void add_call(Call& call) { all_calls().push_back(&call); }

void check_settings() {
  const auto unknown = unknown_call(laboratory());
  if (!unknown.empty())
    std::cerr << "cllab: the settings name a call that is none: " << unknown << '\n';
  fails_always = settings_are_wrong() || !unknown.empty();
}

void write_reports() {
  std::map<std::string, std::uint64_t> counts;
  for (const Call* call : all_calls())
    if (call->count() > 0) counts.emplace(call->name(), call->count());
  lab::write_counts(laboratory().calls_out, counts, "cllab: CLLAB_CALLS_OUT");
  lab::write_counts(laboratory().objects_out, objects().faults(), "cllab: CLLAB_OBJECTS_OUT");
}

}  // namespace cllab
