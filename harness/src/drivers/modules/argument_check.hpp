// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/throw_error.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {

/// What a kernel's source declares for one argument, as the driver reports it.
struct DeclaredArgument {
  enum class Space { kPrivate, kGlobal, kConstant, kLocal } space = Space::kPrivate;
  std::string type;  ///< "float", "uint4", "float*", "struct pair"
  std::string name;
};

/// The size of an OpenCL C scalar or vector type; nothing for types that only the source knows.
std::optional<std::size_t> type_size(const std::string& type);

/// "expected float (4 bytes), found double (8 bytes)"; nothing where the argument fits, as far as
/// it can be told. Same-sized integers of either sign pass; an integer for a float does not: its
/// bits would be taken for another number.
std::optional<std::string> argument_mismatch(const DeclaredArgument& declared,
                                             const Argument& given);

/// A driver's kernel that compares arguments with what its source declares before it sets them.
class CheckedKernel : public Kernel {
 public:
  /// Throws Error (kInvalidBenchmark) naming the argument that does not fit.
  void set_arguments(std::span<const Argument> arguments) final;
  std::string_view name() const noexcept final { return name_; }
  const Module* module() const noexcept final { return &module_; }
  std::string argument_name(std::size_t index) const final {
    return index < declared_.size() && declared_[index] ? declared_[index]->name : "";
  }
  std::vector<std::string> argument_texts() const final;

 protected:
  /// Nothing is declared where the driver does not know.
  using Declared = std::vector<std::optional<DeclaredArgument>>;
  CheckedKernel(std::string name, const Module& module, Declared declared = {})
      : name_(std::move(name)), module_(module), declared_(std::move(declared)) {}
  /// For declarations that only the driver's kernel tells.
  void declare(Declared declared) { declared_ = std::move(declared); }
  /// Called before arguments are compared, to `declare` again where their order depends on what is
  /// given.
  virtual void arrange(std::span<const Argument> /*arguments*/) {}

  /// Give the driver a value, or its size alone for local memory (`value` is null), or a buffer.
  /// Return what it says against that; nothing where it takes it.
  virtual std::optional<std::string> set(std::uint32_t index, std::size_t size,
                                         const void* value) = 0;
  virtual std::optional<std::string> set(std::uint32_t index, Memory& memory) = 0;
  template <class... Parts>
  [[noreturn]] void refuse(fmt::format_string<Parts...> why, Parts&&... parts) const {
    throw_error(Outcome::kInvalidBenchmark, "kernel '{}' of '{}': {}", name_, module_.name,
                fmt::format(why, std::forward<Parts>(parts)...));
  }

 private:
  std::optional<std::string> mismatch(std::uint32_t index, const Argument& argument);

  std::string name_;
  Module module_;
  Declared declared_;
};

}  // namespace tickbench::backend
