// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace tickbench::process {

/// This process's standard output, which `take` makes this stream's alone: what anything else
/// prints there from then on, a driver or a benchmark, goes to standard error, and spoils no JSON.
///
/// It stays so when this is destroyed: drivers print when the program ends, too.
class StandardOutput {
 public:
  StandardOutput() : stream_(&buffer_) {}
  ~StandardOutput() { stream_.flush(); }
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  std::ostream& stream() noexcept { return stream_; }
  /// Where standard error is closed there is no other place, and all stays as it was.
  void take();

 private:
  class Buffer final : public std::streambuf {
   public:
    int descriptor = 1;

   protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::string text_;
  };

  Buffer buffer_;
  std::ostream stream_;
};

}  // namespace tickbench::process
