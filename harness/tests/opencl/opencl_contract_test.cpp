// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "contract/backend_contract.hpp"
#include "opencl/device_info.hpp"

namespace tickbench::contract {

INSTANTIATE_TEST_SUITE_P(OpenCl, BackendContract,
                         testing::Values(ContractCase{[] { return &opencl::backend(); }, true}),
                         contract_case_name);

}  // namespace tickbench::contract
