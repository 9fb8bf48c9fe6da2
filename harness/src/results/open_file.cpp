// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/open_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "tickbench/error.hpp"

namespace tickbench::results {

std::ifstream open_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError(path + ": expected a file, found a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw UsageError(
        path + ": cannot be read: " + std::error_code(errno, std::generic_category()).message());
  return file;
}

}  // namespace tickbench::results
