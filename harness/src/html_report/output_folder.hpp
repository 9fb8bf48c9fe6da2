// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tickbench::html_report {

/// A folder written beside its name and renamed: a reader never sees half a report, and a failed
/// one leaves the old one as it was. An existing folder is replaced only where it is empty or a
/// report.
///
///     OutputFolder folder("report");
///     folder.write("index.html", page);
///     folder.publish();                  // without it, nothing is left behind
class OutputFolder {
 public:
  /// Throws UsageError where `path` is no place for a report.
  explicit OutputFolder(const std::filesystem::path& path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Where it is written until it is published.
  const std::filesystem::path& staging() const noexcept { return staging_; }
  void write(const std::filesystem::path& name, const std::string& text) const;
  void publish();

 private:
  std::filesystem::path path_, staging_;
};

/// Throws UsageError where it cannot be read whole.
std::string file_text(const std::filesystem::path& path);

}  // namespace tickbench::html_report
