// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "results/json_document.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::other_build {

/// The build that the modules are of.
struct Build {
  std::string version, commit;  ///< of tickbench; of the program, empty where it is not known
};

/// The embedded modules of one build of a program, as --tickbench_modules_out writes them.
class ModulesFile {
 public:
  /// `name`: in messages. Throws UsageError: what was expected, what was found and where.
  static ModulesFile parse(std::string_view text, const std::string& name);
  static ModulesFile read(const std::string& path);

  const Build& build() const noexcept { return build_; }
  const std::vector<backend::Module>& modules() const noexcept { return modules_; }

 private:
  explicit ModulesFile(results::JsonValue json);
  struct Texts {
    std::string name, format, variant, options;
    std::vector<std::byte> code;
  };

  Build build_;
  std::shared_ptr<std::deque<Texts>> texts_ = std::make_shared<std::deque<Texts>>();
  std::vector<backend::Module> modules_;  // they point into the texts
};

/// As `ModulesFile::parse` reads it.
std::string to_modules_file(const std::vector<backend::Module>& modules, const Build& build);

}  // namespace tickbench::other_build
