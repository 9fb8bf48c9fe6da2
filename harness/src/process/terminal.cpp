// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace tickbench::process {

std::size_t columns_of(std::optional<std::string_view> environment, std::size_t said) {
  // What a terminal has that does not tell.
  constexpr std::size_t kUsual = 80;
  if (environment) {
    std::size_t columns = 0;
    const auto* end = environment->data() + environment->size();
    const auto read = std::from_chars(environment->data(), end, columns);
    if (read.ec == std::errc() && read.ptr == end && columns > 0) return columns;
  }
  return said > 0 ? said : kUsual;
}

std::size_t terminal_columns(int descriptor) {
  if (::isatty(descriptor) == 0) return 0;
  const char* environment = std::getenv("COLUMNS");
  winsize size{};
  const bool is_known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0;
  return columns_of(
      environment != nullptr ? std::optional<std::string_view>(environment) : std::nullopt,
      is_known ? size.ws_col : 0);
}

}  // namespace tickbench::process
