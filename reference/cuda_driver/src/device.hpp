// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuhost {

inline constexpr int kMostThreads = 1024;
inline constexpr int kLargestBlock[] = {1024, 1024, 64};
inline constexpr int kLargestGrid[] = {2147483647, 65535, 65535};
inline constexpr int kUsualSharedMemory = 48 << 10;
inline constexpr int kMostSharedMemory = 99 << 10;  ///< for a kernel that asks
inline constexpr int kReservedSharedMemory = 1 << 10;

/// CUdevice_attribute. Throws Failure for one that this driver does not tell.
int device_attribute(int attribute);

}  // namespace cuhost
