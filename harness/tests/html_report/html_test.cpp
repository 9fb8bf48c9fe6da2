// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "html_report/html.hpp"

#include <gtest/gtest.h>

namespace tickbench::html_report {
namespace {

TEST(Html, TextCannotBecomeMarkup) {
  EXPECT_EQ(text("<script>alert('x')</script> & \"more\"").markup(),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;more&quot;");
}

TEST(Html, AnAttributeCannotEnd) {
  EXPECT_EQ(element("a", {{"title", "\" onclick=\"evil()"}}, text("x")).markup(),
            "<a title=\"&quot; onclick=&quot;evil()\">x</a>");
}

TEST(Html, LinesMayEndAfterASlash) { EXPECT_EQ(breakable("a/<b>").markup(), "a/<wbr>&lt;b&gt;"); }

TEST(Html, ElementsNest) {
  EXPECT_EQ(element("tr", element("td", "1") + element("td", "2")).markup(),
            "<tr><td>1</td><td>2</td></tr>");
}

}  // namespace
}  // namespace tickbench::html_report
