// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <mutex>

#include "base/enumerator_name.hpp"
#include "base/parallel.hpp"
#include "verification/elements.hpp"

namespace tickbench {

namespace {
using verification::Elements;
using verification::same_value;
using Verdict = CheckResult::Verdict;

// Of more than 16 elements a sensible test has at least three values; of fewer, two may be honest.
constexpr std::size_t kManyElements = 16;
constexpr std::size_t kDistinctValues = 3;

/// "all 1024 expected values are 0", "... are 0 or 1"; nothing where there are enough of them.
template <class T>
std::optional<std::string> too_few_values(const Elements<T>& expected) {
  if (expected.size() <= kManyElements) return std::nullopt;
  std::array<T, kDistinctValues> seen{};
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(distinct);
    const T value = expected[i];
    if (std::any_of(seen.begin(), end, [value](T other) { return same_value(value, other); }))
      continue;
    seen[distinct++] = value;
    if (distinct == kDistinctValues) return std::nullopt;
  }
  std::string values = verification::format_number(seen[0]);
  if (distinct > 1) values += " or " + verification::format_number(seen[1]);
  return fmt::format(
      "all {} expected values are {}: a device that computes nothing could pass; use inputs that "
      "give at least 3 values",
      expected.size(), values);
}

template <class T>
bool equals_poison(const Elements<T>& expected) {
  const T value = verification::poison_value<T>();
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same_value(expected[i], value)) return false;
  return true;
}

/// What the buffer held before the launch, element by element.
class Before {
 public:
  Before(ElementType type, std::span<const std::byte> bytes, verification::Poison which)
      : size_(size_of(type)), bytes_(bytes) {
    if (bytes_.empty()) verification::poison(type, std::span(poison_).first(size_), which);
  }
  bool is_at(std::size_t offset, std::span<const std::byte> found) const {
    const auto* const held = bytes_.empty() ? poison_.data() : bytes_.data() + offset;
    return std::memcmp(found.data() + offset, held, size_) == 0;
  }
  std::size_t count_unwritten(std::span<const std::byte> found) const {
    if (!is_comparable(found)) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size(); i += size_) count += is_at(i, found) ? 1U : 0U;
    return count;
  }
  /// It ends at the first element that was written.
  bool is_unchanged(std::span<const std::byte> found) const {
    if (found.empty() || !is_comparable(found)) return false;
    for (std::size_t i = 0; i < found.size(); i += size_)
      if (!is_at(i, found)) return false;
    return true;
  }

 private:
  bool is_comparable(std::span<const std::byte> found) const {
    return bytes_.empty() || bytes_.size() == found.size();
  }

  std::size_t size_;
  std::span<const std::byte> bytes_;
  std::array<std::byte, sizeof(double)> poison_{};
};

bool is_floating(ElementType type) {
  return type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

/// Elements that are looked at together: without a branch, so that it vectorises.
constexpr std::size_t kFew = 1024;

template <class T>
bool are_finite(const Elements<T>& elements, std::size_t begin, std::size_t end) {
  unsigned non_finite = 0;
  for (; begin < end; ++begin)
    non_finite |= static_cast<unsigned>(!verification::is_finite(elements[begin]));
  return non_finite == 0;
}

std::string unchanged_message(ElementType type, std::size_t count, bool is_inout) {
  // The poison of floating types is a NaN, which arithmetic passes on.
  const auto* const held =
      is_inout            ? "what they held before it"
      : is_floating(type) ? "the poison written before it; a kernel that also reads what it writes "
                            "takes inout, not out"
                          : "the poison written before it";
  return fmt::format(
      "{}, or the kernel wrote nothing: after the launch all {} elements still hold {}",
      verification::kExecutedNothing, count, held);
}

std::string mismatch_message(const Comparison& comparison, const Tolerance& tolerance) {
  const auto& first = *comparison.first;
  return fmt::format(
      "{} of {} elements are wrong (tolerance: {}; largest error: {} ulps); the first at index {}: "
      "expected {}, found {}",
      comparison.mismatched, comparison.compared, to_string(tolerance),
      verification::format_number(comparison.largest_ulps), first.index, first.expected,
      first.found);
}

/// A tolerance wider than the values themselves lets a kernel pass that writes only zeros.
bool zeros_would_pass(ElementType type, std::span<const std::byte> expected,
                      const Tolerance& tolerance) {
  static constexpr std::array<std::byte, 4096> kZeros{};  // a multiple of every element's size
  for (std::size_t begin = 0; begin < expected.size(); begin += kZeros.size()) {
    const auto block = expected.subspan(begin, std::min(kZeros.size(), expected.size() - begin));
    if (compare(type, block, std::span(kZeros).first(block.size()), tolerance).mismatched > 0)
      return false;
  }
  return true;
}
}  // namespace

std::size_t size_of(ElementType type) noexcept {
  return verification::with_element_type(type,
                                         []<class T>(std::type_identity<T>) { return sizeof(T); });
}

std::string_view to_string(ElementType type) noexcept {
  return enumerator_name<ElementType::kUint64>(
      type, {"float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
             "uint64"});
}

std::optional<std::string> mistrust(ElementType type, std::span<const std::byte> expected,
                                    std::span<const std::byte> input) {
  if (expected.empty()) return "the output has no elements: nothing was compared";
  if (std::ranges::equal(expected, input))
    return "the expected values equal the input: a launch that does nothing would pass";
  return verification::with_element_type(
      type, [&]<class T>(std::type_identity<T>) -> std::optional<std::string> {
        const Elements<T> values(expected);
        if (equals_poison(values))
          return "the expected values equal the poison that is written before the launch: a launch "
                 "that does nothing would pass";
        return too_few_values(values);
      });
}

std::optional<std::size_t> first_non_finite(ElementType type, std::span<const std::byte> values) {
  return verification::with_element_type(
      type, [&]<class T>(std::type_identity<T>) -> std::optional<std::size_t> {
        if constexpr (std::is_floating_point_v<T>) {
          const Elements<T> elements(values);
          constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
          std::size_t first = kNone;
          std::mutex mutex;
          in_parallel(
              elements.size(), verification::kLeastPart, [&](std::size_t begin, std::size_t end) {
                while (begin < end && are_finite(elements, begin, std::min(begin + kFew, end)))
                  begin = std::min(begin + kFew, end);
                while (begin < end && verification::is_finite(elements[begin])) ++begin;
                const std::lock_guard lock(mutex);
                if (begin < end) first = std::min(first, begin);
              });
          if (first != kNone) return first;
        }
        return std::nullopt;
      });
}

CheckResult check_output(ElementType type, std::span<const std::byte> before,
                         std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, bool is_inout) {
  return verification::check_output(type, before, expected, found, tolerance, is_inout,
                                    verification::Poison::kFirst);
}

CheckResult verification::check_output(ElementType type, std::span<const std::byte> before,
                                       std::span<const std::byte> expected,
                                       std::span<const std::byte> found, const Tolerance& tolerance,
                                       bool is_inout, Poison which) {
  CheckResult result;
  result.comparison = compare(type, expected, found, tolerance);
  const Before held(type, before, which);
  const bool unchanged = held.is_unchanged(found);
  const auto fail = [&result](Verdict verdict, std::string message) {
    result.verdict = verdict;
    result.message = std::move(message);
    return result;
  };

  if (result.comparison.mismatched > 0) {
    if (unchanged)
      return fail(Verdict::kWrong, unchanged_message(type, result.comparison.compared, is_inout));
    auto message = mismatch_message(result.comparison, tolerance);
    // A poison of one or two bytes is met by chance.
    if (!is_inout && size_of(type) >= 4)
      if (const auto unwritten = held.count_unwritten(found); unwritten > 0)
        message += fmt::format("; {} elements were never written", unwritten);
    return fail(Verdict::kWrong, std::move(message));
  }
  if (const auto reason =
          mistrust(type, expected, is_inout ? before : std::span<const std::byte>{}))
    return fail(Verdict::kMistrusted, *reason);
  if (unchanged)
    return fail(Verdict::kWrong, unchanged_message(type, result.comparison.compared, is_inout));
  if (is_floating(type) && tolerance != exact() && zeros_would_pass(type, expected, tolerance))
    return fail(
        Verdict::kMistrusted,
        fmt::format("an output of zeros lies within the tolerance ({}): a kernel that computes "
                    "nothing would pass",
                    to_string(tolerance)));
  return result;
}

}  // namespace tickbench
