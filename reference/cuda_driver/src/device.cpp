// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <algorithm>
#include <thread>

#include "result.hpp"

namespace cuhost {

int device_attribute(int attribute) {
  switch (attribute) {
    case 1:
      return kMostThreads;
    case 2:
    case 3:
    case 4:
      return kLargestBlock[attribute - 2];
    case 5:
    case 6:
    case 7:
      return kLargestGrid[attribute - 5];
    case 8:
      return kUsualSharedMemory;
    case 13:
      return 1'000'000;  // kHz
    case 16:
      return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    case 18:
      return 0;  // a memory of its own, by its word
    case 38:
      return 4 << 20;
    case 75:
      return 7;
    case 76:
      return 5;
    case 83:
      return 1;  // managed memory
    case 88:
      return 0;  // no pageable memory in kernels
    case 97:
      return kMostSharedMemory;
    case 111:
      return kReservedSharedMemory;
    default:
      throw Failure{kInvalidValue};
  }
}

}  // namespace cuhost
