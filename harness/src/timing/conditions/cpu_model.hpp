// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tickbench::conditions {

/// The host's processor as its kernel names it, or its architecture where it has no name: the
/// device of a plain Google Benchmark program. `root`: the folder above /proc.
std::string cpu_model(const std::string& root = "");

/// The host's name, as Google Benchmark writes it into its results.
std::string host_name();

/// The value of the first line that begins with `key`, in /proc/cpuinfo's and os-release's manner.
std::string value_in(const std::string& file, const std::string& key, char separator);

}  // namespace tickbench::conditions
