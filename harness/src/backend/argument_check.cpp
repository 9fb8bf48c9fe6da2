// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/argument_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

#include "tickbench/error.hpp"

namespace tickbench::backend {
namespace {

using Kind = Argument::Kind;
using Space = DeclaredArgument::Space;

struct Scalar {
  std::string_view name;
  std::size_t size;
};
constexpr Scalar kScalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
                               {"int", 4},  {"uint", 4},  {"long", 8},  {"ulong", 8},
                               {"half", 2}, {"float", 4}, {"double", 8}};

/// "uint4" is uint and 4; a width of 0 for what is no vector width.
struct Parsed {
  std::string_view scalar;
  int width = 1;
};
Parsed parse(std::string_view type) {
  const auto digits = type.find_first_of("0123456789");
  if (digits == std::string_view::npos) return {type, 1};
  int width = 0;
  const auto text = type.substr(digits);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  constexpr int kWidths[] = {2, 3, 4, 8, 16};
  const bool is_width =
      error == std::errc() && end == text.data() + text.size() &&
      std::find(std::begin(kWidths), std::end(kWidths), width) != std::end(kWidths);
  return {type.substr(0, digits), is_width ? width : 0};
}

bool is_floating(std::string_view scalar) {
  return scalar == "half" || scalar == "float" || scalar == "double";
}

std::string describe(const DeclaredArgument& declared) {
  switch (declared.space) {
    case Space::kGlobal:
      return fmt::format("a buffer (global {})", declared.type);
    case Space::kConstant:
      return fmt::format("a buffer (constant {})", declared.type);
    case Space::kLocal:
      return fmt::format("local memory (local {})", declared.type);
    case Space::kPrivate:
      break;
  }
  const auto size = size_of_type(declared.type);
  return size ? fmt::format("{} ({} bytes)", declared.type, *size) : declared.type + " by value";
}

std::string describe(const Argument& given) {
  switch (given.kind) {
    case Kind::kMemory:
      return "a buffer";
    case Kind::kLocal:
      return fmt::format("local memory of {} bytes", given.size);
    case Kind::kValue:
      break;
  }
  return given.type.empty() ? fmt::format("a value of {} bytes", given.size)
                            : fmt::format("{} ({} bytes)", given.type, given.size);
}

Kind expected_kind(Space space) {
  switch (space) {
    case Space::kGlobal:
    case Space::kConstant:
      return Kind::kMemory;
    case Space::kLocal:
      return Kind::kLocal;
    case Space::kPrivate:
      break;
  }
  return Kind::kValue;
}

bool value_fits(const DeclaredArgument& declared, const Argument& given) {
  const auto size = size_of_type(declared.type);
  if (!size) return true;
  if (*size != given.size) return false;
  const Parsed parsed = parse(declared.type);
  return given.type.empty() || parsed.width != 1 ||
         is_floating(parsed.scalar) == is_floating(given.type);
}

}  // namespace

std::optional<std::size_t> size_of_type(const std::string& type) {
  const Parsed parsed = parse(type);
  if (parsed.width == 0) return std::nullopt;
  const auto* found =
      std::find_if(std::begin(kScalars), std::end(kScalars),
                   [&](const Scalar& scalar) { return scalar.name == parsed.scalar; });
  if (found == std::end(kScalars)) return std::nullopt;
  const int slots = parsed.width == 3 ? 4 : parsed.width;  // a vector of 3 takes the room of 4
  return found->size * static_cast<std::size_t>(slots);
}

std::optional<std::string> argument_mismatch(const DeclaredArgument& declared,
                                             const Argument& given) {
  const bool fits = expected_kind(declared.space) == given.kind &&
                    (given.kind != Kind::kValue || value_fits(declared, given));
  if (fits) return std::nullopt;
  return fmt::format("expected {}, found {}", describe(declared), describe(given));
}

void CheckedKernel::refuse(const std::string& why) const {
  throw Error(Outcome::kInvalidBenchmark,
              fmt::format("kernel '{}' of '{}': {}", name_, module_, why));
}

void CheckedKernel::set_arguments(std::span<const Argument> arguments) {
  if (arguments.size() != declared_.size())
    refuse(fmt::format("expected {} arguments, found {}", declared_.size(), arguments.size()));
  for (std::uint32_t i = 0; i < arguments.size(); ++i)
    if (const auto why = mismatch(i, arguments[i])) {
      const auto& declared = declared_[i];
      const bool is_named = declared && !declared->name.empty();
      refuse(fmt::format("argument {}{}: {}", i,
                         is_named ? fmt::format(" '{}'", declared->name) : "", *why));
    }
}

/// Sets the argument where it fits.
std::optional<std::string> CheckedKernel::mismatch(std::uint32_t index, const Argument& argument) {
  if (declared_[index])
    if (auto why = argument_mismatch(*declared_[index], argument)) return why;
  if (argument.kind != Kind::kMemory) {
    const auto refusal =
        set(index, argument.size, argument.kind == Kind::kValue ? argument.value.data() : nullptr);
    if (!refusal) return std::nullopt;
    return fmt::format("the driver refuses {}: {}", describe(argument), *refusal);
  }
  if (argument.memory == nullptr) return "expected a buffer, found none";
  return set(index, *argument.memory);
}

}  // namespace tickbench::backend
