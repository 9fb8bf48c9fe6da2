// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tickbench::text {

/// Up to `count` candidates that `word` was most likely meant to be, the likeliest first: those
/// that contain it, then those within a few edits. Empty where nothing is near.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates,
                                 std::size_t count = 3);

/// `; did you mean a, b?`, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tickbench::text
