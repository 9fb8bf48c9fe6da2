// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "toy/driver.hpp"

/// The kernels of contract.cl, as the toy's driver runs them.
namespace toy {
namespace {

using tickbench::backend::Range;
using Values = std::vector<Value>;

template <class T>
T value(const Value& given) {
  T result{};
  std::memcpy(&result, given.bytes.data(), sizeof(T));
  return result;
}
template <class T>
T* buffer(const Value& given) {
  return static_cast<T*>(given.buffer);
}

void scalars(const Values& a, const Range& range) {
  for (std::size_t i = 0; i < range.global[0]; ++i)
    buffer<std::int64_t>(a[0])[i] = value<std::int8_t>(a[1]) + value<std::uint16_t>(a[2]) +
                                    value<std::int32_t>(a[3]) + value<std::int64_t>(a[4]) +
                                    static_cast<std::int64_t>(value<float>(a[5]) * 2) +
                                    static_cast<std::int64_t>(i);
}

void a_struct(const Values& a, const Range& range) {
  struct PairOfValues {
    float scale;
    std::int32_t offset;
    std::int64_t padding_before;
    char tag;
  };
  const auto given = value<PairOfValues>(a[1]);
  for (std::size_t i = 0; i < range.global[0]; ++i)
    buffer<float>(a[0])[i] = given.scale * static_cast<float>(i) +
                             static_cast<float>(given.offset + given.padding_before + given.tag);
}

/// Each work-group reverses its part.
void local(const Values& a, const Range& range) {
  const auto group = range.local[0];
  for (auto* at = buffer<int>(a[0]); at != buffer<int>(a[0]) + range.global[0]; at += group)
    std::reverse(at, at + group);
}

void ids(const Values& a, const Range& range) {
  const auto [nx, ny, nz] = range.global;
  for (std::size_t i = 0; i < nx * ny * nz; ++i)
    buffer<std::uint32_t>(a[0])[i] =
        static_cast<std::uint32_t>(i % nx + 1000 * (i / nx % ny) + 1000000 * (i / (nx * ny)));
}

void variant(const Values& a, const Range& range) {
  const auto put = [&]<class T>(T first) {
    for (std::size_t i = 0; i < range.global[0]; ++i)
      buffer<T>(a[0])[i] = first + static_cast<T>(i);
  };
  if (value<int>(a[2]) == sizeof(int))
    put(value<int>(a[1]));
  else
    put(value<std::int64_t>(a[1]));
}

void add(const Values& a, const Range& range) {
  for (std::size_t i = 0; i < range.global[0]; ++i) buffer<int>(a[0])[i] += value<int>(a[1]);
}
void multiply(const Values& a, const Range& range) {
  for (std::size_t i = 0; i < range.global[0]; ++i) buffer<int>(a[0])[i] *= value<int>(a[1]);
}

void spin(const Values& a, const Range& range) {
  for (std::size_t i = 0; i < range.global[0]; ++i) {
    auto x = static_cast<float>(i);
    for (int round = 0; round < value<int>(a[1]) / 100; ++round) x = x * 0.999F + 1;
    buffer<float>(a[0])[i] = x;
  }
}

[[maybe_unused]] const auto& linked = functions() = {
    {"contract_scalars", scalars}, {"contract_struct", a_struct}, {"contract_local", local},
    {"contract_ids", ids},         {"contract_add", add},         {"contract_multiply", multiply},
    {"contract_spin", spin},       {"contract_variant", variant}};

}  // namespace
}  // namespace toy
