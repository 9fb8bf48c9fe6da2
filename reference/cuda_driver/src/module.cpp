// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <regex>
#include <utility>

#include "device.hpp"

namespace cuhost {
namespace {

std::string without_comments(std::string_view ptx) {
  static const std::regex kComment("//[^\n]*|/\\*[^*]*\\*+([^/*][^*]*\\*+)*/");
  return std::regex_replace(std::string(ptx), kComment, " ");
}

/// Of one ".param .align 8 .b8 name[24]" or ".param .u64 name".
std::size_t size_of_parameter(const std::string& text) {
  static const std::regex kType("\\.[busf](8|16|32|64)\\b[^\\[]*(\\[([0-9]+)\\])?");
  std::smatch found;
  if (!std::regex_search(text, found, kType)) return 0;
  const std::size_t count = found[3].matched ? std::stoul(found[3].str()) : 1;
  return std::stoul(found[1].str()) / 8 * count;
}

std::vector<std::size_t> sizes_of(const std::string& parameters) {
  static const std::regex kParameter("\\.param[^,]*");
  std::vector<std::size_t> sizes;
  for (std::sregex_iterator at(parameters.begin(), parameters.end(), kParameter), end; at != end;
       ++at)
    sizes.push_back(size_of_parameter(at->str()));
  return sizes;
}

/// Memory that a kernel declares itself is named "kernel_$_array" by clang.
int static_shared_of(const std::string& ptx, const std::string& kernel) {
  const std::regex array("\\.shared[^\\n;]*\\b" + kernel + "_\\$_[^\\n;\\[]*\\[([0-9]+)\\]");
  int bytes = 0;
  for (std::sregex_iterator at(ptx.begin(), ptx.end(), array), end; at != end; ++at)
    bytes += std::stoi((*at)[1].str());
  return bytes;
}

bool has_unresolved(const std::string& ptx, std::string& log) {
  static const std::regex kExtern("\\.extern\\s+\\.func\\s*(\\([^)]*\\))?\\s*([A-Za-z_$][\\w$]*)");
  std::smatch found;
  if (!std::regex_search(ptx, found, kExtern)) return false;
  log = "ptxas fatal   : Unresolved extern function '" + found[2].str() + "'\n";
  return true;
}

}  // namespace

std::unique_ptr<CUmod_st> load_module(std::string_view text, std::string& log) {
  const auto ptx = without_comments(text);
  if (ptx.find(".version") == std::string::npos) {
    log = "ptxas fatal   : Missing .version directive at start of file\n";
    return nullptr;
  }
  if (has_unresolved(ptx, log)) return nullptr;
  static const std::regex kEntry("\\.entry\\s+([A-Za-z_$][\\w$]*)\\s*(\\(([^)]*)\\))?");
  auto module = std::make_unique<CUmod_st>();
  for (std::sregex_iterator at(ptx.begin(), ptx.end(), kEntry), end; at != end; ++at) {
    auto function = std::make_unique<CUfunc_st>();
    function->name = (*at)[1].str();
    function->argument_sizes = sizes_of((*at)[3].str());
    function->function = find_kernel(function->name);
    function->static_shared = static_shared_of(ptx, function->name);
    function->most_dynamic_shared = kUsualSharedMemory - function->static_shared;
    if (function->function == nullptr) {
      log = "cuhost: this process exports no function 'cuhost_kernel_" + function->name + "'\n";
      return nullptr;
    }
    module->functions.push_back(std::move(function));
  }
  return module;
}

}  // namespace cuhost
