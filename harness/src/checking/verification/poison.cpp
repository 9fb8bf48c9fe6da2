// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "verification/poison.hpp"

#include "verification/elements.hpp"

namespace tickbench {
namespace verification {

void poison(ElementType type, std::span<std::byte> bytes, Poison which) {
  with_element_type(type,
                    [&]<class T>(std::type_identity<T>) { fill(bytes, poison_value<T>(which)); });
}

std::optional<Dependence> dependence(ElementType type, std::span<const std::byte> found,
                                     std::span<const std::byte> again,
                                     std::span<const std::byte> second_values) {
  if (again.size() != found.size() || second_values.size() != found.size()) return std::nullopt;
  return with_element_type(type, [&]<class T>(std::type_identity<T>) -> std::optional<Dependence> {
    const Elements<T> one(found), same(again), other(second_values);
    const T first = poison_value<T>(Poison::kFirst), second = poison_value<T>(Poison::kSecond);
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): of NaNs the bits are meant.
    const auto is = [](T a, T b) { return std::memcmp(&a, &b, sizeof(T)) == 0; };
    // It holds what the output was poisoned with: that says nothing of what the kernel reads.
    const auto was_written = [&](T a, T b) {
      return !(is(a, first) && is(b, second)) && !(is(a, second) && is(b, first));
    };
    Dependence result;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (same_value(one[i], other[i]) || !same_value(one[i], same[i]) ||
          !was_written(one[i], other[i]))
        continue;
      if (result.count++ > 0) continue;
      result.first = i;
      result.found = format_number(one[i]);
      result.second_values = format_number(other[i]);
    }
    return result.count > 0 ? std::optional(result) : std::nullopt;
  });
}

std::size_t count_different(ElementType type, std::span<const std::byte> a,
                            std::span<const std::byte> b) {
  return with_element_type(type, [&]<class T>(std::type_identity<T>) {
    const Elements<T> one(a), other(b);
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
      count += same_value(one[i], other[i]) ? 0U : 1U;
    return count;
  });
}

}  // namespace verification

void poison(ElementType type, std::span<std::byte> bytes) {
  verification::poison(type, bytes, verification::Poison::kFirst);
}

}  // namespace tickbench
