// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/argument_check.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

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

std::string bytes(std::size_t count) { return std::to_string(count) + " bytes"; }

std::string describe(const DeclaredArgument& declared) {
  switch (declared.space) {
    case Space::kGlobal:
      return "a buffer (global " + declared.type + ")";
    case Space::kConstant:
      return "a buffer (constant " + declared.type + ")";
    case Space::kLocal:
      return "local memory (local " + declared.type + ")";
    case Space::kPrivate:
      break;
  }
  const auto size = size_of_type(declared.type);
  return declared.type + (size ? " (" + bytes(*size) + ")" : std::string(" by value"));
}

std::string describe(const Argument& given) {
  switch (given.kind) {
    case Kind::kMemory:
      return "a buffer";
    case Kind::kLocal:
      return "local memory of " + bytes(given.size);
    case Kind::kValue:
      break;
  }
  return given.type.empty() ? "a value of " + bytes(given.size)
                            : given.type + " (" + bytes(given.size) + ")";
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
  return "expected " + describe(declared) + ", found " + describe(given);
}

}  // namespace tickbench::backend
