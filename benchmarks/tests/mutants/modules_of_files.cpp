// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// In the place of embedded kernels: those in the files of the folder that MUTATED_MODULES names.
// What stands between an @ and the ending is the name of a variant.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>
#include <span>
#include <string>
#include <tickbench/backend/backend.hpp>

namespace {

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Keeps what the modules point to.
std::list<std::string> texts;

[[maybe_unused]] const bool kRegistered = [] {
  const char* const folder = std::getenv("MUTATED_MODULES");
  if (folder == nullptr) return false;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const bool is_spirv = file.path().extension() == ".spv";
    const std::string& name = texts.emplace_back(file.path().filename().string());
    const std::string& code = texts.emplace_back(contents_of(file.path()));
    const std::string stem = file.path().stem().string();
    const auto at = stem.find('@');
    const std::string& variant =
        texts.emplace_back(at == std::string::npos ? "" : stem.substr(at + 1));
    tickbench::backend::register_module(name.c_str(), is_spirv ? "spirv" : "opencl_c", code.data(),
                                        code.size(), variant.c_str());
  }
  return true;
}();

}  // namespace
