// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/random.hpp"

#include "base/parallel.hpp"
#include "clock/phases.hpp"
#include "measurement/host_memory.hpp"
#include "trials/body.hpp"

namespace tickbench {
namespace {

/// The increment and the two multipliers of SplitMix64 (Steele, Lea, Flood, 2014): a function of a
/// counter, so that no value depends on another.
constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// FNV-1a: std::hash may differ between standard libraries, and results should not.
constexpr std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xCBF29CE484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return h;
}

thread_local api::Drawing current;

/// Elements that one processor makes while another one starts.
constexpr std::size_t kLeastPart = std::size_t{1} << 16;

/// The bits of a float's significand, which are all drawn: a copy that loses the last one is seen.
template <class T>
constexpr int kDigits = std::numeric_limits<T>::digits;

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T kUnit = T{1} / static_cast<T>(std::uint64_t{1} << kDigits<T>);
    const T magnitude =
        static_cast<T>(static_cast<std::int64_t>(bits >> (64 - kDigits<T>))) * kUnit;
    return (bits & 1) != 0 ? -magnitude : magnitude;
  } else {
    return static_cast<T>(bits >> (64 - 8 * sizeof(T)));
  }
}

}  // namespace

namespace api {

RandomContext::RandomContext(std::string_view id, unsigned seed)
    : outer_(std::exchange(current, {hash(id) + mix(seed)})) {}
void RandomContext::vary(unsigned seed) { current.variation = seed; }
std::uint64_t RandomContext::calls() { return current.calls; }
RandomContext::~RandomContext() { current = outer_; }

}  // namespace api

template <class T>
std::vector<T> detail::random(std::size_t n) {
  const InPhase phase(Phase::kInput);
  const std::uint64_t start = mix(current.seed + ++current.calls * kGolden);
  std::vector<T> values;
  values.reserve(n);
  // Before one processor alone fills it with zeros.
  touch(std::as_writable_bytes(std::span(values.data(), n)));
  values.resize(n);
  in_parallel(n, kLeastPart, [&values, start](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) values[i] = from_bits<T>(mix(start + i * kGolden));
  });
  if (current.variation && n > 0) {
    const std::uint64_t drawn = mix(start + mix(*current.variation));
    values[drawn % n] = from_bits<T>(mix(drawn));
  }
  return values;
}

template std::vector<float> detail::random<float>(std::size_t);
template std::vector<double> detail::random<double>(std::size_t);
template std::vector<std::int8_t> detail::random<std::int8_t>(std::size_t);
template std::vector<std::uint8_t> detail::random<std::uint8_t>(std::size_t);
template std::vector<std::int16_t> detail::random<std::int16_t>(std::size_t);
template std::vector<std::uint16_t> detail::random<std::uint16_t>(std::size_t);
template std::vector<std::int32_t> detail::random<std::int32_t>(std::size_t);
template std::vector<std::uint32_t> detail::random<std::uint32_t>(std::size_t);
template std::vector<std::int64_t> detail::random<std::int64_t>(std::size_t);
template std::vector<std::uint64_t> detail::random<std::uint64_t>(std::size_t);

}  // namespace tickbench
