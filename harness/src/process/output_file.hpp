// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::process {

/// A result file: written beside its name and renamed, so that a reader never sees half of it and
/// an interrupted run leaves the old one. What is not a regular file (/dev/stdout, a pipe) is
/// written straight. A link stays one: the file behind it is replaced.
class OutputFile {
 public:
  /// Throws UsageError, before anything is measured, where `path` cannot be written. `flag` is
  /// named in the message.
  OutputFile(std::string flag, std::string path);

  /// Throws UsageError where it fails now: a full disk.
  void write(const std::string& text) const;
  const std::string& path() const noexcept { return path_; }

 private:
  [[noreturn]] void refuse(int error) const;
  [[noreturn]] void refuse(const std::string& what) const;

  std::string flag_;
  std::string given_;  ///< as in the flag
  std::string path_;
  bool is_regular_ = true;
};

/// Whether two paths lead to one file, by whatever links and detours; it need not be there yet.
bool is_one_file(const std::string& a, const std::string& b);

}  // namespace tickbench::process
