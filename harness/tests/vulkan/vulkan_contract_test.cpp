// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/backend_contract.hpp"
#include "vulkan/device_info.hpp"

namespace tickbench::contract {

INSTANTIATE_TEST_SUITE_P(Vulkan, BackendContract,
                         testing::Values(ContractCase{[] { return &vulkan::backend(); }}),
                         contract_case_name);

}  // namespace tickbench::contract
