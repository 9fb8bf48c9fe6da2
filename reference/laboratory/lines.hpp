// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace lab {

/// Appends a line in one write: other processes and libraries may write to the same file. Nothing
/// where `file` is empty.
inline void append_line(const std::string& file, std::string_view text) {
  if (!file.empty()) std::ofstream(file, std::ios::app) << std::string(text) + '\n';
}

}  // namespace lab
