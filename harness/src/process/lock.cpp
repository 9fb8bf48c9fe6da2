// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace tickbench::process {
namespace {

std::string path_of(const std::string& folder, const std::string& name) {
  std::string path = folder + "/tickbench-";
  for (const char c : name)
    path += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' ? c : '_';
  return path + ".lock";
}

int open_for_all(const std::string& path) {
  // Anyone may have put something else there: no link is followed, and no pipe waited for.
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  // Another user's file in a sticky folder may be opened, but not with O_CREAT
  // (fs.protected_regular).
  int descriptor = ::open(path.c_str(), O_RDONLY | kFlags);
  if (descriptor >= 0 || errno != ENOENT) return descriptor;
  descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | kFlags, 0644);
  if (descriptor >= 0) ::fchmod(descriptor, 0644);  // whatever the umask: others lock it too
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

/// The same for all users and sessions of a host, whatever their environment: else they would not
/// exclude one another.
std::string HostLock::default_folder() { return "/tmp"; }

}  // namespace tickbench::process
