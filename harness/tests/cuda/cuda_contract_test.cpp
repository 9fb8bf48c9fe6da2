// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include "contract/backend_contract.hpp"
#include "cuda/device_info.hpp"

namespace tickbench::contract {
namespace {

/// With the choice that TICKBENCH_TEST_CHOICES makes: "hold=off".
backend::Backend* backend_as_chosen() {
  auto& backend = cuda::backend();
  if (const char* const set = std::getenv("TICKBENCH_TEST_CHOICES")) {
    const std::string choice = set;
    const auto equals = choice.find('=');
    backend.choose(choice.substr(0, equals), choice.substr(equals + 1));
  }
  return &backend;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Cuda, BackendContract, testing::Values(ContractCase{backend_as_chosen}),
                         contract_case_name);

}  // namespace tickbench::contract
