// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "results/former_ids.hpp"
#include "tickbench/error.hpp"

namespace tickbench {

/// A floor whose benchmark, or the one it compares with, is not among those that there are.
class NoBenchmarkForFloor : public UsageError {
 public:
  using UsageError::UsageError;
};

/// The least (or greatest) acceptable value of a metric.
///
/// `threshold` is what the file says, `effective()` is what is judged, and the tolerance
/// always makes it easier to meet.
///
///     {"device": "NVIDIA H200", "benchmark": "opencl/saxpy/1024",
///      "metric": "time", "at_most": 4e-6, "tolerance": 0.1}      effective: 4.4 us
struct Floor {
  enum class Bound { kAtLeast, kAtMost };
  static constexpr double kDefaultTolerance = 0.05;
  static constexpr std::size_t kMostRuns = 100;  ///< hours, for any suite

  std::string device;     ///< RE2 pattern over the whole device name
  std::string benchmark;  ///< RE2 pattern over the whole id
  std::string metric;     ///< for a ratio: the metric that is compared (the file's `of`)
  std::string to;         ///< for a ratio: the other benchmark; may use groups of `benchmark`: \1
  Bound bound = Bound::kAtLeast;
  double threshold = 0;
  double tolerance = kDefaultTolerance;
  std::size_t runs = 1;   ///< over so many processes; one run alone is then inconclusive
  std::string note;       ///< for the reader; judged by nothing
  std::size_t index = 0;  ///< its place in the file: floors[index]

  bool is_ratio() const noexcept { return !to.empty(); }
  double effective() const noexcept {
    return bound == Bound::kAtLeast ? threshold * (1 - tolerance) : threshold * (1 + tolerance);
  }
};

/// A floor that judges one benchmark.
struct AppliedFloor {
  Floor floor;
  std::string other;  ///< for a ratio: the id of the other benchmark, groups filled in; else empty
  std::string where;  ///< "floors.json: floors[0]"
};

/// What a floor file has to say of one benchmark on one device.
struct FloorSelection {
  std::vector<AppliedFloor> floors;
  std::size_t device_mismatches = 0;  ///< floors that judge this benchmark, but elsewhere
  /// Of these, whose pattern matches a part of this device's name.
  std::vector<AppliedFloor> partial_matches{};
};

/// A floor file, checked in full when it is read: whatever is wrong in it is a UsageError.
///
///     const auto file = FloorFile::load("floors.json");
///     file.require_benchmarks(ids_of_the_program);
///     for (const auto& floor : file.select("NVIDIA H200", "opencl/saxpy/1024").floors) ...
class FloorFile {
 public:
  static constexpr std::string_view kSchema = "tickbench-floors/1";

  /// `name` stands in messages. Throws UsageError.
  static FloorFile parse(std::string_view text, const std::string& name);
  /// The same of a file. Throws UsageError.
  static FloorFile load(const std::filesystem::path& path);

  const std::string& name() const noexcept { return name_; }
  std::span<const Floor> floors() const noexcept { return floors_; }
  /// From now on a floor of a former id is one of what it is now.
  void know(results::FormerIds former) { former_ = std::move(former); }

  /// Without a device those for any.
  FloorSelection select(std::optional<std::string_view> device, std::string_view id) const;

  /// Throws NoBenchmarkForFloor for a floor that matches none of the program's benchmarks, or for a
  /// ratio to one that does not exist; UsageError for a ratio to itself. `device`: only the
  /// floors for this device name; empty: all.
  void require_benchmarks(std::span<const std::string> ids, std::string_view device = {}) const;

 private:
  struct Patterns;
  FloorFile() = default;
  /// For a ratio the other benchmark, else empty; nothing where the floor does not judge this one.
  std::optional<std::string> find_partner(std::size_t floor, const std::string& id) const;
  std::string name_;
  results::FormerIds former_;
  std::vector<Floor> floors_;
  std::shared_ptr<const Patterns> patterns_;
};

/// The floors of all files.
FloorSelection select(std::span<const FloorFile> files, std::optional<std::string_view> device,
                      std::string_view id);

/// The text of a floor file that parse() reads back as the same floors.
std::string to_floor_file(std::span<const Floor> floors);

/// A pattern that matches this text and nothing else.
std::string escape_pattern(std::string_view text);

}  // namespace tickbench
