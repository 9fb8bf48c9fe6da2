// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that a benchmark is written with.
#include "tickbench/output.hpp"
#include "tickbench/random.hpp"
#include "tickbench/reference.hpp"
#include "tickbench/registration.hpp"
#include "tickbench/run.hpp"
#include "tickbench/state.hpp"
