// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <vector>

#include "results/result.hpp"

namespace tickbench::suite {

/// The finished repetitions. The watchdog reads it while the main thread hangs: thread-safe;
/// records never move.
class RunLog {
 public:
  const Record& add(Record record) {
    const std::lock_guard lock(mutex_);
    return records_.emplace_back(std::move(record));
  }
  /// Null: no such repetition has finished.
  const Record* find(std::int64_t family, std::int64_t repetition) const {
    const std::lock_guard lock(mutex_);
    for (const auto& record : records_)
      if (static_cast<std::int64_t>(record.of->family) == family && record.repetition == repetition)
        return &record;
    return nullptr;
  }
  std::vector<const Record*> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<const Record*> result;
    for (const auto& record : records_) result.push_back(&record);
    return result;
  }

 private:
  mutable std::mutex mutex_;
  std::deque<Record> records_;
};

}  // namespace tickbench::suite
