// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/html.hpp"

#include <utility>

#include "html_report/clean_text.hpp"
#include "text/escape.hpp"

namespace tickbench::html_report {

std::string escaped(std::string_view text) { return text::markup(clean_text(text)); }

Html Html::trusted(std::string markup) {
  Html result;
  result.markup_ = std::move(markup);
  return result;
}

Html& Html::operator+=(const Html& more) {
  markup_ += more.markup_;
  return *this;
}

Html text(std::string_view text) { return Html::trusted(escaped(text)); }

Html breakable(std::string_view text) {
  std::string markup;
  for (const char c : escaped(text)) {
    markup += c;
    if (c == '/') markup += "<wbr>";
  }
  return Html::trusted(std::move(markup));
}

Html element(std::string_view tag, std::initializer_list<Attribute> attributes,
             const Html& content) {
  std::string markup = "<" + std::string(tag);
  for (const auto& [name, value] : attributes) {
    markup += ' ';
    markup += name;
    markup += "=\"" + escaped(value) + "\"";
  }
  markup += ">" + content.markup() + "</" + std::string(tag) + ">";
  return Html::trusted(std::move(markup));
}

Html element(std::string_view tag, const Html& content) { return element(tag, {}, content); }

Html element(std::string_view tag, std::string_view content) {
  return element(tag, {}, text(content));
}

}  // namespace tickbench::html_report
