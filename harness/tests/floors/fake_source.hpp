// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "floors/verdict.hpp"

namespace tickbench {

/// A benchmark of which `find` knows something, after so many times of sampling more.
class FakeSource : public FloorSource {
 public:
  using Find = std::function<Finding(const AppliedFloor&, double level, int times)>;
  explicit FakeSource(Find find, int most_times = 100)
      : find_(std::move(find)), most_times_(most_times) {}

  Finding evidence(const AppliedFloor& applied, double level) const override {
    return find_(applied, level, times_);
  }
  std::optional<Evidence> unshared(const AppliedFloor& applied, double level) const override {
    return without_others ? without_others(applied, level, times_).evidence : std::nullopt;
  }
  bool sample_more(std::span<const AppliedFloor> /*open*/,
                   std::span<const AppliedFloor> missed) override {
    missed_floors.push_back(missed.size());
    return ++times_ <= most_times_;
  }

  Find without_others;                     ///< empty: it was not shared
  std::vector<std::size_t> missed_floors;  ///< how many of them, each time

 private:
  Find find_;
  int most_times_, times_ = 0;
};

}  // namespace tickbench
