// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "text/table.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::devices {

/// One entry of --tickbench_device.
struct DeviceSpec {
  /// kAbsent: CTest's resource file says that the back end has no device.
  enum class Kind { kAll, kDefault, kIndex, kName, kAbsent } kind = Kind::kDefault;
  std::string backend;  ///< empty: any
  std::string value;    ///< the index or the part of a name
  std::string text;     ///< as given
};

/// Opens no driver. Empty: every default device. Throws UsageError: malformed, unknown back end.
std::vector<DeviceSpec> parse_devices(const std::string& list,
                                      const std::vector<std::string>& backends);

/// Those of `backends` that the list may mean: all of them, as soon as one entry names no back end.
std::vector<std::string> select_backends(const std::vector<DeviceSpec>& specs,
                                         const std::vector<std::string>& backends);

std::vector<std::string> names_of(const std::vector<backend::Backend*>& backends);

/// What one back end has.
struct BackendDevices {
  backend::Backend* backend = nullptr;
  std::vector<backend::DeviceInfo> devices;
  backend::NotListed not_listed;
};
std::vector<BackendDevices> enumerate(const std::vector<backend::Backend*>& backends);

/// The first GPU, else accelerator, else CPU, else any; sub-devices left out. Null: none.
const backend::DeviceInfo* default_device(const std::vector<backend::DeviceInfo>& devices);

/// Where a back end's benchmarks run: a device, or none and why.
struct Selected {
  backend::Backend* backend = nullptr;
  std::optional<backend::DeviceInfo> device;
  std::string missing;
  Outcome outcome = Outcome::kNoDevice;  ///< kDeviceError: a driver failed, and may have it
};
struct Selection {
  std::vector<Selected> devices;
  std::vector<std::string> notes;
};
/// Every device once, in the order of the list, and every back end without one, with the reason.
Selection resolve(const std::vector<DeviceSpec>& specs, const std::vector<BackendDevices>& here);

/// --tickbench_list_devices: a table, or JSON, with the default devices marked. Why a back end has
/// none goes to `err`. `cpu`: the host's, where it is asked for too.
void list_devices(const std::vector<BackendDevices>& here, bool as_json, std::ostream& out,
                  std::ostream& err, const text::Terminal& terminal, const std::string& cpu = "");

/// The devices that CTest has given this test (RESOURCE_GROUPS and --resource-spec-file): the
/// indices by back end, the name of the resource. An id is an index, with `_` for the point of a
/// sub-device, or `none` where the back end had no device.
using Allocation = std::map<std::string, std::vector<std::string>>;

/// From the environment (CTEST_RESOURCE_GROUP_0_OPENCL=id:1,slots:1, ...). Throws UsageError.
Allocation allocated_devices(const std::vector<std::string>& backends);

/// The devices of an allocation take the place of their back ends' default ones.
std::vector<DeviceSpec> with_allocation(const std::vector<DeviceSpec>& defaults,
                                        const Allocation& allocation);

/// Throws UsageError for a device that is not allocated, or an allocated one that is not here.
void require_allocated(const std::vector<Selected>& devices, const Allocation& allocation);

/// What `ctest --resource-spec-file` reads: each back end's devices of the default one's type, one
/// test at a time; where it has none the resource `none`, without which CTest would fail its tests.
void write_resource_spec(const std::vector<BackendDevices>& here, std::ostream& out);

}  // namespace tickbench::devices
