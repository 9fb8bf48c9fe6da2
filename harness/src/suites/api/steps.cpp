// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/steps.hpp"

#include <new>

namespace tickbench::api {

Error current_error(std::string_view who) {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return {Outcome::kOutOfMemory, "the host's memory is exhausted"};
  } catch (const std::exception& error) {
    return {Outcome::kInvalidBenchmark, fmt::format("{} threw: {}", who, error.what())};
  } catch (...) {
    return {Outcome::kInvalidBenchmark,
            fmt::format("{} threw something that is no std::exception", who)};
  }
}

void in_step(const std::string& name, const std::function<void()>& step) {
  try {
    step();
  } catch (const UsageError&) {
    throw;
  } catch (...) {
    const auto error = current_error("it");
    throw Error(error.outcome(), fmt::format("{}: {}", name, error.what()));
  }
}

void run_body(const Registration::Description& description, State& state, BodyContext& context) {
  const auto run = [&](const char* name, const Registration::Body& step) {
    if (!step) return;
    context.enter(name);
    in_step(name, [&] { step(state); });
    context.enter(kOwnCode);
  };
  run("Setup", description.setup);
  try {
    description.body(state);
  } catch (...) {
    try {
      run("Teardown", description.teardown);
    } catch (const Error&) {  // what ended the body comes first
    }
    throw;
  }
  run("Teardown", description.teardown);
}

}  // namespace tickbench::api
