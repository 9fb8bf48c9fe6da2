// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/output_folder.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <system_error>

#include "tickbench/error.hpp"

namespace tickbench::html_report {
namespace {

// Tells a report's folder from anything else that a slip of the hand could name.
constexpr const char* kMarker = ".tickbench-report";

void refuse_if_foreign(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) return;
  if (!std::filesystem::is_directory(std::filesystem::symlink_status(path, error)))
    throw UsageError(path.string() + ": expected a folder, or nothing, found a file");
  const bool is_empty = std::filesystem::is_empty(path, error);
  if (error) throw UsageError(path.string() + ": cannot be read: " + error.message());
  if (!is_empty && !std::filesystem::exists(path / kMarker))
    throw UsageError(path.string() +
                     ": expected an empty folder or an earlier report, found other files; name "
                     "another folder");
}

std::filesystem::path without_trailing_slash(std::filesystem::path path) {
  path = std::filesystem::absolute(path).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

OutputFolder::OutputFolder(const std::filesystem::path& path)
    : path_(without_trailing_slash(path)) {
  refuse_if_foreign(path_);
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  std::string name = path_.string() + ".part-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw UsageError(path_.string() + ": expected a folder that can be made, found: " +
                     std::generic_category().message(errno));
  staging_ = name;
  const mode_t mask = umask(0);
  umask(mask);
  chmod(name.c_str(), 0777 & ~mask);  // mkdtemp keeps all others out
  write(kMarker, "A report of tickbench: it is replaced as a whole.\n");
}

OutputFolder::~OutputFolder() {
  std::error_code error;
  if (!staging_.empty()) std::filesystem::remove_all(staging_, error);
}

void OutputFolder::write(const std::filesystem::path& name, const std::string& text) const {
  std::filesystem::create_directories((staging_ / name).parent_path());
  std::ofstream file(staging_ / name, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw UsageError((path_ / name).string() + ": expected a file that can be written: " +
                     std::generic_category().message(errno));
}

void OutputFolder::publish() {
  refuse_if_foreign(path_);
  if (::renameat2(AT_FDCWD, staging_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0)
    return;  // the old report is now in staging_, and goes with it
  std::error_code error;
  std::filesystem::rename(staging_, path_, error);  // over nothing, or an empty folder
  if (!error) {
    staging_.clear();
    return;
  }
  // A file system without exchange: the old one is away for a moment.
  const std::filesystem::path old = staging_.string() + ".old";
  std::filesystem::rename(path_, old, error);
  if (!error) std::filesystem::rename(staging_, path_, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::rename(old, path_, ignored);
    throw UsageError(path_.string() +
                     ": expected a folder that can be replaced: " + error.message());
  }
  staging_.clear();
  std::filesystem::remove_all(old, error);
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw UsageError(path.string() + ": expected a file that can be read");
  return text.str();
}

}  // namespace tickbench::html_report
