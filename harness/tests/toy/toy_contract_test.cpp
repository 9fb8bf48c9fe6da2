// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/backend_contract.hpp"
#include "tickbench/device_timer.hpp"
#include "toy/driver.hpp"
#include "toy/toy.hpp"

namespace tickbench::contract {
namespace {

INSTANTIATE_TEST_SUITE_P(Toy, BackendContract,
                         testing::Values(ContractCase{[] { return backend::all().front(); }}),
                         contract_case_name);

TEST(ToyUserQueue, IsTimedByItsHandle) {
  ::toy::Commands commands;
  const auto timed = timed_queue(&commands);
  int runs = 0;
  const Work work{[&] { commands.enqueue([&] { ++runs; }); }, 0, "a count"};
  const auto bracket = timed->run(work, {3, TimeMethod::kBracket, 0});
  EXPECT_EQ(runs, 3);
  EXPECT_GT(bracket.device, Seconds(0));
  EXPECT_LE(bracket.device, bracket.host);

  DeviceTimer timer(&commands);
  timer.start();
  work.enqueue();
  timer.stop();
  EXPECT_EQ(runs, 4);
  EXPECT_GT(timer.elapsed().device, Seconds(0));
}

}  // namespace
}  // namespace tickbench::contract
