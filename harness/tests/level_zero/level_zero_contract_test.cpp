// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <sstream>

#include "contract/backend_contract.hpp"
#include "level_zero/device_info.hpp"

namespace tickbench::contract {
namespace {

/// With the choices that TICKBENCH_TEST_CHOICES lists: "list=immediate,stamps=context".
backend::Backend* backend_as_chosen() {
  auto& backend = level_zero::backend();
  const char* const choices = std::getenv("TICKBENCH_TEST_CHOICES");
  std::istringstream list(choices == nullptr ? "" : choices);
  for (std::string choice; std::getline(list, choice, ',');) {
    const auto equals = choice.find('=');
    backend.choose(choice.substr(0, equals), choice.substr(equals + 1));
  }
  return &backend;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(LevelZero, BackendContract,
                         testing::Values(ContractCase{backend_as_chosen, true}),
                         contract_case_name);

}  // namespace tickbench::contract
