// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/matmul_tile.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tickbench/error.hpp>

namespace suite {
namespace {

/// ROWS, COLUMNS, DEPTH, ITEM_ROWS, ITEM_COLUMNS, WIDTH, LANE_ROWS, LANE_COLUMNS.
using Numbers = std::array<std::size_t, 8>;

std::optional<Numbers> numbers_of(std::string_view name) {
  Numbers numbers{};
  const char *at = name.data(), *const end = at + name.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [stop, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || numbers[i] == 0) return std::nullopt;
    const bool is_last = i + 1 == numbers.size();
    if (is_last != (stop == end) || (!is_last && *stop != 'x')) return std::nullopt;
    at = stop + 1;
  }
  return numbers;
}

constexpr std::size_t divide_up(std::size_t value, std::size_t by) { return (value + by - 1) / by; }

}  // namespace

bool MatmulTile::divides(std::size_t n) const {
  return n % rows == 0 && n % columns == 0 && n % depth == 0;
}

std::size_t MatmulTile::groups(std::size_t n) const {
  return divide_up(n, rows) * divide_up(n, columns);
}

tickbench::Launch MatmulTile::launch(tickbench::Device& device, const tickbench::Buffer<float>& a,
                                     const tickbench::Buffer<float>& b,
                                     tickbench::Buffer<float>& out, std::size_t n) const {
  return device.kernel("matmul_tuned", divides(n) ? name : name + "-edges")
      .args(a, b, out, n)
      .over({divide_up(n, columns) * work_items, divide_up(n, rows)}, {work_items, 1});
}

MatmulTile matmul_tile(std::string_view name) {
  const auto numbers = numbers_of(name);
  if (!numbers)
    throw tickbench::Error(tickbench::Outcome::kInvalidBenchmark,
                           "matmul_tiles.json: expected a tile of eight numbers, such as "
                           "128x128x8x8x8x4x8x4, found '" +
                               std::string(name) + "'");
  const auto [rows, columns, depth, item_rows, item_columns, width, lane_rows, lane_columns] =
      *numbers;
  return {std::string(name), rows, columns, depth, (rows / item_rows) * (columns / item_columns)};
}

MatmulTile matmul_tile_for(std::size_t n, const tickbench::DeviceInfo& device) {
  const auto names = chosen_matmul_tiles(device.type == tickbench::backend::DeviceType::kCpu);
  const auto units = static_cast<std::size_t>(std::max(device.compute_units, 1));
  for (const auto name : names)
    if (const auto tile = matmul_tile(name); 2 * tile.groups(n) >= units) return tile;
  return matmul_tile(names.back());
}

}  // namespace suite
