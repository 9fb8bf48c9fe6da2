// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend.hpp"

namespace tickbench::backend {
namespace {

/// Local to the function: modules register while static objects are still being constructed.
std::vector<Module>& registry() {
  static std::vector<Module> modules;
  return modules;
}

}  // namespace

RegisterModule::RegisterModule(const Module& module) { registry().push_back(module); }

const std::vector<Module>& modules() { return registry(); }

}  // namespace tickbench::backend
