// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <level_zero/ze_api.h>

#include <cstddef>
#include <vector>

#include "command.hpp"

namespace zecpu {

class CopyCommand final : public Command {
 public:
  CopyCommand(void* to, const void* from, std::size_t size) : to_(to), from_(from), size_(size) {}
  Interval execute(Engine& engine) const override;

 private:
  void* to_;
  const void* from_;
  std::size_t size_;
};

class FillCommand final : public Command {
 public:
  FillCommand(void* to, std::vector<std::byte> pattern, std::size_t size)
      : to_(to), pattern_(std::move(pattern)), size_(size) {}
  Interval execute(Engine& engine) const override;

 private:
  void* to_;
  std::vector<std::byte> pattern_;  // taken at append: the caller's may go
  std::size_t size_;
};

/// One side of a copy between boxes: rows of bytes inside a larger picture.
struct Box {
  char* base = nullptr;
  ze_copy_region_t region{};
  std::size_t pitch = 0, slice_pitch = 0;

  std::size_t offset(std::size_t row, std::size_t slice) const {
    return region.originX + (region.originY + row) * pitch + (region.originZ + slice) * slice_pitch;
  }
};

class CopyRegionCommand final : public Command {
 public:
  CopyRegionCommand(const Box& to, const Box& from) : to_(to), from_(from) {}
  Interval execute(Engine& engine) const override;

 private:
  Box to_, from_;
};

}  // namespace zecpu
