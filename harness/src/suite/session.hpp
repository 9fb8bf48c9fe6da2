// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "suite/case_runner.hpp"
#include "suite/device_choice.hpp"
#include "suite/ending.hpp"
#include "suite/run_outputs.hpp"
#include "suite/run_state.hpp"

namespace tickbench::suite {

/// One run of a suite, from the options to the exit status: select, open, measure, write.
class Session {
 public:
  Session(const Options& options, const Environment& environment)
      : state_(options, environment),
        outputs_(state_),
        ending_(state_, outputs_),
        runner_(state_, ending_) {}
  /// Throws UsageError.
  int run();

 private:
  int list_devices() const;
  std::vector<api::Instance> select(const DeviceChoice& devices) const;
  void require_floors() const;
  int list(const std::vector<api::Instance>& instances) const;
  void open(DeviceChoice& devices, const std::vector<api::Instance>& instances);
  void print_header() const;
  void measure();

  RunState state_;
  RunOutputs outputs_;
  Ending ending_;
  CaseRunner runner_;
};

}  // namespace tickbench::suite
