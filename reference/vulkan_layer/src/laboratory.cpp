// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>
#include <vulkan/vulkan_core.h>

#include <cmath>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace vklab {
namespace {

using lab::Setting;

double period(const Setting& setting) {
  std::istringstream text{std::string(setting.value)};
  text.imbue(std::locale::classic());
  double nanoseconds = 0;
  constexpr double kMost = 1e6;
  if (!(text >> nanoseconds) || !text.eof() || !std::isfinite(nanoseconds) || nanoseconds <= 0 ||
      nanoseconds > kMost)
    lab::malformed(setting, "nanoseconds above 0");
  return nanoseconds;
}

const lab::Readers<Laboratory>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const lab::Readers<Laboratory> kReaders = {
      {"VKLAB_FAIL", [](L& l, const S& s) { l.failures = lab::planned_failures(s, parse_result); }},
      {"VKLAB_LOSE", [](L& l, const S& s) { l.losses = lab::planned_calls(s); }},
      {"VKLAB_EXECUTE_NOTHING", [](L& l, const S& s) { l.execute_nothing = lab::flag(s); }},
      {"VKLAB_VALID_BITS",
       [](L& l, const S& s) { l.valid_bits = static_cast<int>(lab::number(s, 1, 64)); }},
      {"VKLAB_PERIOD", [](L& l, const S& s) { l.period = period(s); }},
      {"VKLAB_CALLS_OUT", [](L& l, const S& s) { l.calls_out = s.value; }},
      {"VKLAB_OBJECTS_OUT", [](L& l, const S& s) { l.objects_out = s.value; }},
      {"VKLAB_SEQUENCE_OUT", [](L& l, const S& s) { l.sequence_out = s.value; }},
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
    std::cerr << "vklab: " << error.what() << '\n';
    return {{}, true};
  }
}

/// As long as the process: they are asked for while it ends.
const Settings& settings() {
  static const auto* const kSettings = new Settings(read_settings());
  return *kSettings;
}

}  // namespace

std::optional<int> parse_result(std::string_view text) {
#define VKLAB_RESULT(name) \
  { #name, name }
  static const std::map<std::string_view, int> kNames = {
      VKLAB_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY),
      VKLAB_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY),
      VKLAB_RESULT(VK_ERROR_INITIALIZATION_FAILED),
      VKLAB_RESULT(VK_ERROR_DEVICE_LOST),
      VKLAB_RESULT(VK_ERROR_MEMORY_MAP_FAILED),
      VKLAB_RESULT(VK_ERROR_FEATURE_NOT_PRESENT),
      VKLAB_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER),
      VKLAB_RESULT(VK_ERROR_TOO_MANY_OBJECTS),
      VKLAB_RESULT(VK_ERROR_UNKNOWN),
  };
#undef VKLAB_RESULT
  if (const auto found = kNames.find(text); found != kNames.end()) return found->second;
  if (!text.starts_with('-')) return std::nullopt;
  const auto value = lab::parse_number(text.substr(1));
  if (!value || *value == 0 || *value > 2'000'000'000) return std::nullopt;
  return -static_cast<int>(*value);
}

Laboratory Laboratory::from(const char* const* environment) {
  return lab::read<Laboratory>(environment, "VKLAB_", readers());
}

const Laboratory& laboratory() { return settings().laboratory; }
bool settings_are_wrong() { return settings().are_wrong; }

}  // namespace vklab
