// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "trials/body.hpp"

namespace tickbench::api {

/// The exception that is being handled, as one that a row can show; `who` threw it.
Error current_error(std::string_view who);

/// Names the step in what it throws, which is an Error or a UsageError.
void in_step(const std::string& name, const std::function<void()>& step);

/// The body between what its registration sets up and tears down. The latter runs wherever the
/// former has returned; of two failures the body's is thrown.
void run_body(const Registration::Description& description, State& state, BodyContext& context);

}  // namespace tickbench::api
