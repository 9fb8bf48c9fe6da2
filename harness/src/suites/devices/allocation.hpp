// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "devices/selection.hpp"

namespace tickbench::devices {

/// The devices that CTest has given this test (RESOURCE_GROUPS and --resource-spec-file): for each
/// back end that it names, their indices. A back end's devices are resources of its name; an id is
/// an index, with `_` for the point of a sub-device, or `none` where the back end had no device.
using Allocation = std::map<std::string, std::vector<std::string>>;

/// Read from the environment (CTEST_RESOURCE_GROUP_0_OPENCL=id:1,slots:1, ...). Throws UsageError
/// where it cannot be understood.
Allocation allocated_devices(const std::vector<std::string>& backends);

/// The devices of an allocation take the place of their back ends' default ones.
std::vector<DeviceSpec> with_allocation(const std::vector<DeviceSpec>& defaults,
                                        const Allocation& allocation);

/// Throws UsageError for a device that is not the one allocated, or an allocated one that is not
/// here.
void require_allocated(const std::vector<Selected>& devices, const Allocation& allocation);

/// What `ctest --resource-spec-file` reads: of each back end the devices of the default one's type,
/// each of which takes one test at a time; where it has no device the resource `none`, without
/// which CTest would fail its tests instead of letting them say so.
void write_resource_spec(const std::vector<BackendDevices>& here, std::ostream& out);

}  // namespace tickbench::devices
