// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/throw_error.hpp"

namespace tickbench::history {

struct Commit {
  std::string hash, date, author, subject, tags;  ///< tags: "tag: v1, tag: v2"; empty: none
};

class Git {
 public:
  explicit Git(std::string repository) : repository_(std::move(repository)) {}

  const std::string& repository() const { return repository_; }
  /// The standard output of `git WORDS...`. Throws UsageError with what git says, and Interrupted.
  std::string ask(const std::vector<std::string>& words) const;
  /// The full hash of a commit's name, if it has one. Throws UsageError outside a repository.
  std::optional<std::string> resolve(const std::string& name) const;
  /// The same; throws UsageError where there is none.
  std::string commit(const std::string& name) const {
    if (auto hash = resolve(name)) return *hash;
    throw_usage_error("expected a commit of {}, found '{}' (a shallow clone has few)", repository_,
                      name);
  }
  /// The commits of a range, or from one backwards: first parents, the oldest first.
  std::vector<Commit> first_parents(const std::string& range) const;

 private:
  std::string repository_;
};

/// "1a2b3c4d5e": as much of a hash as people read.
inline std::string short_hash(const std::string& hash) { return hash.substr(0, 10); }

/// The order of commits: git's, by first parents.
struct Line {
  std::vector<Commit> commits;
  std::unordered_map<std::string, std::size_t> places{};  ///< by hash

  explicit Line(std::vector<Commit> ordered) : commits(std::move(ordered)) {
    for (std::size_t i = 0; i < commits.size(); ++i) places.emplace(commits[i].hash, i);
  }
  std::string hash_at(std::size_t place) const { return short_hash(commits[place].hash); }
  std::optional<std::size_t> find(const std::string& hash) const {
    const auto found = places.find(hash);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  }
};

}  // namespace tickbench::history
