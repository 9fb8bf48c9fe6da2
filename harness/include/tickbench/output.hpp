// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "tickbench/device.hpp"
#include "tickbench/reference.hpp"
#include "tickbench/verification.hpp"

namespace tickbench {

/// What a launch writes, and how to reach it: `out(buffer)` or `inout(buffer)`, or callbacks of
/// your own for memory that is not a tickbench::Buffer.
struct Output {
  ElementType type;
  std::size_t count = 0;
  bool is_inout = false;
  std::function<void(std::span<std::byte>)> read;         ///< blocking
  std::function<void(std::span<const std::byte>)> write;  ///< blocking
  /// Of a Buffer; null for memory of your own.
  backend::Memory* memory = nullptr;
  /// Writes its own expected values; empty: they are those of the body.
  std::function<void(std::span<std::byte>)> expected{};
  std::optional<Tolerance> tolerance{};  ///< its own; nothing: the one of the check
};

namespace detail {

/// Expected values as a callable that writes them: void(std::span<T> out).
template <class Expected, class T>
concept FillOf = std::is_invocable_v<const Expected&, std::span<T>> &&
    !std::convertible_to<const Expected&, std::span<const T>>;
/// The values themselves.
template <class Expected, class T>
concept ValuesOf = std::convertible_to<const Expected&, std::span<const T>>;
template <class Part, class T>
concept OutputPart = std::same_as<Part, Tolerance> || FillOf<Part, T> || ValuesOf<Part, T>;

/// Throws Error (kInvalidBenchmark).
[[noreturn]] void refuse_expected(std::size_t elements, std::size_t found);

template <class T>
void put(Output& output, const Tolerance& tolerance) {
  output.tolerance = tolerance;
}
template <class T, FillOf<T> Fill>
void put(Output& output, Fill fill) {
  output.expected = [fill = std::move(fill)](std::span<std::byte> to) { fill(as_elements<T>(to)); };
}
template <class T, ValuesOf<T> Values>
void put(Output& output, const Values& values) {
  const std::span<const T> span(values);
  if (span.size() != output.count) refuse_expected(output.count, span.size());
  output.expected = [kept = std::vector<T>(span.begin(), span.end())](std::span<std::byte> to) {
    const auto bytes = std::as_bytes(std::span(kept));
    std::copy(bytes.begin(), bytes.end(), to.begin());
  };
}

template <class T, class... Parts>
Output make_output(Buffer<T>& buffer, bool is_inout, const Parts&... parts) {
  static_assert((OutputPart<Parts, T> && ...),
                "expected values of the buffer's type, a void(std::span<T> out) that writes them, "
                "or a tolerance");
  static_assert((std::same_as<Parts, Tolerance> + ... + 0) <= 1, "expected one tolerance");
  static_assert((!std::same_as<Parts, Tolerance> + ... + 0) <= 1, "expected values once");
  Output output{element_type<T>(),
                buffer.size(),
                is_inout,
                [&buffer](std::span<std::byte> to) { buffer.read(as_elements<T>(to)); },
                [&buffer](std::span<const std::byte> from) {
                  buffer.write(std::span(reinterpret_cast<const T*>(from.data()), buffer.size()));
                },
                &buffer.memory()};
  (put<T>(output, parts), ...);
  return output;
}

}  // namespace detail

/// Wholly written by the launch: poisoned before the checked one. `parts`, in the place of what the
/// body and the check have: expected values (which are copied, or a void(std::span<T> out) that
/// writes them), and a tolerance.
///
///     out(y_d)    out(y_d, ulps(2))    out(y_d, expected_y, ulps(2))
template <class T, class... Parts>
Output out(Buffer<T>& buffer, const Parts&... parts) {
  return detail::make_output(buffer, false, parts...);
}
/// Read and written: restored to its contents before the checked launch and after it. Must stay
/// finite under a million launches.
template <class T, class... Parts>
Output inout(Buffer<T>& buffer, const Parts&... parts) {
  return detail::make_output(buffer, true, parts...);
}

}  // namespace tickbench

/// What State::verify and State::measure are given, sorted.
namespace tickbench::detail {

/// A launch, or a range of them.
template <class T>
concept Launches =
    std::same_as<T, Launch> || std::convertible_to<const T&, std::span<const Launch>>;
template <class T>
concept Runnable = Launches<T> || std::is_invocable_v<const T&>;
/// Of what stands beside a kernel in place of a launch: false, where a template asks.
template <class...>
inline constexpr bool kHasOver = false;

struct CheckParts {
  std::vector<Launch> launches;
  std::function<void()> run;  ///< in their place: code of the benchmark's own
  std::vector<Output> outputs;
  std::optional<Tolerance> tolerance;

  void add(const Launch& launch) { launches.push_back(launch); }
  void add(std::span<const Launch> several) {
    launches.insert(launches.end(), several.begin(), several.end());
  }
  void add(const Output& output) { outputs.push_back(output); }
  void add(const Tolerance& common) { tolerance = common; }
  template <class Run>
  requires(!Launches<Run> && Runnable<Run>) void add(const Run& own) { run = own; }
};

/// Launches or one callable, then outputs, then at most one tolerance.
template <class... Parts>
constexpr bool are_in_order() {
  // By their rank, from 1; 0: none of these.
  constexpr std::array<int, sizeof...(Parts)> kRanks{(Launches<Parts>                  ? 1
                                                      : std::same_as<Parts, Output>    ? 3
                                                      : std::same_as<Parts, Tolerance> ? 4
                                                      : Runnable<Parts>                ? 2
                                                                                       : 0)...};
  const auto count = [&](int rank) { return std::ranges::count(kRanks, rank); };
  const bool has_single_kind = (count(1) > 0) != (count(2) > 0) && count(2) <= 1;
  return std::ranges::is_sorted(kRanks) && count(0) == 0 && has_single_kind && count(3) > 0 &&
         count(4) <= 1;
}

template <Launches... Parts>
Launch joined(const Parts&... launches) {
  CheckParts parts;
  (parts.add(launches), ...);
  return chain(parts.launches);
}

}  // namespace tickbench::detail
