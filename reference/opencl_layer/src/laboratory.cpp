// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>

#include <iostream>
#include <map>
#include <stdexcept>

#include "target.hpp"

namespace cllab {
namespace {

using lab::Setting;

Profiling profiling(const Setting& setting) {
  static const std::map<std::string_view, Profiling> kWays = {
      {"zero", Profiling::kZero},         {"huge", Profiling::kHuge},
      {"equal", Profiling::kEqual},       {"frozen", Profiling::kFrozen},
      {"backward", Profiling::kBackward}, {"swapped", Profiling::kSwapped},
  };
  const auto found = kWays.find(setting.value);
  if (found == kWays.end())
    lab::malformed(setting, "zero, huge, equal, frozen, backward or swapped");
  return found->second;
}

const lab::Readers<Laboratory>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const lab::Readers<Laboratory> kReaders = {
      {"CLLAB_FAIL", [](L& l, const S& s) { l.failures = lab::planned_failures(s, parse_status); }},
      {"CLLAB_LOSE", [](L& l, const S& s) { l.losses = lab::planned_failures(s, parse_status); }},
      {"CLLAB_HANG", [](L& l, const S& s) { l.hangs = lab::planned_calls(s); }},
      {"CLLAB_STALL", [](L& l, const S& s) { l.stalls = lab::planned_calls(s); }},
      {"CLLAB_SKIP", [](L& l, const S& s) { l.skips = lab::planned_calls(s); }},
      {"CLLAB_PROFILING", [](L& l, const S& s) { l.profiling = profiling(s); }},
      {"CLLAB_EXECUTE_NOTHING", [](L& l, const S& s) { l.execute_nothing = lab::flag(s); }},
      {"CLLAB_CALLS_OUT", [](L& l, const S& s) { l.calls_out = s.value; }},
      {"CLLAB_OBJECTS_OUT", [](L& l, const S& s) { l.objects_out = s.value; }},
      {"CLLAB_SEQUENCE_OUT", [](L& l, const S& s) { l.sequence_out = s.value; }},
  };
  return kReaders;
}

struct Settings {
  Laboratory laboratory;
  bool are_wrong = false;
};

Settings read_settings() {
  try {
    return {Laboratory::from(environ), false};
  } catch (const std::invalid_argument& error) {
    std::cerr << "cllab: " << error.what() << '\n';
    return {{}, true};
  }
}

/// As long as the process: they are asked for while it ends.
const Settings& settings() {
  static const auto* const kSettings = new Settings(read_settings());
  return *kSettings;
}

}  // namespace

std::optional<int> parse_status(std::string_view text) {
#define CLLAB_STATUS(name) \
  { #name, name }
  static const std::map<std::string_view, int> kNames = {
      CLLAB_STATUS(CL_DEVICE_NOT_FOUND),
      CLLAB_STATUS(CL_DEVICE_NOT_AVAILABLE),
      CLLAB_STATUS(CL_COMPILER_NOT_AVAILABLE),
      CLLAB_STATUS(CL_MEM_OBJECT_ALLOCATION_FAILURE),
      CLLAB_STATUS(CL_OUT_OF_RESOURCES),
      CLLAB_STATUS(CL_OUT_OF_HOST_MEMORY),
      CLLAB_STATUS(CL_PROFILING_INFO_NOT_AVAILABLE),
      CLLAB_STATUS(CL_BUILD_PROGRAM_FAILURE),
      CLLAB_STATUS(CL_MAP_FAILURE),
      CLLAB_STATUS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
      CLLAB_STATUS(CL_INVALID_VALUE),
      CLLAB_STATUS(CL_INVALID_DEVICE),
      CLLAB_STATUS(CL_INVALID_CONTEXT),
      CLLAB_STATUS(CL_INVALID_COMMAND_QUEUE),
      CLLAB_STATUS(CL_INVALID_MEM_OBJECT),
      CLLAB_STATUS(CL_INVALID_WORK_GROUP_SIZE),
      CLLAB_STATUS(CL_INVALID_OPERATION),
  };
#undef CLLAB_STATUS
  if (const auto found = kNames.find(text); found != kNames.end()) return found->second;
  if (!text.starts_with('-')) return std::nullopt;
  const auto value = lab::parse_number(text.substr(1));
  if (!value || *value == 0 || *value > 99'999) return std::nullopt;
  return -static_cast<int>(*value);
}

Laboratory Laboratory::from(const char* const* environment) {
  return lab::read<Laboratory>(environment, "CLLAB_", readers());
}

const Laboratory& laboratory() { return settings().laboratory; }
bool settings_are_wrong() { return settings().are_wrong; }

}  // namespace cllab
