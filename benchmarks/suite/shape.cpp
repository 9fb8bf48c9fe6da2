// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/shape.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <tickbench/error.hpp>

namespace suite {
namespace {

using tickbench::Error;
using tickbench::Outcome;
using tickbench::backend::DeviceInfo;
using tickbench::backend::DeviceType;

constexpr const char* kVariable = "SUITE_SHAPES";
/// Of work-items per compute unit: what the largest GPUs keep in flight.
constexpr std::size_t kItemsInFlight = 2048;
/// Of work-groups per compute unit of a processor: enough that an unequal share is no long wait.
constexpr std::size_t kGroupsOfProcessor = 8;

/// The whole of the text as a number of at least 1.
std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value == 0) return std::nullopt;
  return value;
}

/// Of "256x4".
Shape parse(std::string_view text, const std::string& where) {
  const auto cross = text.find('x');
  if (cross != std::string_view::npos) {
    const auto width = number(text.substr(0, cross)), items = number(text.substr(cross + 1));
    if (width && items) return {*width, *items};
  }
  throw Error(Outcome::kInvalidBenchmark,
              where + ": expected a shape such as 256x4, found '" + std::string(text) + "'");
}

/// The shape of these kernels in "stream=256x4,reduction=512x2", where it is there.
std::optional<Shape> shape_in(std::string_view list, std::string_view kernels) {
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
    const auto equals = entry.find('=');
    if (equals == std::string_view::npos)
      throw Error(Outcome::kInvalidBenchmark,
                  std::string(kVariable) + ": expected entries such as stream=256x4, found '" +
                      std::string(entry) + "'");
    if (entry.substr(0, equals) == kernels) return parse(entry.substr(equals + 1), kVariable);
  }
  return std::nullopt;
}

}  // namespace

std::string Shape::variant() const { return std::to_string(width) + "x" + std::to_string(items); }

Shape shape_of(std::string_view kernels, const DeviceInfo& device) {
  if (const char* const list = std::getenv(kVariable))
    if (const auto shape = shape_in(list, kernels)) return *shape;
  for (const auto& chosen : chosen_shapes())
    if (chosen.kernels == kernels)
      return parse(device.type == DeviceType::kCpu ? chosen.cpu : chosen.gpu, "shapes.json");
  throw Error(Outcome::kInvalidBenchmark,
              "shapes.json: expected '" + std::string(kernels) + "', found no such entry");
}

std::size_t groups_in_flight(std::size_t n, const Shape& shape, std::size_t elements_of_item,
                             const DeviceInfo& device) {
  const auto units = static_cast<std::size_t>(std::max(device.compute_units, 1));
  const std::size_t of_unit = device.type == DeviceType::kCpu
                                  ? kGroupsOfProcessor
                                  : std::max<std::size_t>(kItemsInFlight / shape.width, 1);
  return std::min(units * of_unit, groups_over(n, shape.tile() * elements_of_item));
}

std::uint32_t count_of(std::size_t n) {
  if (n > std::numeric_limits<std::uint32_t>::max())
    throw Error(Outcome::kOverLimit,
                "expected fewer than 2^32 elements, found " + std::to_string(n));
  return static_cast<std::uint32_t>(n);
}

}  // namespace suite
