// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

namespace cllab {
namespace {

cl_icd_dispatch below{};

}  // namespace

const cl_icd_dispatch& target() { return below; }
void set_target(const cl_icd_dispatch& dispatch) { below = dispatch; }

cl_event never(cl_command_queue queue) {
  cl_context context = nullptr;
  if (target().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(void*), &context, nullptr) !=
      CL_SUCCESS)
    return nullptr;
  return target().clCreateUserEvent(context, nullptr);
}

}  // namespace cllab
