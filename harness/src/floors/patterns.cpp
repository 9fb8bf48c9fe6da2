// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/patterns.hpp"

#include <stdexcept>

namespace tickbench {
namespace floors {
namespace {

// What one pattern may take, in bytes: a program of some ten thousand instructions. Real patterns
// have some tens; the default of 8 MiB would let a small file take gigabytes.
constexpr std::int64_t kPatternMemory = 256 << 10;
// What all patterns of a file may take together, at 16 bytes each and twice (forwards and back).
constexpr std::size_t kMostInstructions = 1'000'000;

constexpr std::string_view kSpecial = R"(\.+*?()[]{}|^$)";

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

const re2::RE2& PatternCache::compile(const std::string& pattern) {
  if (const auto found = compiled_.find(pattern); found != compiled_.end()) return *found->second;
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kPatternMemory);
  auto compiled = std::make_unique<re2::RE2>(piece(pattern), options);
  if (!compiled->ok()) throw std::invalid_argument(compiled->error());
  instructions_ += static_cast<std::size_t>(compiled->ProgramSize());
  if (instructions_ > kMostInstructions)
    throw std::invalid_argument("the patterns of this file are too large together");
  return *compiled_.emplace(pattern, std::move(compiled)).first->second;
}

bool matches(const re2::RE2& pattern, std::string_view text) {
  return re2::RE2::FullMatch(piece(text), pattern);
}

std::string fill_in_groups(const std::string& to, const re2::RE2& benchmark, std::string_view id) {
  // The whole match and the nine groups that `to` can name.
  re2::StringPiece groups[10];
  const int count = std::min(benchmark.NumberOfCapturingGroups() + 1, 10);
  if (!benchmark.Match(piece(id), 0, id.size(), re2::RE2::ANCHOR_BOTH, groups, count))
    throw std::logic_error("fill_in_groups: the id does not match");
  std::string filled;
  benchmark.Rewrite(&filled, piece(to), groups, count);
  return filled;
}

std::string check_groups(const std::string& to, const re2::RE2& benchmark) {
  std::string error;
  return benchmark.CheckRewriteString(piece(to), &error) ? std::string() : error;
}

}  // namespace floors

std::string escape_pattern(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (floors::kSpecial.find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace tickbench
