// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/non_copyable.hpp"
#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {

// The formats whose kernels can be told from the code; another one has its line in `kernels_of`.
inline constexpr std::string_view kOpenClC = "opencl_c";
inline constexpr std::string_view kSpirv = "spirv";    ///< for OpenCL and Level Zero
inline constexpr std::string_view kShader = "shader";  ///< SPIR-V for Vulkan: registered as "spirv"
inline constexpr std::string_view kGlsl = "glsl";      ///< where nothing made a shader of it
inline constexpr std::string_view kPtx = "ptx";        ///< a user's own, or of CUDA C++
inline constexpr std::string_view kOpenClCPtx = "ptx_of_opencl_c";
inline constexpr std::string_view kCudaCpp = "cuda_cpp";  ///< where nothing made PTX of it

/// While it lives, `modules` are these: what is built meanwhile is built of them. For one thread.
class PartnerModules : private NonCopyable {
 public:
  /// They outlive whatever is built of them.
  explicit PartnerModules(const std::vector<Module>& modules);
  ~PartnerModules();
};

/// With a blank in place of each comment of C.
std::string blank_comments(std::string_view source);

/// The names that an OpenCL C source declares as kernels, in order: what stands between
/// `kernel ... void` and the parenthesis. A reading of the text alone: code switched off by the
/// preprocessor counts, and names pasted together by macros are not seen. Comments are skipped, and
/// names with two underscores in front: those are the compiler's.
std::vector<std::string> declared_kernels(std::string_view source);

/// Whether `word` stands in the text as a whole identifier.
bool contains_word(std::string_view text, std::string_view word);

/// The modules in this format, of this variant, that are worth building for a kernel of this name,
/// so that asking for one kernel does not build all: those that declare it, else, where the format
/// is OpenCL C, those whose text has the name at all (a macro may declare it).
std::vector<const Module*> modules_with(const std::vector<Module>& modules, std::string_view format,
                                        const KernelName& kernel);

/// What to say of a kernel that no module has: the variants or forms that it is there in, or the
/// names most like it, and the program's own modules.
std::string missing_kernel_message(const std::vector<Module>& modules, const KernelName& kernel);
/// Null where there is none. Throws Error (kInvalidBenchmark) naming them where there are several.
const Module* only_module(const std::vector<const Module*>& modules, const KernelName& kernel);

/// A form of code that a driver does not take, and how to get one that it does.
struct RefusedForm {
  std::string_view format;
  std::string_view name;
  std::string_view advice;
};
/// The one module that has the kernel in the first of these formats in which there is any. Throws
/// Error: kUnsupported where the kernel is embedded in a refused form alone; kInvalidBenchmark
/// where no module has it, or several.
const Module& module_for(const KernelName& kernel, std::initializer_list<std::string_view> formats,
                         std::string_view driver, std::initializer_list<RefusedForm> refused);

/// Of a module's code and options, without comments, debug information and names of variables:
/// equal ones are equal code. The driver compiles OpenCL C: where all compilers see a source alike,
/// its SPIR-V among `all` stands for it, which no optimiser has seen; else its text does, with
/// names.
std::uint64_t code_digest(const Module& module, const std::vector<Module>& all);

/// Throws Error (kBuildFailed). `result`: "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11)".
[[noreturn]] void throw_build_failed(std::string_view module, std::string_view device,
                                     std::string_view result, std::string_view log);

/// What `map` has for a key; made and kept where it has nothing.
template <class Map, class Make>
auto& kept(Map& map, const typename Map::key_type& key, const Make& make) {
  const auto found = map.find(key);
  return found != map.end() ? found->second : map.emplace(key, make()).first->second;
}

}  // namespace tickbench::backend
