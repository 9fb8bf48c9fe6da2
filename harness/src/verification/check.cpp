// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "verification/elements.hpp"
#include "verification/format.hpp"

namespace tickbench {

namespace {
using Verdict = CheckResult::Verdict;

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

bool is_floating(ElementType type) {
  return type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

std::string unchanged_message(ElementType type, std::size_t count, bool is_inout) {
  const std::string start =
      "the device executed nothing, or the kernel wrote nothing: after the launch all " +
      std::to_string(count) + " elements still hold ";
  if (is_inout) return start + "what they held before it";
  // The poison of floating types is a NaN, which arithmetic passes on.
  return start + "the poison written before it" +
         (is_floating(type) ? "; a kernel that also reads what it writes takes inout, not out"
                            : "");
}

std::size_t count_unwritten(ElementType type, std::span<const std::byte> before,
                            std::span<const std::byte> found) {
  const std::size_t size = size_of(type);
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.size(); i += size)
    count += std::memcmp(found.data() + i, before.data() + i, size) == 0 ? 1U : 0U;
  return count;
}

std::string mismatch_message(const Comparison& comparison, const Tolerance& tolerance) {
  const auto& first = *comparison.first;
  return std::to_string(comparison.mismatched) + " of " + std::to_string(comparison.compared) +
         " elements are wrong (tolerance: " + to_string(tolerance) +
         "; largest error: " + verification::format_number(comparison.largest_ulps) +
         " ulps); the first at index " + std::to_string(first.index) + ": expected " +
         first.expected + ", found " + first.found;
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

CheckResult check_output(ElementType type, std::span<const std::byte> before,
                         std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, bool is_inout) {
  CheckResult result;
  result.comparison = compare(type, expected, found, tolerance);
  const bool unchanged = !found.empty() && same_bytes(before, found);
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
    if (!is_inout && size_of(type) >= 4 && before.size() == found.size())
      if (const auto unwritten = count_unwritten(type, before, found); unwritten > 0)
        message += "; " + std::to_string(unwritten) + " elements were never written";
    return fail(Verdict::kWrong, std::move(message));
  }
  if (const auto reason =
          mistrust(type, expected, is_inout ? before : std::span<const std::byte>{}))
    return fail(Verdict::kMistrusted, *reason);
  if (unchanged)
    return fail(Verdict::kWrong, unchanged_message(type, result.comparison.compared, is_inout));
  if (is_floating(type) && tolerance != exact() && zeros_would_pass(type, expected, tolerance))
    return fail(Verdict::kMistrusted, "an output of zeros lies within the tolerance (" +
                                          to_string(tolerance) +
                                          "): a kernel that computes nothing would pass");
  return result;
}

}  // namespace tickbench
