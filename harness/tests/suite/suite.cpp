// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/suite.hpp"

#include <unistd.h>

#include <fstream>

namespace tickbench::suite {

namespace {

class FakeCanary final : public canary::Canary {
 public:
  explicit FakeCanary(const Suite& suite) : suite_(suite) {}
  canary::Figures measure() override { return suite_.canary(); }
  std::optional<double> look() override { return suite_.look ? suite_.look() : std::nullopt; }

 private:
  const Suite& suite_;
};

}  // namespace

Suite::Suite(bool has_device) {
  if (has_device) opencl.add_device("Fake GPU");
  std::string name = (std::filesystem::temp_directory_path() / "tickbench_test_XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
}

Suite::~Suite() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Registration* Suite::add(const std::string& name, Registration::Body body, bool is_optimised) {
  registrations_.push_back(std::make_unique<Registration>(name, std::move(body), is_optimised));
  return registrations_.back().get();
}

Suite::Result Suite::run(const std::vector<std::string>& flags) {
  std::ostringstream out;
  std::ostringstream err;
  Environment environment;
  environment.backends = {&opencl};
  if (has_level_zero) environment.backends.push_back(&level_zero);
  for (const auto& registration : registrations_)
    environment.registrations.push_back(registration.get());
  environment.out = &out;
  environment.err = &err;
  environment.out_columns = out_columns;
  environment.err_columns = err_columns;
  environment.host = &time;
  environment.peaks = [this](backend::Device&) {
    if (peaks_fail) return Peaks{0, 0, "the device's peaks could not be measured: no memory"};
    return Peaks{4e9, 1e9};
  };
  environment.monitor = [this](const backend::DeviceInfo&) {
    return device_state ? std::make_unique<fakes::FakeMonitor>(*device_state) : nullptr;
  };
  if (canary)
    environment.canary = [this](backend::Device&) { return std::make_unique<FakeCanary>(*this); };
  environment.host_root = host_root;
  environment.tries_the_smallest = tries_the_smallest;
  environment.lock_folder = folder_.string();
  environment.leave = [](int) { std::abort(); };
  std::vector<std::string> arguments{"./suite", "--tickbench_timeout=0"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  Result result;
  result.status = run_session(arguments, environment);
  result.out = out.str();
  result.err = err.str();
  return result;
}

Suite::Result Suite::run_json(std::vector<std::string> flags) {
  flags.emplace_back("--benchmark_format=json");
  return run(flags);
}

Registration::Body saxpy_with(const std::string& kernel) {
  return [kernel](State& state) {
    const auto n = state.size();
    const auto x = random<float>(n);
    const auto y = random<float>(n);
    auto& device = state.device();
    auto x_d = device.upload(x);
    auto y_d = device.upload(y);
    const auto launch = device.kernel(kernel).args(2.0F, x_d, y_d, n).over(n);
    state.reads(x_d, y_d).writes(y_d).flops(2 * n);
    state.reference(serial, [&](std::span<float> result) {
      for (std::size_t i = 0; i < n; ++i) result[i] = 2.0F * x[i] + y[i];
    });
    state.verify(launch, inout(y_d), ulps(2));
    state.measure(launch);
  };
}

Registration::Body saxpy_measured_twice() {
  return [once = saxpy_with("saxpy")](State& state) {
    once(state);
    once(state);
  };
}

std::string read_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tickbench::suite
