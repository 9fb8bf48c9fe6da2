// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "google/narrow_console.hpp"

#include <cstdio>
#include <ostream>
#include <sstream>

namespace tickbench::google {
namespace {

// After the name: the header's word Time ends two columns before a row's longest unit does.
constexpr std::size_t kTimeInHeader = 14, kTimeInRow = 17;

/// Where column `column` of a line begins, colours not counted; the end where it has fewer.
std::size_t column_offset(const std::string& line, std::size_t column) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = line.find('m', at);
      if (at == std::string::npos) break;
    } else if (column-- == 0) {
      return at;
    }
  }
  return line.size();
}

/// What lies in the column CPU that begins there, without the colour that follows.
std::string cpu_cell(const std::string& line, std::size_t column) {
  const auto begin = column_offset(line, column);
  return line.substr(begin, column_offset(line, column + kCpuColumn - 1) + 1 - begin);
}

std::string without_cpu(std::string line, std::size_t column) {
  return line.erase(column_offset(line, column), cpu_cell(line, column).size());
}

/// "64.2 ns": a row that has failed has no times there.
bool is_time(const std::string& text) {
  double value = 0;
  char unit[8] = {};
  int end = 0;
  return std::sscanf(text.c_str(), " %lf %7s %n", &value, unit, &end) == 2 &&
         static_cast<std::size_t>(end) == text.size();
}

}  // namespace

void NarrowConsole::PrintHeader(const Run& run) {
  if (!omits_cpu_) return ConsoleReporter::PrintHeader(run);
  std::istringstream lines(printed([&] { ConsoleReporter::PrintHeader(run); }));
  for (std::string line; std::getline(lines, line);)
    GetOutputStream() << without_cpu(line, name_field_width_ + kTimeInHeader) << '\n';
}

void NarrowConsole::PrintRunData(const Run& run) {
  if (!omits_cpu_) return ConsoleReporter::PrintRunData(run);
  const auto line = printed([&] { ConsoleReporter::PrintRunData(run); });
  const auto column = name_field_width_ + kTimeInRow;
  GetOutputStream() << (is_time(cpu_cell(line, column)) ? without_cpu(line, column) : line);
}

std::string NarrowConsole::printed(const std::function<void()>& print) {
  auto& out = GetOutputStream();
  std::ostringstream text;
  SetOutputStream(&text);
  print();
  SetOutputStream(&out);
  return text.str();
}

}  // namespace tickbench::google
