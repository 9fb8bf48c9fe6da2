// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/shape.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <tickbench/error.hpp>

namespace suite {
namespace {

using tickbench::Error;
using tickbench::Outcome;
using tickbench::backend::DeviceInfo;
using tickbench::backend::DeviceType;

// The kernels' sums of an index and what a launch covers stay within 32 bits.
constexpr std::size_t kMostElements = std::size_t{1} << 31;
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

const Chosen& entry_of(std::string_view kernels) {
  const auto& all = chosen_shapes();
  const auto entry = std::ranges::find(all, kernels, &Chosen::kernels);
  if (entry == all.end())
    throw Error(Outcome::kInvalidBenchmark,
                "shapes.json: expected '" + std::string(kernels) + "', found no such entry");
  return *entry;
}

/// All of "256x4"; nothing where that is no shape.
std::vector<std::uint32_t> numbers_of(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  for (;;) {
    const auto cross = text.find('x');
    const auto value = number(text.substr(0, cross));
    if (!value) return {};
    numbers.push_back(*value);
    if (cross == std::string_view::npos) return numbers;
    text.remove_prefix(cross + 1);
  }
}

/// Of "256x4": it has as many numbers as the example, which is one.
Shape parse(std::string_view text, std::string_view example, const char* where) {
  const auto numbers = numbers_of(text);
  if (numbers.size() != numbers_of(example).size())
    throw Error(Outcome::kInvalidBenchmark, std::string(where) + ": expected a shape such as " +
                                                std::string(example) + ", found '" +
                                                std::string(text) + "'");
  return {numbers.at(0), numbers.at(1), {numbers.begin() + 2, numbers.end()}};
}

/// The shapes of these kernels in "stream=256x4,reduction=512x2".
std::vector<Shape> shapes_in(std::string_view list, const Chosen& kernels) {
  std::vector<Shape> shapes;
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), entry.size() + 1));
    const auto equals = entry.find('=');
    if (equals == std::string_view::npos)
      throw Error(Outcome::kInvalidBenchmark,
                  std::string(kVariable) + ": expected entries such as stream=256x4, found '" +
                      std::string(entry) + "'");
    if (entry.substr(0, equals) == kernels.kernels)
      shapes.push_back(parse(entry.substr(equals + 1), kernels.gpu.front(), kVariable));
  }
  return shapes;
}

}  // namespace

std::string Shape::variant(std::string_view form) const {
  auto name = std::to_string(width) + "x" + std::to_string(items);
  for (const auto value : more) name += "x" + std::to_string(value);
  return form.empty() ? name : name + "-" + std::string(form);
}

std::vector<Shape> shapes_of(std::string_view kernels, const DeviceInfo& device) {
  const auto& entry = entry_of(kernels);
  if (const char* const list = std::getenv(kVariable))
    if (auto shapes = shapes_in(list, entry); !shapes.empty()) return shapes;
  std::vector<Shape> shapes;
  for (const auto shape : device.type == DeviceType::kCpu ? entry.cpu : entry.gpu)
    shapes.push_back(parse(shape, entry.gpu.front(), "shapes.json"));
  return shapes;
}

Shape shape_of(std::string_view kernels, const DeviceInfo& device) {
  return shapes_of(kernels, device).front();
}

Shape shape_of_variant(std::string_view variant) {
  const auto text = variant.substr(0, variant.find('-'));
  const auto numbers = numbers_of(text);
  return parse(text, numbers.size() < 2 ? "256x4" : text, "shape_of_variant");
}

std::size_t groups_in_flight(std::size_t n, const Shape& shape, std::size_t elements_of_item,
                             const DeviceInfo& device) {
  const std::size_t of_unit = device.type == DeviceType::kCpu
                                  ? kGroupsOfProcessor
                                  : std::max<std::size_t>(kItemsInFlight / shape.width, 1);
  return std::min(device.units_to_fill() * of_unit,
                  groups_over(n, shape.tile() * elements_of_item));
}

std::uint32_t count_of(std::size_t n) {
  if (n > kMostElements)
    throw Error(Outcome::kOverLimit, "expected at most 2^31 elements, found " + std::to_string(n));
  return static_cast<std::uint32_t>(n);
}

}  // namespace suite
