// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/backend_contract.hpp"
#include "level_zero/backend.hpp"

namespace tickbench::contract {

INSTANTIATE_TEST_SUITE_P(LevelZero, BackendContract,
                         testing::Values(ContractCase{[] { return &level_zero::backend(); }}),
                         contract_case_name);

}  // namespace tickbench::contract
