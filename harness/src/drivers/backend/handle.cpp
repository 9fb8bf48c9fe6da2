// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/handle.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <mutex>

namespace tickbench::backend {
namespace {

struct Notes {
  std::mutex mutex;
  std::vector<std::string> texts;
};
Notes& notes() {
  static Notes instance;
  return instance;
}

}  // namespace

void note_failed_clean_up(const std::string& what) noexcept {
  try {
    const std::scoped_lock lock(notes().mutex);
    auto& texts = notes().texts;
    if (std::find(texts.begin(), texts.end(), what) == texts.end()) texts.push_back(what);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s (%s)\n", what.c_str(), error.what());
  }
}

std::vector<std::string> take_failed_clean_ups() {
  const std::scoped_lock lock(notes().mutex);
  return std::exchange(notes().texts, {});
}

}  // namespace tickbench::backend
