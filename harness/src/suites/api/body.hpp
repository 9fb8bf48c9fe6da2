// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/body_context.hpp"
#include "tickbench/state.hpp"

namespace tickbench::api {

/// Whether an entry of the results may hold something else under this name: a field of Google
/// Benchmark's, or a counter of tickbench's own. A body's counter would replace it.
bool is_taken(std::string_view counter);

/// Throws Error: a mistake in a benchmark's body.
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  throw Error(Outcome::kInvalidBenchmark, fmt::format(message, std::forward<Values>(values)...));
}

/// One call of one body: what all topics behind State share.
struct Body {
  BenchmarkCase& benchmark_case;
  results::Record& record;
  BodyContext& context;
  Trial* trial = nullptr;  ///< null where this run is none
  std::optional<Device> device{};
  std::array<bool, 5> waived{};  ///< whether a check is left out, by Check

  bool is_waived(Check check) const { return waived.at(static_cast<std::size_t>(check)); }
};

/// What a body measures.
struct MeasuredWork {
  TimedQueue& queue;
  const Work& work;
  bool is_own_queue;  ///< the benchmark's
};

}  // namespace tickbench::api
