// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cuda/error.hpp"

namespace tickbench::cuda {

/// One number of a device.
int read_attribute(int device, DeviceAttribute attribute);
std::size_t read_size(int device, DeviceAttribute attribute);

/// "13.0" from 13000.
std::string version_text(int version);
/// What the library's file says of the driver's version: "580.159.04" from
/// "/usr/lib/libcuda.so.580.159.04"; empty where its name holds none.
std::string version_in_name(std::string_view file);
/// Bytes a second of a memory of double data rate.
double memory_bandwidth(int kilohertz, int bus_bits);

/// Operations in single precision a second, of which a multiply-add is two; 0 where the compute
/// capability is not known.
double arithmetic_rate(int major, int minor, int multiprocessors, double hertz);

/// "0000:3b:00.0", as the other back ends have it, from the driver's "0000:3B:00.0".
std::string as_pci_address(std::string_view driver_text);

/// Everything a report needs to identify a device.
backend::DeviceInfo describe_device(int device, const std::string& index);

/// The one instance, for the list of back ends. Loads no driver.
backend::Backend& backend();

}  // namespace tickbench::cuda
