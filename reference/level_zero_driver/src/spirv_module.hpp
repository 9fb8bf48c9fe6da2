// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace zecpu {

/// The newest version of SPIR-V that is checked here: 1.4. llvm-spirv 14 to 16 read no newer one.
constexpr unsigned kNewestSpirvMinor = 4;

enum class ArgumentKind {
  kValue,        // a scalar, a vector or a struct: bytes
  kPointer,      // to global or constant memory: an address
  kLocal,        // local memory: a size
  kUnsupported,  // an image, a sampler, a pipe, ...
};

struct ArgumentType {
  ArgumentKind kind = ArgumentKind::kUnsupported;
  std::size_t size = 0;  // of a value, in bytes
};

struct KernelSignature {
  std::string name;
  std::vector<ArgumentType> arguments;
  std::array<std::uint32_t, 3> required_group_size{};  // zeros: none
  std::array<std::uint32_t, 3> group_size_hint{};      // zeros: none
  std::string vector_type_hint;                        // "float4"; empty: none
  std::size_t local_bytes = 0;                         // of the kernel's own local variables
};

/// Whether a kernel takes an image, a sampler, or another object that this driver has not.
bool takes_objects(const KernelSignature& kernel);

/// Code that is not what this driver takes. The text is the build log.
class BadSpirv : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values of specialization constants by id; how many bytes each has is said by the module.
using SpecializationConstants = std::map<std::uint32_t, const void*>;

/// A SPIR-V module that was checked: its words, and what the driver must know of it. A driver that
/// hands unchecked words to a compiler crashes with it.
class SpirvModule {
 public:
  /// Throws BadSpirv. Sets the constants, by rewriting their defaults: neither way into OpenCL
  /// needs to know of them then.
  SpirvModule(std::span<const std::byte> bytes, const SpecializationConstants& constants);

  /// A copy with the code of these kernels alone. It still knows of the others.
  SpirvModule with_code_of(const std::set<std::string>& kernels) const;

  const std::vector<std::uint32_t>& words() const { return words_; }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(words_)); }
  const std::vector<KernelSignature>& kernels() const { return kernels_; }
  /// Functions and variables that another module must define.
  const std::vector<std::string>& imports() const { return imports_; }
  /// 4 of SPIR-V 1.4.
  unsigned minor_version() const;
  /// Capabilities by their number in the SPIR-V specification.
  const std::vector<std::uint32_t>& capabilities() const { return capabilities_; }

 private:
  void validate();
  void specialize(const SpecializationConstants& constants);
  void reflect();

  std::vector<std::uint32_t> words_;
  std::vector<KernelSignature> kernels_;
  std::vector<std::string> imports_;
  std::vector<std::uint32_t> capabilities_;
};

}  // namespace zecpu
