// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "partner/modules_file.hpp"
#include "tickbench/error.hpp"

/// Any bytes either are a file of modules that survives being written and read again, or are
/// refused with a message of one readable line.
namespace {

using tickbench::other_build::ModulesFile;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "modules_fuzzer: %s\n", what);
  std::abort();
}

bool are_same(const tickbench::backend::Module& a, const tickbench::backend::Module& b) {
  return a.name == b.name && a.format == b.format && a.variant == b.variant &&
         a.options == b.options && std::ranges::equal(a.code, b.code);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto file = ModulesFile::parse(text, "fuzz");
    const auto again = ModulesFile::parse(
        tickbench::other_build::to_modules_file(file.modules(), file.build()), "again");
    require(std::ranges::equal(file.modules(), again.modules(), are_same),
            "written and read again, it is the same");
  } catch (const tickbench::UsageError& error) {
    const std::string_view message = error.what();
    require(message.starts_with("fuzz: "), "what was written is read again");
    require(message.size() < 1000, "the message is short");
    require(
        std::ranges::none_of(message, [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
        "the message holds no control characters");
  }
  return 0;
}
