// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "tickbench/verification.hpp"

namespace tickbench {

/// The name of a CPU implementation, as in `speedup_NAME` and `speedup_host_NAME`: lower-case
/// letters, digits and `_`.
///
///     state.reference("openblas", [&](std::span<float> out) { ... });
struct Reference {
  // Implicit: a name is all that there is to a reference.
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr Reference(const char* text) : name(text) {}
  constexpr Reference(std::string_view text) : name(text) {}
  Reference(const std::string& text) : name(text) {}
  // NOLINTEND(google-explicit-constructor)
  static const Reference kTbb, kSerial;

  std::string_view name;
};
inline constexpr Reference Reference::kTbb{"tbb"};
inline constexpr Reference Reference::kSerial{"serial"};
inline constexpr Reference tbb = Reference::kTbb;
inline constexpr Reference serial = Reference::kSerial;

namespace detail {

template <class T>
inline constexpr bool kIsFill = false;
template <class... T>
inline constexpr bool kIsFill<std::function<void(std::span<T>...)>> = sizeof...(T) > 0 &&
                                                                      !(std::is_const_v<T> || ...);

/// Whether a callable is a void(std::span<T>...), which tells each T.
template <class Function>
constexpr bool is_fill() {
  if constexpr (requires(Function f) { std::function(std::move(f)); })
    return kIsFill<decltype(std::function(std::declval<Function>()))>;
  else
    return false;
}

/// The bytes of each output.
using Bytes = std::span<const std::span<std::byte>>;

/// Writes the expected values of outputs, in their order.
struct Fill {
  std::vector<ElementType> types;  ///< of each output
  std::function<void(Bytes)> run;
};

template <class T>
std::span<T> as_elements(std::span<std::byte> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <class... T>
Fill on_bytes(std::function<void(std::span<T>...)> fill) {
  if (!fill) return {{element_type<T>()...}, nullptr};
  return {{element_type<T>()...}, [fill = std::move(fill)](Bytes outputs) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
              fill(as_elements<T>(outputs[I])...);
            }
            (std::index_sequence_for<T...>());
          }};
}

template <class Function>
Fill to_fill(Function fill) {
  static_assert(is_fill<Function>(),
                "expected a void(std::span<T> out), T not const, and no generic lambda");
  if constexpr (is_fill<Function>()) return on_bytes(std::function(std::move(fill)));
  return {};
}

}  // namespace detail

}  // namespace tickbench
