// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tickbench::process {

/// The columns of the terminal that a file descriptor is open on; 0: it is no terminal. COLUMNS in
/// the environment goes before what the terminal says, as in `ls` and Python.
std::size_t terminal_columns(int descriptor);

/// The same of what was found. `said`: by the terminal, 0 where it does not know.
std::size_t columns_of(std::optional<std::string_view> environment, std::size_t said);

}  // namespace tickbench::process
