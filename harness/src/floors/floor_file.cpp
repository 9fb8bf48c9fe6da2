// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <fstream>
#include <set>
#include <system_error>

#include "floors/floor_parser.hpp"
#include "floors/patterns.hpp"
#include "floors/text_position.hpp"
#include "tickbench/floor.hpp"

namespace tickbench {
namespace {

std::string where(const std::string& file, TextPosition position) {
  return file + ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
}

// Enough for a reader to see what ids look like.
constexpr std::size_t kFew = 3;

/// The first few.
std::string examples(std::span<const std::string> ids) {
  std::string text;
  for (const auto& id : ids.first(std::min(kFew, ids.size())))
    text += (text.empty() ? "" : ", ") + id;
  return text + (ids.size() > kFew ? ", ..." : "");
}

}  // namespace

FloorFile FloorFile::parse(std::string_view text, const std::string& name) {
  FloorFile file;
  file.name_ = name;
  auto patterns = std::make_shared<Patterns>();
  file.floors_ = floors::parse_floors(text, name, patterns->cache);
  for (const auto& floor : file.floors_)
    patterns->of_floors.push_back(
        {&patterns->cache.compile(floor.device), &patterns->cache.compile(floor.benchmark)});
  file.patterns_ = std::move(patterns);
  return file;
}

FloorFile FloorFile::load(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  // One byte more than allowed is enough to refuse a file, or a pipe, of any size.
  std::string text(floors::kMostFileBytes + 1, '\0');
  std::error_code error;
  if (!stream || std::filesystem::is_directory(path, error) ||
      (stream.read(text.data(), static_cast<std::streamsize>(text.size())), stream.bad()))
    throw UsageError("expected a floor file that can be read, found " + path.string() + ": " +
                     std::generic_category().message(
                         std::filesystem::is_directory(path, error) ? EISDIR : errno));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return parse(text, path.string());
}

FloorSelection FloorFile::select(std::string_view device, std::string_view id) const {
  FloorSelection selection;
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    const auto& patterns = patterns_->of_floors[i];
    if (!floors::matches(*patterns.benchmark, id)) continue;
    if (!floors::matches(*patterns.device, device)) {
      ++selection.for_other_devices;
      continue;
    }
    const Floor& floor = floors_[i];
    selection.floors.push_back(
        {floor, floor.is_ratio() ? floors::fill_in_groups(floor.to, *patterns.benchmark, id) : "",
         where(name_, floor.position)});
  }
  return selection;
}

void FloorFile::require_benchmarks(std::span<const std::string> ids,
                                   std::string_view device) const {
  const std::set<std::string_view> known(ids.begin(), ids.end());
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    const Floor& floor = floors_[i];
    const auto& patterns = patterns_->of_floors[i];
    if (!device.empty() && !floors::matches(*patterns.device, device)) continue;
    bool is_matched = false;
    for (const auto& id : ids) {
      if (!floors::matches(*patterns.benchmark, id)) continue;
      is_matched = true;
      if (!floor.is_ratio()) break;
      const auto other = floors::fill_in_groups(floor.to, *patterns.benchmark, id);
      if (other == id)
        throw FloorFileError(name_, floor.position,
                             "expected another benchmark to compare with, found " + id + " itself");
      if (!known.contains(other))
        throw NoBenchmarkForFloor(name_, floor.position,
                                  "expected a benchmark to compare " + id +
                                      " with, found none named " + floors::in_quotes(other) +
                                      " among " + examples(ids));
    }
    if (!is_matched)
      throw NoBenchmarkForFloor(name_, floor.position,
                                "expected a benchmark that matches " +
                                    floors::in_quotes(floor.benchmark) + ", found none among " +
                                    std::to_string(ids.size()) + ": " + examples(ids));
  }
}

}  // namespace tickbench
