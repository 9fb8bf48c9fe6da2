// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// One benchmark; programs of it differ in their kernel, or in what a macro says.

#include <cstddef>
#include <span>
#include <tickbench/tickbench.hpp>
#include <vector>

#if defined(CUHOST)
#include "cuda/host_kernel.hpp"

HOST_KERNEL(equal_code) {
  using tickbench::host_kernel::value_of;
  const auto* const x = value_of<const unsigned*>(arguments[0]);
  auto* const y = value_of<unsigned*>(arguments[1]);
  const auto mask = value_of<unsigned>(arguments[2]);
  tickbench::host_kernel::for_each_item(
      *block, [&](std::size_t i, std::size_t, std::size_t) { y[i] = x[i] & mask; });
}
#endif

namespace {

// Each is what one program has otherwise.
#ifndef ELEMENTS
#define ELEMENTS 256
#endif
#ifndef GROUP
#define GROUP 32
#endif
#ifndef MASK
#define MASK 0xFFFFU
#endif
#ifndef STRIDE
#define STRIDE 7U
#endif

void Equal(tickbench::State& state) {
#if defined(HOST_ONLY)
  const std::vector<double> unused(1000, 1.0);  // the host's code alone
#endif
  std::vector<unsigned> values;
  for (unsigned i = 0; i < ELEMENTS; ++i) values.push_back(i * STRIDE);
  auto x = state.device().upload(values);
  auto y = state.device().allocate<unsigned>(values.size());
  const auto launch =
      state.device().kernel("equal_code").args(x, y, MASK).over(values.size(), GROUP);
  state.expect([&](std::span<unsigned> result) {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = values[i] & MASK;
  });
  state.verify(launch, tickbench::out(y), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(Equal);

}  // namespace
