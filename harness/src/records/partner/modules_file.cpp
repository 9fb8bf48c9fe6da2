// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "partner/modules_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "results/json.hpp"
#include "results/json_document.hpp"
#include "text/escape.hpp"
#include "tickbench/error.hpp"

namespace tickbench::other_build {
namespace {

using results::Json;

constexpr const char* kSchema = "tickbench-modules/1";
constexpr std::string_view kDigits = "0123456789abcdef";
// What a message quotes of a file.
constexpr std::size_t kMostQuoted = 120;

/// SPIR-V is no text, and a source may be in any encoding.
std::string to_hex(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const auto byte : bytes) {
    const auto value = std::to_integer<unsigned>(byte);
    text += kDigits[value >> 4];
    text += kDigits[value & 15];
  }
  return text;
}

std::optional<std::vector<std::byte>> decode_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const auto high = kDigits.find(hex[i]), low = kDigits.find(hex[i + 1]);
    if (high == kDigits.npos || low == kDigits.npos) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(high << 4 | low));
  }
  return bytes;
}

/// A value with its place.
struct Place {
  const Json& json;
  const std::string& file;
  std::string path;

  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
    throw UsageError(fmt::format("{}: {}{}expected {}, found {}", text::visible(file), path,
                                 path.empty() ? "" : ": ", expected, found));
  }
  /// What is quoted of it: nothing within it, which may be as deep as it likes.
  std::string shown() const {
    if (json.is_object()) return "an object";
    if (json.is_array()) return "a list";
    auto text = text::visible(json.dump(-1, ' ', true, Json::error_handler_t::replace));
    return text.size() <= kMostQuoted ? text : text.substr(0, kMostQuoted) + "...";
  }

  /// An object of these members and no others.
  void require_members(std::initializer_list<std::string_view> names) const {
    if (!json.is_object()) refuse("an object", shown());
    for (const auto& [name, value] : json.items())
      if (std::ranges::find(names, name) == names.end())
        refuse("no member of another name",
               fmt::format("'{}'", text::visible(name.substr(0, kMostQuoted))));
  }
  Place at(const std::string& name) const {
    const auto found = json.find(name);
    auto place = path.empty() ? name : fmt::format("{}.{}", path, name);
    if (found == json.end()) Place{json, file, std::move(place)}.refuse("a member", "none");
    return {*found, file, std::move(place)};
  }
  const std::string& string() const {
    if (!json.is_string()) refuse("a string", shown());
    return json.get_ref<const std::string&>();
  }
  const std::string& text() const {
    if (string().empty()) refuse("some text", "\"\"");
    return string();
  }
  std::vector<std::byte> code() const {
    auto bytes = decode_hex(string());
    if (!bytes) refuse("pairs of the digits 0-9 and a-f", "other text");
    return std::move(*bytes);
  }
};

}  // namespace

ModulesFile ModulesFile::parse(std::string_view text, const std::string& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    const std::string reason = error.what();
    throw UsageError(fmt::format("{}: expected a file of modules, found no JSON: {}",
                                 text::visible(name),
                                 text::visible(reason.substr(0, 2 * kMostQuoted))));
  }
  const Place top{json, name, ""};
  top.require_members({"schema", "build", "modules"});
  if (const auto schema = top.at("schema"); schema.string() != kSchema)
    schema.refuse(fmt::format("\"{}\"", kSchema), schema.shown());
  ModulesFile file;
  const auto build = top.at("build");
  build.require_members({"version", "commit"});
  file.build_ = {build.at("version").string(), build.at("commit").string()};
  const auto modules = top.at("modules");
  if (!modules.json.is_array()) modules.refuse("a list", modules.shown());
  if (modules.json.empty()) modules.refuse("at least one module", "an empty list");
  for (std::size_t i = 0; i < modules.json.size(); ++i) {
    const Place one{modules.json[i], name, fmt::format("modules[{}]", i)};
    one.require_members({"name", "format", "variant", "options", "code"});
    const auto& texts = file.texts_.emplace_back(
        Texts{one.at("name").text(), one.at("format").text(), one.at("variant").string(),
              one.at("options").string(), one.at("code").code()});
    file.modules_.push_back({texts.name, texts.format, texts.code, texts.variant, texts.options});
  }
  return file;
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
