// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <iostream>

#include "process/files.hpp"
#include "suite/environment.hpp"
#include "trials/registration.hpp"

namespace tickbench {

int run(int argc, char** argv) {
  suite::Environment environment;
  environment.backends = backend::all();
  for (const auto& registration : api::registrations())
    environment.registrations.push_back(registration.get());
  process::StandardOutput output;
  environment.out = &output.stream();
  environment.take_output = [&] { output.take(); };
  environment.err = &std::cerr;
  environment.out_columns = process::terminal_columns(STDOUT_FILENO);
  environment.has_colour = process::has_colour();
  if (process::takes_escapes()) environment.err_columns = process::terminal_columns(STDERR_FILENO);
  environment.host = &host_clock();
  environment.peaks = [](backend::Device& device) { return measured_peaks(device); };
  environment.canary = [](backend::Device& device) { return canary::of(device, host_clock()); };
  environment.monitor = [](const backend::DeviceInfo& device) {
    return conditions::open_monitor(device.pci_address);
  };
  environment.host_root = "";
  environment.lock_folder = process::HostLock::default_folder();
  environment.leave = [](int status) { ::_exit(status); };
  environment.owns_process = true;
  environment.tries_the_smallest = true;
  const int status = suite::run_session({argv, argv + argc}, environment);
  benchmark::Shutdown();
  return status;
}

}  // namespace tickbench
