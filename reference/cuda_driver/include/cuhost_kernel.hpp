// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One block of a launch.
struct CuhostBlock {
  unsigned grid[3];   ///< blocks in the launch
  unsigned block[3];  ///< threads in a block
  unsigned index[3];  ///< of this block
  /// What an argument that is an offset into shared memory is added to.
  char* shared;
  unsigned declared;  ///< bytes of shared memory that the kernel itself declares
};

/// What cuhost runs for the kernel NAME of a module: the process exports
/// `extern "C" void cuhost_kernel_NAME(...)`, which is called once for each block, one after the
/// other. `arguments[i]` points to the value of argument i.
using CuhostKernel = void (*)(const void* const* arguments, const CuhostBlock* block);
