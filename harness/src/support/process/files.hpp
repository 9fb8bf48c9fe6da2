// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/non_copyable.hpp"
#include "tickbench/seconds.hpp"

namespace tickbench::process {

/// A result file: written beside its name and renamed, so that a reader never sees half of it and
/// an interrupted run leaves the old one. What is no regular file (a device, a pipe), and what is
/// this process's own standard output or error, is written straight. A link stays one: the file
/// behind it is replaced. The folder and standard output are those of when this was made.
class OutputFile : private NonCopyable {
 public:
  /// Throws UsageError, before anything is measured, where `path` cannot be written. `flag` is
  /// named in the message.
  OutputFile(std::string flag, std::string path);
  ~OutputFile();

  /// Throws UsageError where it fails now: a full disk. A pipe without a reader is waited for.
  void write(const std::string& text) const;

 private:
  [[noreturn]] void refuse(int error) const;
  [[noreturn]] void refuse(const std::string& what) const;

  std::string flag_;
  std::string given_;  ///< as in the flag
  std::string path_;
  bool is_regular_ = true;
  int descriptor_ = -1;  ///< of a standard stream that it is
};

/// False, and errno, where it cannot write all of it.
bool write_all(int descriptor, const std::string& text);

/// Whether two paths lead to one file, which need not be there yet.
bool is_same_file(const std::string& a, const std::string& b);

/// A file that is read, run or written beside another one.
struct TakenFile {
  std::string path;
  std::string what;  ///< "is an input"
};

/// Throws UsageError where --`flag` `path` leads to one of them. An empty one leads nowhere.
void require_own_file(const std::string& flag, const std::string& path,
                      std::span<const TakenFile> taken);

/// This process's standard output, which `take` makes this stream's alone: what anything else
/// prints there from then on, a driver or a benchmark, goes to standard error, and spoils no JSON;
/// also when this is destroyed. Written at each flush. What cannot be written is lost.
class StandardOutput {
 public:
  StandardOutput() : stream_(&buffer_) {}
  ~StandardOutput() { stream_.flush(); }

  std::ostream& stream() noexcept { return stream_; }
  /// Where standard error is closed there is no other place, and all stays as it was.
  void take();

 private:
  struct Buffer final : std::stringbuf {
    int sync() override {
      const bool is_whole = write_all(descriptor, str());
      str({});
      return is_whole ? 0 : -1;
    }
    int descriptor = 1;
  };

  Buffer buffer_;
  std::ostream stream_;
};

/// With all that is in it, by one descriptor, where std::filesystem takes one a level.
void remove_folder(const std::filesystem::path& path);

/// A new folder that no other user can read, removed with all that is in it when destroyed.
class TemporaryFolder : private NonCopyable {
 public:
  TemporaryFolder();
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int reserve_ = -1;  ///< a descriptor to remove it by, where no other is left
};

/// The columns of the terminal that a file descriptor is open on; 0: it is no terminal. COLUMNS in
/// the environment goes first.
std::size_t terminal_columns(int descriptor);
/// The same of what was found. `said`: by the terminal, 0 where it does not know.
std::size_t terminal_columns(std::optional<std::string_view> environment, std::size_t said);

/// A terminal that calls itself `dumb` (TERM) prints escape sequences as text.
bool takes_escapes();
/// Unless NO_COLOR is set and not empty (https://no-color.org), or no escape sequence is taken.
bool has_colour();

/// Held while a device, or the references, are measured: two processes of one host would slow each
/// other down. Released when destroyed, and by the system when the process ends in whatever way,
/// though a child that it forked goes on. Where no file can be had, `failure` says why.
class HostLock {
 public:
  HostLock() = default;
  /// Takes the lock `name` in `folder`; calls `on_wait` once where another process has it. After a
  /// `limit` above 0 it waits no longer, and holds nothing, without a failure.
  HostLock(const std::string& folder, const std::string& name, const std::function<void()>& on_wait,
           Seconds limit = Seconds(0));
  HostLock(HostLock&& other) noexcept { *this = std::move(other); }
  HostLock& operator=(HostLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(failure_, other.failure_);
    return *this;
  }
  ~HostLock();

  bool is_held() const noexcept { return descriptor_ >= 0; }
  const std::string& failure() const noexcept { return failure_; }

  /// The same for all users and sessions of a host, whatever their environment.
  static std::string default_folder() { return "/tmp"; }

 private:
  int descriptor_ = -1;
  std::string failure_;
};

}  // namespace tickbench::process
