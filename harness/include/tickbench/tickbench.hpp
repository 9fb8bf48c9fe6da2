// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/backend.hpp"
#include "tickbench/benchmark.hpp"
#include "tickbench/device.hpp"
#include "tickbench/device_clock.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/floor.hpp"
#include "tickbench/launch_times.hpp"
#include "tickbench/measurement.hpp"
#include "tickbench/outcome.hpp"
#include "tickbench/peak.hpp"
#include "tickbench/seconds.hpp"
#include "tickbench/statistics.hpp"
#include "tickbench/timed_queue.hpp"
#include "tickbench/verdict.hpp"
#include "tickbench/verification.hpp"
