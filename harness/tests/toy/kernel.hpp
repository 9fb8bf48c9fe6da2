// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include "modules/argument_check.hpp"
#include "modules/modules.hpp"
#include "toy/buffer.hpp"
#include "toy/driver.hpp"

namespace tickbench::toy {

/// "global int* data" and the like, of the kernel's parameter list in OpenCL C.
inline backend::DeclaredArgument declared_argument(std::string_view text) {
  using Space = backend::DeclaredArgument::Space;
  backend::DeclaredArgument declared;
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  for (const auto& [word, space] :
       {std::pair{"global ", Space::kGlobal}, std::pair{"local ", Space::kLocal}})
    if (text.starts_with(word)) {
      declared.space = space;
      text.remove_prefix(std::string_view(word).size());
    }
  const auto blank = text.rfind(' ');
  declared.type = text.substr(0, blank);
  declared.name = text.substr(blank + 1);
  return declared;
}

inline auto declared_arguments(std::string_view source, std::string_view kernel) {
  std::vector<std::optional<backend::DeclaredArgument>> all;
  const auto begin = source.find('(', source.find(fmt::format("kernel void {}(", kernel)));
  const auto end = source.find(')', begin);
  for (auto at = begin; at < end;) {
    const auto next = std::min(source.find(',', at + 1), end);
    all.emplace_back(declared_argument(source.substr(at + 1, next - at - 1)));
    at = next;
  }
  return all;
}

/// A function of the program's, found by the name of a kernel in its embedded OpenCL C.
class Kernel final : public backend::CheckedKernel {
 public:
  Kernel(const backend::Module& module, const std::string& name, const ::toy::Function& function)
      : CheckedKernel(name, module, declared_arguments(module.text(), name)), function_(function) {}

  /// The launch as it stands now.
  std::function<void()> launch(const backend::Range& range) const {
    return [function = function_, values = values_, range] { function(values, range); };
  }

 private:
  std::optional<std::string> set(std::uint32_t index, std::size_t size,
                                 const void* value) override {
    const auto* const bytes = static_cast<const std::byte*>(value);
    put(index, {bytes == nullptr ? std::vector<std::byte>(size)
                                 : std::vector<std::byte>(bytes, bytes + size),
                nullptr});
    return std::nullopt;
  }
  std::optional<std::string> set(std::uint32_t index, backend::Memory& memory) override {
    put(index, {{}, as_buffer(memory).at()});
    return std::nullopt;
  }
  void put(std::uint32_t index, ::toy::Value value) {
    values_.resize(std::max<std::size_t>(values_.size(), index + 1));
    values_[index] = std::move(value);
  }

  const ::toy::Function& function_;
  std::vector<::toy::Value> values_;
};

}  // namespace tickbench::toy
