// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/modules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "modules/ptx.hpp"
#include "modules/spirv.hpp"
#include "text/wording.hpp"

namespace tickbench::backend {
namespace {

/// An attribute's values may have so many parentheses in each other.
constexpr int kMostParentheses = 8;

/// A character before the parameters of a declaration, or what such parentheses enclose.
std::string declaration_part(int parentheses) {
  if (parentheses == 0) return "[^(){};]";
  return fmt::format(R"((?:[^(){{}};]|\({}*\)))", declaration_part(parentheses - 1));
}

std::vector<std::string> kernel_names(const Module& module) {
  if (module.format == kOpenClC) return declared_kernels(module.text());
  if (module.format == kSpirv || module.format == kShader) return spirv_entry_points(module.code);
  // The kernel of a GLSL source is its main, and has the file's name: "saxpy" of "saxpy.comp".
  if (module.format == kGlsl) return {std::string(module.name.substr(0, module.name.find('.')))};
  if (module.format == kPtx || module.format == kOpenClCPtx) {
    std::vector<std::string> names;
    for (auto& kernel : ptx_kernels(module.text())) names.push_back(std::move(kernel.name));
    return names;
  }
  return {};
}

bool declares(const Module& module, std::string_view kernel) {
  const auto names = kernel_names(module);
  return std::find(names.begin(), names.end(), kernel) != names.end();
}

bool is_of_harness(const Module& module) { return module.name.starts_with("tickbench_"); }

std::vector<std::string> all_kernels(const std::vector<Module>& modules) {
  std::set<std::string> names;
  for (const Module& module : modules)
    for (auto& name : kernel_names(module)) names.insert(std::move(name));
  return {names.begin(), names.end()};
}

/// Where else a kernel of this name is: in other variants, or in forms that the back end which asks
/// does not take.
std::set<std::string> find_places(const std::vector<Module>& modules, const KernelName& kernel) {
  std::set<std::string> places;
  for (const Module& module : modules) {
    if (!declares(module, kernel.name)) continue;
    if (module.variant == kernel.variant)
      places.insert(
          fmt::format("{} ({}), which this back end does not take", module.name, module.format));
    else
      places.insert(module.variant.empty() ? std::string("no variant")
                                           : fmt::format("variant {}", module.variant));
  }
  return places;
}

/// Local to the function: modules register while static objects are still being constructed.
std::vector<Module>& registry() {
  static std::vector<Module> modules;
  return modules;
}

/// Null: those of this program.
const std::vector<Module>* others = nullptr;

}  // namespace

std::string blank_comments(std::string_view source) {
  static const RE2 kOneComment(R"(//.*|(?s:/\*.*?(?:\*/|\z)))", RE2::Latin1);
  std::string code(source);
  RE2::GlobalReplace(&code, kOneComment, " ");
  return code;
}

std::vector<std::string> declared_kernels(std::string_view source) {
  static const RE2 kKernel(
      fmt::format(R"(\b(?:__)?kernel\b{0}*?\bvoid\b{0}*?\b(_?[A-Za-z0-9]\w*)\s*\()",
                  declaration_part(kMostParentheses)),
      RE2::Latin1);
  const auto code = blank_comments(source);
  std::vector<std::string> names;
  re2::StringPiece rest(code);
  for (std::string name; RE2::FindAndConsume(&rest, kKernel, &name);) names.push_back(name);
  return names;
}

bool contains_word(std::string_view text, std::string_view word) {
  const auto piece = [](std::string_view part) {
    return re2::StringPiece(part.data(), part.size());
  };
  return !word.empty() &&
         RE2::PartialMatch(piece(text), R"(\b)" + RE2::QuoteMeta(piece(word)) + R"(\b)");
}

std::vector<const Module*> modules_with(const std::vector<Module>& modules, std::string_view format,
                                        const KernelName& kernel) {
  const auto modules_that = [&](const auto& have_it) {
    std::vector<const Module*> found;
    for (const Module& module : modules)
      if (module.format == format && module.variant == kernel.variant && have_it(module))
        found.push_back(&module);
    return found;
  };
  auto declaring = modules_that([&](const auto& module) { return declares(module, kernel.name); });
  if (!declaring.empty() || (format != kOpenClC && format != kCudaCpp)) return declaring;
  return modules_that(
      [&](const auto& module) { return contains_word(module.text(), kernel.name); });
}

std::string missing_kernel_message(const std::vector<Module>& modules, const KernelName& kernel) {
  static constexpr std::string_view kLink =
      "is its file given to tickbench_add_kernels, and that library linked?";
  auto message = fmt::format("no embedded module has a kernel '{}'", to_string(kernel));
  if (const auto places = find_places(modules, kernel); !places.empty())
    return message + fmt::format("; it is there in: {}", fmt::join(places, ", "));
  std::vector<Module> own;
  std::ranges::copy_if(modules, std::back_inserter(own), std::not_fn(is_of_harness));
  if (own.empty()) return fmt::format("{}; this program embeds none: {}", message, kLink);
  std::set<std::string_view> names;
  for (const Module& module : own) {
    names.insert(module.name);
    if (module.format == kSpirv && !is_spirv(module.code))
      message += fmt::format("; {} is no SPIR-V, by its first bytes", module.name);
  }
  const auto meant = text::did_you_mean(kernel.name, all_kernels(own));
  // A row of the table shows the first line.
  return fmt::format("{}{}\nsearched: {}", message,
                     meant.empty() ? fmt::format("; {}", kLink) : meant, fmt::join(names, ", "));
}

const Module* only_module(const std::vector<const Module*>& modules, const KernelName& kernel) {
  if (modules.empty()) return nullptr;
  if (modules.size() == 1) return modules.front();
  std::vector<std::string_view> names;
  for (const Module* module : modules) names.push_back(module->name);
  throw_error(Outcome::kInvalidBenchmark,
              "expected one embedded module with a kernel '{}', found {}: {}", to_string(kernel),
              modules.size(), fmt::join(names, ", "));
}

const Module& module_for(const KernelName& kernel, std::initializer_list<std::string_view> formats,
                         std::string_view driver, std::initializer_list<RefusedForm> refused) {
  for (const auto format : formats)
    if (const auto* const owner = only_module(modules_with(modules(), format, kernel), kernel))
      return *owner;
  for (const auto& form : refused)
    if (!modules_with(modules(), form.format, kernel).empty())
      throw_error(Outcome::kUnsupported,
                  "the kernel '{}' is embedded as {} only, which {} does not take: {}",
                  to_string(kernel), form.name, driver, form.advice);
  throw Error(Outcome::kInvalidBenchmark, missing_kernel_message(modules(), kernel));
}

void throw_build_failed(std::string_view module, std::string_view device, std::string_view result,
                        std::string_view log) {
  throw_error(Outcome::kBuildFailed,
              "the module '{}' does not build for '{}' ({}); the build log:\n{}", module, device,
              result, log);
}

std::string to_string(const KernelName& kernel) {
  if (kernel.variant.empty()) return std::string(kernel.name);
  return fmt::format("{} (variant {})", kernel.name, kernel.variant);
}

bool register_module(const char* name, const char* format, const void* code, std::size_t bytes,
                     const char* variant, const char* options) {
  auto& module = registry().emplace_back(
      Module{name, format, {static_cast<const std::byte*>(code), bytes}, variant, options});
  if (module.format == kSpirv && is_shader(module.code)) module.format = kShader;
  return true;
}

const std::vector<Module>& modules() { return others != nullptr ? *others : registry(); }

PartnerModules::PartnerModules(const std::vector<Module>& modules) { others = &modules; }
PartnerModules::~PartnerModules() { others = nullptr; }

}  // namespace tickbench::backend
