// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "fakes/fake_backend.hpp"
#include "fakes/fake_monitor.hpp"
#include "suite/environment.hpp"

namespace tickbench::suite {

/// A suite program in a test: fake back ends, registrations of its own, streams in memory.
class Suite {
 public:
  struct Result {
    int status = -1;
    std::string out;
    std::string err;
    nlohmann::json json() const { return nlohmann::json::parse(out); }
  };

  /// With the back end `opencl` and one device, unless `has_device` is false.
  explicit Suite(bool has_device = true);
  ~Suite();

  Registration* add(const std::string& name, Registration::Body body, bool is_optimised = true);
  Result run(const std::vector<std::string>& flags = {});
  Result run_json(std::vector<std::string> flags = {});

  /// An empty folder of this suite's own.
  std::string path(const std::string& file) const { return (folder_ / file).string(); }

  fakes::SimulatedTime time;
  fakes::FakeBackend opencl{"opencl", time};
  fakes::FakeBackend level_zero{"level_zero", time};
  bool has_level_zero = false;  ///< whether this build has that back end
  std::size_t out_columns = 0;  ///< of the terminal; 0: it is none
  std::size_t err_columns = 0;
  bool peaks_fail = false;
  bool tries_the_smallest = false;
  std::optional<fakes::FakeState> device_state;  ///< nothing: it cannot be read
  std::optional<std::string> host_root;          ///< nothing: the host's state is not read
  /// Of each end of a run; empty: no canary.
  std::function<canary::Figures()> canary;
  /// Of each look at it; empty: none can tell.
  std::function<std::optional<double>()> look;

 private:
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<Registration>> registrations_;
};

/// y <- 2 x + y with a kernel of the fake back end, checked against the host. range(0) floats.
Registration::Body saxpy_with(const std::string& kernel);

/// Measures twice, which is refused: a benchmark that fails after it was measured.
Registration::Body saxpy_measured_twice();

std::string read_file(const std::string& path);

}  // namespace tickbench::suite
