// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace zecpu {

/// llvm-spirv, which turns SPIR-V back into LLVM bitcode, for OpenCL devices that do not read
/// SPIR-V. Bitcode of a newer LLVM than the device's compiler cannot be read by it: so the newest
/// llvm-spirv that is not above that.
class LlvmSpirv {
 public:
  /// `override_path` where not empty; else llvm-spirv-N on PATH, N from `newest` downwards. An
  /// empty path() where there is none.
  LlvmSpirv(const std::string& override_path, int newest);

  const std::string& path() const { return path_; }
  /// The newest SPIR-V that it reads: 1.4 since version 14.
  unsigned spirv_minor() const;

  struct Result {
    bool translated = false;
    std::vector<std::byte> bitcode;
    std::string log;
  };
  /// Started directly, never through a shell; reads and writes memory files, so that nothing is
  /// left behind and no pipe can fill up.
  Result to_bitcode(std::span<const std::byte> spirv) const;

 private:
  std::string path_;
};

/// 15 from "OpenCL 3.0 PoCL 3.1+debian  Linux, None+Asserts, RELOC, SPIR, LLVM 15.0.6, SLEEF"; 0
/// where the text names no LLVM.
int llvm_version(const std::string& platform_version);

}  // namespace zecpu
