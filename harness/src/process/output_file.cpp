// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tickbench/error.hpp"

namespace tickbench::process {
namespace {

/// Writes all of it, or leaves errno.
bool write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const auto written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

/// The file behind a link, which stays a link. Links in a circle are left to open.
std::string behind_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::filesystem::path file(path);
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(file, error); ++links)
    file = file.parent_path() / std::filesystem::read_symlink(file, error);
  return file;
}

}  // namespace

OutputFile::OutputFile(std::string flag, std::string path)
    : flag_(std::move(flag)), given_(std::move(path)), path_(behind_links(given_)) {
  std::error_code error;
  const auto status = std::filesystem::status(path_, error);
  if (std::filesystem::is_directory(status)) refuse("it is a folder");
  is_regular_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (!is_regular_) {
    if (::access(path_.c_str(), W_OK) != 0) refuse(std::generic_category().message(errno));
    return;
  }
  const std::string probe = beside();
  const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse(std::generic_category().message(errno));
  ::close(descriptor);
  ::unlink(probe.c_str());
}

void OutputFile::write(const std::string& text) const {
  const std::string name = is_regular_ ? beside() : path_;
  // A name that is taken (a crashed process's, or a link laid there) is not written through.
  if (is_regular_) ::unlink(name.c_str());
  const int flags = O_WRONLY | O_CLOEXEC | (is_regular_ ? O_CREAT | O_EXCL : 0);
  const int descriptor = ::open(name.c_str(), flags, 0666);
  if (descriptor < 0) refuse(std::generic_category().message(errno));
  const bool is_written = write_all(descriptor, text);
  const int reason = errno;
  const bool is_closed = ::close(descriptor) == 0;
  const bool is_done =
      is_written && is_closed && (!is_regular_ || std::rename(name.c_str(), path_.c_str()) == 0);
  if (is_done) return;
  const std::string message = std::generic_category().message(is_written ? errno : reason);
  if (is_regular_) ::unlink(name.c_str());
  refuse(message);
}

void OutputFile::refuse(const std::string& what) const {
  throw UsageError("--" + flag_ + "=" + given_ + ": expected a file that can be written: " + what);
}

std::string OutputFile::beside() const {
  const std::filesystem::path path(path_);
  return path.parent_path() /
         ("." + path.filename().string() + "." + std::to_string(::getpid()) + ".part");
}

}  // namespace tickbench::process
