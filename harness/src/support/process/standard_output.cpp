// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <iostream>

#include "process/files.hpp"

namespace tickbench::process {
namespace {

// A table's row and a page of JSON are written at once.
constexpr std::size_t kMostHeld = std::size_t{64} << 10;

}  // namespace

void StandardOutput::take() {
  stream_.flush();
  std::cout.flush();
  std::fflush(stdout);
  // Above the three that programs expect.
  const int own = ::fcntl(buffer_.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (own < 0) return;
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    ::close(own);
    return;
  }
  buffer_.descriptor = own;
}

StandardOutput::Buffer::int_type StandardOutput::Buffer::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return sync() == 0 ? traits_type::not_eof(character) : character;
  const auto one = traits_type::to_char_type(character);
  return xsputn(&one, 1) == 1 ? character : traits_type::eof();
}

std::streamsize StandardOutput::Buffer::xsputn(const char* text, std::streamsize size) {
  text_.append(text, static_cast<std::size_t>(size));
  return text_.size() < kMostHeld || sync() == 0 ? size : 0;
}

/// What cannot be written is lost, as a stream of the library's loses it.
int StandardOutput::Buffer::sync() {
  const bool is_whole = write_all(descriptor, text_);
  text_.clear();
  return is_whole ? 0 : -1;
}

}  // namespace tickbench::process
