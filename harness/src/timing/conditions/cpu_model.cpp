// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "conditions/cpu_model.hpp"

#include <sys/utsname.h>

#include <fstream>

namespace tickbench::conditions {

std::string value_in(const std::string& file, const std::string& key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto at = line.find(separator);
    if (at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    std::erase(value, '"');
    const auto first = value.find_first_not_of(" \t");
    return first == std::string::npos ? "" : value.substr(first);
  }
  return {};
}

std::string cpu_model(const std::string& root) {
  auto model = value_in(root + "/proc/cpuinfo", "model name", ':');
  if (!model.empty()) return model;
  utsname kernel{};
  ::uname(&kernel);
  return kernel.machine;
}

std::string host_name() {
  utsname kernel{};
  ::uname(&kernel);
  return kernel.nodename;
}

}  // namespace tickbench::conditions
