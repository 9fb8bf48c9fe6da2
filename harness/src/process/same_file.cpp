// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/same_file.hpp"

#include <filesystem>
#include <system_error>

namespace tickbench::process {

bool is_one_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto first = std::filesystem::weakly_canonical(std::filesystem::absolute(a), error);
  if (error) return a == b;
  const auto second = std::filesystem::weakly_canonical(std::filesystem::absolute(b), error);
  return error ? a == b : first == second;
}

}  // namespace tickbench::process
