// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A suite program on fake devices whose benchmarks have names that are hard to pass through CMake
// and CTest. The environment says what is here.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "fakes/fake_backend.hpp"
#include "process/files.hpp"
#include "suite/environment.hpp"
#include "trials/registration.hpp"

namespace {

tickbench::fakes::SimulatedTime simulated_time;
tickbench::fakes::FakeBackend opencl("opencl", simulated_time);
tickbench::fakes::FakeBackend level_zero("level_zero", simulated_time);

/// Ends the program as it is asked to, with status 0.
void leave_as_asked() {
  const char* how = std::getenv("ODD_SUITE_LEAVES");
  const std::string_view way = how == nullptr ? "" : how;
  if (way == "_exit") ::_exit(0);
  if (way == "quick_exit") std::quick_exit(0);
  if (way == "exec") ::execl("/bin/true", "true", nullptr);
}

void Saxpy(tickbench::State& state) {
  leave_as_asked();
  const auto n = static_cast<std::size_t>(state.range());
  const auto x = tickbench::random<float>(n), y = tickbench::random<float>(n);
  auto x_d = state.device().upload(x), y_d = state.device().upload(y);
  const auto saxpy = state.device().kernel("saxpy").args(2.0F, x_d, y_d, n).over(n);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
  });
  state.verify(saxpy, tickbench::inout(y_d), tickbench::ulps(2));
  state.measure(saxpy);
}
TICKBENCH(Saxpy)->Arg(256)->Arg(1024);

void Hanging(tickbench::State& state) {
  auto y = state.device().upload(tickbench::random<float>(64));
  state.waive(tickbench::Check::kResult, "it hangs");
  opencl.behaviour.hangs = std::getenv("ODD_SUITE_HANGS") != nullptr;
  state.measure(state.device().kernel("saxpy_zeros").args(1.0F, y, y, std::size_t{64}).over(64));
}
TICKBENCH(Hanging);

constexpr const char* kOddNames[] = {"two words",
                                     " ",
                                     "a;b",
                                     ";",
                                     "a\\;b",
                                     "[x]",
                                     "[",
                                     "]",
                                     "[[",
                                     "]]",
                                     "]==]",
                                     "[==[",
                                     "]=",
                                     "a]",
                                     "\"q\"",
                                     "it's",
                                     "$HOME",
                                     "${HOME}",
                                     "$ENV{HOME}",
                                     "$<1:x>",
                                     "@HOME@",
                                     "back\\slash",
                                     "end\\",
                                     "\\",
                                     ".*+?^()|{}",
                                     "#c",
                                     "<a & b>",
                                     "100%",
                                     "a,b",
                                     "a:b",
                                     "\xc3\xa9\xe2\x82\xac",
                                     "(x",
                                     "-x",
                                     "--flag=1",
                                     "a=b",
                                     "`id`",
                                     "!x",
                                     "~"};

[[maybe_unused]] const bool kRegistered = [] {
  for (const auto* name : kOddNames)
    tickbench::register_benchmark(name, Saxpy)->Name(name)->Arg(64);
  return true;
}();

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

}  // namespace

int main(int argc, char** argv) {
  if (is_set("ODD_SUITE_CRASHES")) std::abort();
  if (!is_set("ODD_SUITE_NO_DEVICE")) {
    opencl.add_device("Fake GPU");
    opencl.add_device("Fake GPU");
    level_zero.add_device("Fake GPU");
  }
  tickbench::suite::Environment environment;
  environment.backends = {&opencl, &level_zero};
  for (const auto& registration : tickbench::api::registrations())
    environment.registrations.push_back(registration.get());
  environment.out = &std::cout;
  environment.err = &std::cerr;
  environment.host = &simulated_time;
  environment.peaks = [](tickbench::backend::Device&) { return tickbench::Peaks{4e9, 1e9}; };
  environment.lock_folder = tickbench::process::HostLock::default_folder();
  environment.leave = [](int status) { ::_exit(status); };
  const int status = tickbench::suite::run_session({argv, argv + argc}, environment);
  // What only lists must not ask a driver for its devices.
  constexpr int kAskedDriver = 99;
  const bool has_asked = opencl.journal.enumerated + level_zero.journal.enumerated > 0;
  return is_set("ODD_SUITE_NO_DRIVER") && has_asked ? kAskedDriver : status;
}
