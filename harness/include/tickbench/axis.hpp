// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "tickbench/device.hpp"

namespace tickbench {

/// Of a type of yours, what stands in ids, and the variant of its kernels:
///
///     template <> constexpr const char* tickbench::type_name<Pixel> = "pixel";
template <class T>
constexpr const char* type_name = nullptr;  // NOLINT(readability-identifier-naming): a trait's name

namespace detail {

enum class AxisKind { kInteger, kFloat, kString, kEnumerator };

/// The shortest that reads back as the same number: "0.1", "1e20".
std::string axis_text(float value);
std::string axis_text(double value);
std::string axis_text(std::integral auto value) { return std::to_string(value); }
inline std::string axis_text(std::string value) { return value; }

struct Enumerator {
  template <class E>
  requires std::is_enum_v<E> Enumerator(std::string text, E of)
      : name(std::move(text)), value(static_cast<std::int64_t>(of)), type(&typeid(E)) {}
  std::string name;
  std::int64_t value;
  const std::type_info* type;
};

template <class T>
std::string type_text() {
  if constexpr (type_name<T> != nullptr) {
    return type_name<T>;
  } else {
    static_assert(std::same_as<T, float> || std::same_as<T, double> ||
                      (std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>),
                  "expected float, double, an integer or a type with a tickbench::type_name");
    return kernel_type_name<T>();
  }
}

}  // namespace detail

/// Integers, floats, strings, or enumerators with their names: {{"row", Layout::kRow}, ...}.
class AxisValues {
 public:
  // NOLINTBEGIN(google-explicit-constructor): Axis("n", {1, 2}) reads as it should
  template <class T>
  AxisValues(std::initializer_list<T> values) : AxisValues(std::vector<T>(values)) {}
  template <class T>
  AxisValues(const std::vector<T>& values)
      : kind(std::is_integral_v<T>         ? detail::AxisKind::kInteger
             : std::is_floating_point_v<T> ? detail::AxisKind::kFloat
                                           : detail::AxisKind::kString) {
    static_assert(!std::same_as<T, bool>, "expected integers, floats, strings or enumerators");
    for (const auto& value : values) texts.push_back(detail::axis_text(value));
  }
  AxisValues(std::initializer_list<detail::Enumerator> values);
  // NOLINTEND(google-explicit-constructor)

  detail::AxisKind kind;
  std::vector<std::string> texts;  ///< as they stand in ids, from which the body's are read
  std::map<std::string, detail::Enumerator> enumerators;
};

namespace detail {

struct Axis : AxisValues {
  std::string name;
  std::string zip{};  ///< the same of those that walk together
};

}  // namespace detail

/// One combination of the values of a benchmark's axes.
class Combination {
 public:
  Combination(const std::vector<detail::Axis>& axes, const std::vector<std::string>& texts)
      : axes_(&axes), texts_(&texts) {}

  /// An integer, a float, an enumerator, or a std::string: of strings, and of a type its name.
  /// Throws Error (kInvalidBenchmark) for an axis of another name or kind.
  template <class T>
  T axis(std::string_view name) const {
    if constexpr (std::is_enum_v<T>)
      return static_cast<T>(enumerator(name, typeid(T)));
    else if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(number(name));
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(integer(name, [](auto value) { return std::in_range<T>(value); }));
    else
      return text(name, detail::AxisKind::kString);
  }

 private:
  const std::string& text(std::string_view name, detail::AxisKind kind) const;
  std::int64_t integer(std::string_view name, bool (*fits)(std::int64_t)) const;
  double number(std::string_view name) const;
  std::int64_t enumerator(std::string_view name, const std::type_info& type) const;

  const std::vector<detail::Axis>* axes_;
  const std::vector<std::string>* texts_;
};

}  // namespace tickbench
