// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "partner/modules_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "text/escape.hpp"

namespace tickbench::other_build {
namespace {

using results::Json;
using results::JsonValue;

constexpr const char* kSchema = "tickbench-modules/1";
constexpr std::size_t kLongestMessage = 380;

/// SPIR-V is no text, and a source may be in any encoding.
std::string to_hex(std::span<const std::byte> bytes) {
  const std::span digits(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return fmt::format("{:02x}", fmt::join(digits, ""));
}

/// An object of these members and no others.
void require_members(JsonValue object, std::initializer_list<std::string_view> names) {
  object.expect(JsonValue::Kind::kObject);
  for (const auto member : object)
    if (std::ranges::find(names, member.key()) == names.end())
      member.fail("expected no member of another name, found this one");
  for (const auto name : names)
    if (!object[name].exists())
      object.fail(fmt::format("expected a member '{}', found none", name));
}

std::string text_in(JsonValue value) {
  value.expect(JsonValue::Kind::kString);
  return std::string(value.string());
}

std::string name_in(JsonValue value) {
  if (text_in(value).empty()) value.fail("expected some text, found none");
  return text_in(value);
}

std::vector<std::byte> code_in(JsonValue value) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  const auto hex = text_in(value);
  if (hex.size() % 2 != 0 || hex.find_first_not_of(kDigits) != std::string::npos)
    value.fail("expected pairs of the digits 0-9 and a-f, found other text");
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(kDigits.find(hex[i]) << 4 | kDigits.find(hex[i + 1])));
  return bytes;
}

}  // namespace

ModulesFile::ModulesFile(JsonValue json) {
  require_members(json, {"schema", "build", "modules"});
  if (const auto schema = json["schema"]; text_in(schema) != kSchema)
    schema.fail(fmt::format("expected '{}', found '{}'", kSchema, schema.string()));
  const auto build = json["build"], modules = json["modules"];
  require_members(build, {"version", "commit"});
  build_ = {text_in(build["version"]), text_in(build["commit"])};
  modules.expect(JsonValue::Kind::kList);
  for (const auto module : modules) {
    require_members(module, {"name", "format", "variant", "options", "code"});
    const auto& texts = texts_->emplace_back(
        Texts{name_in(module["name"]), name_in(module["format"]), text_in(module["variant"]),
              text_in(module["options"]), code_in(module["code"])});
    modules_.push_back({texts.name, texts.format, texts.code, texts.variant, texts.options});
  }
  if (modules_.empty()) modules.fail("expected at least one module, found an empty list");
}

ModulesFile ModulesFile::parse(std::string_view text, const std::string& name) {
  try {
    return ModulesFile(JsonValue(results::parse_json(text, name)));
  } catch (const UsageError& error) {
    // Whatever the file holds, it must not break a terminal.
    throw UsageError(text::visible(std::string_view(error.what()).substr(0, kLongestMessage)));
  }
}

ModulesFile ModulesFile::read(const std::string& path) {
  // Far beyond the code of any suite.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  return parse(results::read_text(path, kMostBytes), path);
}

std::string to_modules_file(const std::vector<backend::Module>& modules, const Build& build) {
  Json list = Json::array();
  for (const auto& module : modules)
    list.push_back({{"name", module.name},
                    {"format", module.format},
                    {"variant", module.variant},
                    {"options", module.options},
                    {"code", to_hex(module.code)}});
  const Json json{{"schema", kSchema},
                  {"build", {{"version", build.version}, {"commit", build.commit}}},
                  {"modules", std::move(list)}};
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace tickbench::other_build
