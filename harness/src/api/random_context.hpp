// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace tickbench::suite {

/// Makes random<T> give, on this thread, the values of the benchmark `id`: the same in every run. A
/// `seed` other than 0 gives other values. Nests: afterwards the values before it go on.
class RandomContext {
 public:
  RandomContext(std::string_view id, unsigned seed);
  RandomContext(const RandomContext&) = delete;
  RandomContext& operator=(const RandomContext&) = delete;
  ~RandomContext();

 private:
  std::uint64_t outer_seed_;
  std::uint64_t outer_calls_;
};

}  // namespace tickbench::suite
