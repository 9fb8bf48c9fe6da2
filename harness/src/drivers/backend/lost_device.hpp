// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tickbench::backend {

/// For what every call on a device says from now on. Throws Error: kDeviceError once for a device,
/// with `what`; after that kNoDevice, with the first one as its reason. `id` is "cuda:0".
[[noreturn]] void throw_lost(const std::string& id, const std::string& what);

/// Whether any device is lost to this process: it gives nothing back.
bool has_lost_device();

/// For a driver whose waits succeed although the device executed nothing. Throws Error
/// (kDeviceError): `found` is what shows it, "expected ..., found ...".
[[noreturn]] void throw_nothing_executed(std::string_view found, std::string_view where);

}  // namespace tickbench::backend
