// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "build_flags.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "spirv_module.hpp"

namespace zecpu {
namespace {

// The specification gives three levels and does not say how one is written: "=2", "=O2" and " 2"
// are in use. Levels 1 and 2 may be the same, and are what OpenCL does by default.
std::string opencl_level(const std::string& level) {
  static const std::set<std::string> kOptimised = {"1", "2", "O1", "O2"};
  if (level == "0" || level == "O0") return "-cl-opt-disable";
  if (kOptimised.contains(level)) return {};
  throw BadSpirv("build flag -ze-opt-level: expected a level of 0 to 2, found '" + level + "'");
}

constexpr std::string_view kLevelFlag = "-ze-opt-level";

using Translations = std::map<std::string, std::string>;

std::string known_flags(const Translations& translations) {
  std::string names(kLevelFlag);
  for (const auto& [flag, translation] : translations) names += ", " + flag;
  return names;
}

}  // namespace

std::string opencl_options(const std::string& flags) {
  static const Translations kTranslations = {
      {"-ze-opt-disable", "-cl-opt-disable"},
      {"-ze-opt-greater-than-4GB-buffer-required", ""},  // every buffer may be
      {"-ze-opt-large-register-file", ""},               // no such choice on a CPU
      {"-ze-opt-has-buffer-offset-arg", ""},
      {"-g", "-g"}};
  std::string options;
  std::istringstream words(flags);
  for (std::string word; words >> word;) {
    if (word == kLevelFlag || word.starts_with(std::string(kLevelFlag) + '=')) {
      std::string level = word.substr(std::min(word.size(), kLevelFlag.size() + 1));
      if (word == kLevelFlag) words >> level;
      options += opencl_level(level) + ' ';
      continue;
    }
    const auto known = kTranslations.find(word);
    if (known == kTranslations.end() && !word.starts_with("-cl-"))
      throw BadSpirv("unknown build flag '" + word + "'; known are " + known_flags(kTranslations) +
                     " and OpenCL's -cl-...");
    options += (known == kTranslations.end() ? word : known->second) + ' ';
  }
  return options;
}

}  // namespace zecpu
