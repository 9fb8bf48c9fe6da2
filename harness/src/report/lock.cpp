// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace tickbench::report {
namespace {

std::string path_of(const std::string& folder, const std::string& name) {
  std::string path = folder + "/tickbench-";
  for (const char c : name)
    path += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' ? c : '_';
  return path + ".lock";
}

int open_for_all(const std::string& path) {
  // Another user's file in a sticky folder may be opened, but not with O_CREAT
  // (fs.protected_regular).
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0 || errno != ENOENT) return descriptor;
  descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  return descriptor;
}

}  // namespace

HostLock::HostLock(const std::string& folder, const std::string& name,
                   const std::function<void()>& on_wait) {
  const std::string path = path_of(folder, name);
  descriptor_ = open_for_all(path);
  if (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    int result = -1;
    if (errno == EWOULDBLOCK) {
      on_wait();
      do result = ::flock(descriptor_, LOCK_EX);
      while (result != 0 && errno == EINTR);
    }
    if (result != 0) {
      failure_ = "cannot lock " + path + ": " + std::generic_category().message(errno);
      ::close(std::exchange(descriptor_, -1));
    }
  } else if (descriptor_ < 0) {
    failure_ = "cannot open " + path + ": " + std::generic_category().message(errno);
  }
}

HostLock::HostLock(HostLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), failure_(std::move(other.failure_)) {}

HostLock& HostLock::operator=(HostLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(failure_, other.failure_);
  return *this;
}

HostLock::~HostLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string HostLock::default_folder() {
  const char* folder = std::getenv("XDG_RUNTIME_DIR");  // NOLINT(concurrency-mt-unsafe)
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace tickbench::report
