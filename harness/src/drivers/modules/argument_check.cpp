// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "modules/argument_check.hpp"

#include "base/enumerator_name.hpp"

namespace tickbench::backend {
namespace {

using Kind = Argument::Kind;
using Space = DeclaredArgument::Space;

constexpr std::pair<std::string_view, std::size_t> kScalars[] = {
    {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},   {"uint", 4},
    {"long", 8}, {"ulong", 8}, {"half", 2},  {"float", 4},  {"double", 8}};

constexpr std::pair<std::string_view, int> kWidths[] = {{"", 1},  {"2", 2}, {"3", 3},
                                                        {"4", 4}, {"8", 8}, {"16", 16}};

/// "uint4" is uint and 4; a width of 0 for what is no vector width.
struct Parsed {
  std::string_view scalar;
  int width = 1;
};
Parsed parse(std::string_view type) {
  const auto digits = std::min(type.find_first_of("0123456789"), type.size());
  for (const auto& [text, width] : kWidths)
    if (type.substr(digits) == text) return {type.substr(0, digits), width};
  return {type.substr(0, digits), 0};
}

bool is_floating(std::string_view scalar) {
  return scalar == "half" || scalar == "float" || scalar == "double";
}

std::string_view space_name(Space space) {
  return enumerator_name<Space::kLocal>(space, {"", "global ", "constant ", "local "});
}

std::string describe(const DeclaredArgument& declared) {
  if (declared.space != Space::kPrivate)
    return fmt::format("{} ({}{})", declared.space == Space::kLocal ? "local memory" : "a buffer",
                       space_name(declared.space), declared.type);
  const auto size = type_size(declared.type);
  return size ? fmt::format("{} ({} bytes)", declared.type, *size) : declared.type + " by value";
}

std::string describe(const Argument& given) {
  if (given.kind == Kind::kMemory)
    return given.type.empty() ? "a buffer" : fmt::format("a buffer of {}", given.type);
  if (given.kind == Kind::kLocal) return fmt::format("local memory of {} bytes", given.size);
  return given.type.empty() ? fmt::format("a value of {} bytes", given.size)
                            : fmt::format("{} ({} bytes)", given.type, given.size);
}

Kind expected_kind(Space space) {
  if (space == Space::kPrivate) return Kind::kValue;
  return space == Space::kLocal ? Kind::kLocal : Kind::kMemory;
}

bool value_fits(const DeclaredArgument& declared, const Argument& given) {
  const auto size = type_size(declared.type);
  if (!size) return true;
  if (*size != given.size) return false;
  const Parsed parsed = parse(declared.type);
  return given.type.empty() || parsed.width != 1 ||
         is_floating(parsed.scalar) == is_floating(given.type);
}

/// Bytes may be taken for anything, and half precision has no type of its own. The bits of a float
/// may be meant where a kernel takes integers: it sorts by them, or exchanges them.
bool elements_fit(const DeclaredArgument& declared, const Argument& given) {
  if (!declared.type.ends_with('*')) return true;
  const auto declared_name = declared.type.substr(0, declared.type.size() - 1);
  const auto expected = parse(declared_name).scalar;
  const auto size = type_size(std::string(expected)), found = type_size(given.type);
  if (!size || !found || !is_floating(expected) || expected == "half") return true;
  return is_floating(given.type) == (*size == *found);
}

}  // namespace

std::optional<std::size_t> type_size(const std::string& type) {
  const Parsed parsed = parse(type);
  if (parsed.width == 0) return std::nullopt;
  const int slots = parsed.width == 3 ? 4 : parsed.width;  // a vector of 3 takes the room of 4
  for (const auto& [name, size] : kScalars)
    if (name == parsed.scalar) return size * static_cast<std::size_t>(slots);
  return std::nullopt;
}

std::optional<std::string> argument_mismatch(const DeclaredArgument& declared,
                                             const Argument& given) {
  const bool fits = expected_kind(declared.space) == given.kind &&
                    (given.kind != Kind::kValue || value_fits(declared, given)) &&
                    (given.kind != Kind::kMemory || elements_fit(declared, given));
  if (fits) return std::nullopt;
  return fmt::format("expected {}, found {}", describe(declared), describe(given));
}

std::vector<std::string> CheckedKernel::argument_texts() const {
  std::vector<std::string> texts;
  for (const auto& declared : declared_) {
    auto& text = texts.emplace_back();
    if (!declared) continue;
    text = fmt::format("{}{}{}{}", space_name(declared->space), declared->type,
                       declared->name.empty() ? "" : " ", declared->name);
  }
  return texts;
}

void CheckedKernel::set_arguments(std::span<const Argument> arguments) {
  arrange(arguments);
  if (arguments.size() != declared_.size())
    refuse("expected {} arguments, found {}", declared_.size(), arguments.size());
  for (std::uint32_t i = 0; i < arguments.size(); ++i)
    if (const auto why = mismatch(i, arguments[i])) {
      const auto name = argument_name(i);
      refuse("argument {}{}: {}", i, name.empty() ? "" : fmt::format(" '{}'", name), *why);
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
