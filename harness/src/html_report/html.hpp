// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace tickbench::html_report {

/// Markup, never text: a string from outside becomes markup only through `text`, which escapes it.
/// So no name in a result file can add an element to the page.
///
///     element("td", {{"class", "number"}}, text("<3 us"))   // <td class="number">&lt;3 us</td>
class Html {
 public:
  Html() = default;
  /// Markup that this program wrote itself.
  static Html trusted(std::string markup);

  Html& operator+=(const Html& more);
  friend Html operator+(Html left, const Html& right) { return left += right; }
  const std::string& markup() const noexcept { return markup_; }
  bool is_empty() const noexcept { return markup_.empty(); }

 private:
  std::string markup_;
};

struct Attribute {
  std::string_view name;
  std::string value;
};

Html text(std::string_view text);
/// The same, where a line may also end after each slash: ids are long, phones are narrow.
Html breakable(std::string_view text);
Html element(std::string_view tag, std::initializer_list<Attribute> attributes,
             const Html& content);
Html element(std::string_view tag, const Html& content);
Html element(std::string_view tag, std::string_view content);

/// The characters that mean something in markup and in quoted attributes, escaped; cleaned as
/// `clean_text` does.
std::string escaped(std::string_view text);

}  // namespace tickbench::html_report
