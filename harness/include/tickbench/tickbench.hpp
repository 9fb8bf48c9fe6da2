// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that a benchmark is written with.
#include "tickbench/axis.hpp"
#include "tickbench/cuda.hpp"
#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/figure.hpp"
#include "tickbench/level_zero.hpp"
#include "tickbench/native_queue.hpp"
#include "tickbench/opencl.hpp"
#include "tickbench/output.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/random.hpp"
#include "tickbench/reference.hpp"
#include "tickbench/registration.hpp"
#include "tickbench/seconds.hpp"
#include "tickbench/state.hpp"
#include "tickbench/timed_queue.hpp"
#include "tickbench/verification.hpp"
#include "tickbench/vulkan.hpp"
