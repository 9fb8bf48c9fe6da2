// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "floors/floor.hpp"

/// Any bytes either are a floor file that survives being written and read again, or are refused
/// with a message of one readable line.
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "floors_fuzzer: %s\n", what);
  std::abort();
}

void check_refusal(const tickbench::UsageError& error) {
  const std::string_view message = error.what();
  require(message.starts_with("fuzz:"), "the message begins with the file");
  require(message.size() < 1000, "the message is short");
  require(std::none_of(message.begin(), message.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
          "the message holds no control characters");
}

bool are_same(const tickbench::Floor& a, const tickbench::Floor& b) {
  return a.device == b.device && a.benchmark == b.benchmark && a.metric == b.metric &&
         a.to == b.to && a.bound == b.bound && a.threshold == b.threshold &&
         a.tolerance == b.tolerance && a.note == b.note;
}

void check_floors(const tickbench::FloorFile& file) {
  const auto again = tickbench::FloorFile::parse(tickbench::to_floor_file(file.floors()), "again");
  require(std::equal(file.floors().begin(), file.floors().end(), again.floors().begin(),
                     again.floors().end(), are_same),
          "written and read again, it is the same");
  const std::vector<std::string> ids = {"opencl/copy/1024", "opencl/saxpy/1024",
                                        file.floors().front().benchmark};
  for (const auto& floor : file.floors()) {
    require(floor.effective() >= 0, "the effective floor is not negative");
    const auto selection = file.select(floor.device, ids.front());
    require(selection.floors.size() + selection.device_mismatches <= file.floors().size(),
            "no floor is selected twice");
  }
  try {
    file.require_benchmarks(ids);
  } catch (const tickbench::UsageError&) {
    // Most files know none of these benchmarks.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    check_floors(tickbench::FloorFile::parse(text, "fuzz"));
  } catch (const tickbench::UsageError& error) {
    require(std::string_view(error.what()).starts_with("fuzz:"), "what was written is read again");
    check_refusal(error);
  }
  return 0;
}
