// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

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
template <class T>
inline constexpr bool kIsFill<std::function<void(std::span<T>)>> = !std::is_const_v<T>;

/// Whether a callable is a void(std::span<T>), which tells T.
template <class Function>
constexpr bool is_fill() {
  if constexpr (requires(Function f) { std::function(std::move(f)); })
    return kIsFill<decltype(std::function(std::declval<Function>()))>;
  else
    return false;
}

/// The same, over the bytes of the elements.
template <class T>
std::function<void(std::span<std::byte>)> on_bytes(std::function<void(std::span<T>)> fill) {
  return [fill = std::move(fill)](std::span<std::byte> out) {
    fill(std::span(reinterpret_cast<T*>(out.data()), out.size() / sizeof(T)));
  };
}

}  // namespace detail

}  // namespace tickbench
