// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A suite program on a fake device, for what needs a process: a launch that never ends, the tools
// that read our files, what stands on each stream. The environment says how the device behaves.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "fakes/fake_backend.hpp"
#include "process/files.hpp"
#include "suite/environment.hpp"
#include "trials/registration.hpp"

namespace {

const auto* const model =
    tickbench::register_flag("fake_model", "tiny", "a model, which may be missing");

void require_model() {
  if (*model == "missing") throw std::runtime_error("no such model");
}

void Saxpy(tickbench::State& state) {
  require_model();
  static int calls = 0;
  const char* hanging_call = std::getenv("FAKE_HANGS_IN_CALL");
  while (hanging_call != nullptr && ++calls == std::atoi(hanging_call)) ::pause();
  const auto n = static_cast<std::size_t>(state.range(0));
  const auto x = tickbench::random<float>(n);
  const auto y = tickbench::random<float>(n);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.upload(y);
  const auto saxpy = device.kernel("saxpy").args(2.0F, x_d, y_d, n).over(n);
  const auto bytes = static_cast<double>(n * sizeof(float));
  state.reads(2 * bytes).writes(bytes).flops(2 * static_cast<double>(n));
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 2.0F * x[i] + y[i];
  });
  state.verify(saxpy, tickbench::inout(y_d), tickbench::ulps(2));
  state.measure(saxpy);
}
TICKBENCH(Saxpy)->Arg(256)->Arg(1024)->ArgName("n");

void Wrong(tickbench::State& state) {
  auto y = state.device().upload(tickbench::random<float>(64));
  const auto launch = state.device().kernel("double_it").args(y).over(64);
  state.expect([](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(i);
  });
  state.verify(launch, tickbench::inout(y), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(Wrong);

tickbench::fakes::SimulatedTime simulated_time;
tickbench::fakes::FakeBackend opencl("opencl", simulated_time);

/// Everything runs until this one, which is the last to be registered.
void Hanging(tickbench::State& state) {
  const char* how = std::getenv("FAKE_HANGS");
  // As LLVM does in a driver.
  if (how != nullptr)
    for (const int signal : {SIGABRT, SIGQUIT}) std::signal(signal, [](int) {});
  auto y = state.device().upload(tickbench::random<float>(64));
  state.waive(tickbench::Check::kResult, "it hangs");
  const std::string_view hangs = how == nullptr ? "" : how;
  // Told to end by a signal that the driver has taken, which comes while it hangs.
  for (const auto& [name, signal] : {std::pair("SIGABRT", SIGABRT), std::pair("SIGQUIT", SIGQUIT)})
    if (hangs == name)
      opencl.behaviour.as_it_hangs = [signal = signal] { ::kill(::getpid(), signal); };
  opencl.behaviour.hangs =
      how != nullptr && hangs != "elsewhere" && hangs != "prints" && hangs != "at its end";
  if (hangs == "SIGINT") ::kill(::getpid(), SIGINT);
  if (hangs == "exit") std::exit(0);
  if (hangs == "quick_exit") std::quick_exit(0);
  if (hangs == "_exit") ::_exit(0);
  if (hangs == "exec") ::execl("/bin/true", "true", nullptr);
  if (hangs == "elsewhere" && ::chdir("/") != 0) std::abort();
  if (hangs == "prints") {
    std::puts("said by a driver");
    std::cout << "said by the body" << std::endl;
    std::atexit([] { std::puts("said at the end"); });
  }
  if (hangs == "at its end") std::atexit([] { ::pause(); });
  if (hangs == "abort") std::abort();
  while (hangs == "itself") ::pause();
  state.measure(state.device().kernel("saxpy_zeros").args(1.0F, y, y, std::size_t{64}).over(64));
}
TICKBENCH(Hanging);

}  // namespace

int main(int argc, char** argv) {
  if (std::getenv("FAKE_PLAIN") != nullptr)
    benchmark::RegisterBenchmark("plain", [](benchmark::State& state) {
      require_model();
      double sum = 0;
      for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(sum += 1);
    });
  opencl.behaviour.closing_hangs = std::getenv("FAKE_CLOSING_HANGS") != nullptr;
  opencl.behaviour.listing_hangs = std::getenv("FAKE_LISTING_HANGS") != nullptr;
  opencl.add_device("Fake GPU");
  opencl.add_device("Fake CPU", tickbench::backend::DeviceType::kCpu);
  tickbench::suite::Environment environment;
  environment.backends = {&opencl};
  for (const auto& registration : tickbench::api::registrations())
    environment.registrations.push_back(registration.get());
  tickbench::process::StandardOutput output;
  environment.out = &output.stream();
  environment.take_output = [&] { output.take(); };
  environment.err = &std::cerr;
  environment.out_columns = tickbench::process::terminal_columns(STDOUT_FILENO);
  environment.has_colour = tickbench::process::has_colour();
  environment.err_columns = tickbench::process::terminal_columns(STDERR_FILENO);
  environment.host = &simulated_time;
  environment.peaks = [](tickbench::backend::Device&) { return tickbench::Peaks{4e9, 1e9}; };
  const char* locks = std::getenv("FAKE_LOCKS");
  environment.tries_the_smallest = std::getenv("FAKE_TRIES") != nullptr;
  environment.lock_folder =
      locks != nullptr ? locks : tickbench::process::HostLock::default_folder();
  environment.leave = [](int status) { ::_exit(status); };
  environment.owns_process = true;
  return tickbench::suite::run_session({argv, argv + argc}, environment);
}
