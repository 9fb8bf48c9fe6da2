// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory.hpp"

#include <unistd.h>

#include <optional>
#include <string_view>

namespace cuhost {
namespace {

using lab::number;
using lab::Setting;

std::optional<int> parse_code(std::string_view text) {
  const auto code = lab::parse_number(text);
  if (!code || *code == 0 || *code > 9999) return std::nullopt;
  return static_cast<int>(*code);
}

constexpr std::uint64_t kMany = 1'000'000'000;

const lab::Readers<Laboratory>& readers() {
  using L = Laboratory;
  using S = Setting;
  static const lab::Readers<Laboratory> kReaders = {
      {"CUHOST_LAB_FAIL",
       [](L& l, const S& s) { l.failures = lab::planned_failures(s, parse_code); }},
      {"CUHOST_LAB_CALLS_OUT", [](L& l, const S& s) { l.calls_out = s.value; }},
      {"CUHOST_LAB_SEQUENCE_OUT", [](L& l, const S& s) { l.sequence_out = s.value; }},
      {"CUHOST_LAB_CRASH_AFTER", [](L& l, const S& s) { l.crash_after = number(s, 1, kMany); }},
      {"CUHOST_LAB_DEVICES", [](L& l, const S& s) { l.devices = number(s, 0, 64); }},
      {"CUHOST_LAB_CLOCK_PERCENT", [](L& l, const S& s) { l.clock_percent = number(s, 0, 1000); }},
      {"CUHOST_LAB_QUEUE_DEPTH", [](L& l, const S& s) { l.queue_depth = number(s, 1, kMany); }},
      {"CUHOST_LAB_EXECUTE_NOTHING",
       [](L& l, const S& s) { l.execute_nothing = number(s, 0, 1) == 1; }},
  };
  return kReaders;
}

}  // namespace

Laboratory Laboratory::from(const char* const* environment) {
  return lab::read<Laboratory>(environment, "CUHOST_", readers());
}

const Laboratory& laboratory() {
  static const Laboratory kInstance = Laboratory::from(environ);
  return kInstance;
}

}  // namespace cuhost
