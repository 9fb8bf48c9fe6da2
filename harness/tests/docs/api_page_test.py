# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/api.md to the headers, and its code to the examples, which are compiled.

A heading such as "### `State`" names a type or a namespace. In the tables below it, the first cell of a row holds names of it,
or names outside of any class.
"""
import os
import re
import unittest
from pathlib import Path

from public_names import names_in, names_of, tokens_of

HARNESS = Path(os.environ["HARNESS"])
PAGE = (HARNESS / "docs/api.md").read_text()
# What back ends write has its example on a page of its own, whose code another test compiles.
BACK_END_PAGE = (HARNESS / "docs/adding_a_back_end.md").read_text()


def code_blocks(page):
    return re.findall(r"^```cpp\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def resolved(scope, name, known):
    """The name in the heading's scope, or in a scope around it."""
    while scope and f"{scope}::{name}" not in known:
        scope = scope.rpartition("::")[0]
    return f"{scope}::{name}" if scope else name


def names_on(page, known):
    """Those of the headings and of the tables' first cells."""
    found, scope, is_code = set(), "", False
    for line in page.splitlines():
        is_code ^= line.startswith("```")
        if is_code:
            continue
        if line.startswith("#"):
            heading = re.search(r"`([^`]+)`", line)
            scope = heading.group(1) if heading else ""
            found |= {scope} & set(known)
        elif line.startswith("| `"):
            first = re.split(r"(?<!\\)\|", line)[1]
            found |= {resolved(scope, name, known) for name in re.findall(r"`([\w:]+)`", first)}
    return found


def dedented(lines):
    """Without the indentation that all of them share, and without empty lines."""
    full = [line.rstrip() for line in lines if line.strip()]
    indentation = min((len(line) - len(line.lstrip()) for line in full), default=0)
    return [line[indentation:] for line in full]


class ApiPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.known = names_in([HARNESS / "include"])
        cls.on_page = names_on(PAGE, cls.known)

    def test_has_every_public_name(self):
        wanted = {name for name, kind in self.known.items() if kind != "variable"}
        self.assertEqual(sorted(wanted - self.on_page), [], "docs/api.md: these names of the headers are missing")

    def test_has_no_other_name(self):
        self.assertEqual(sorted(self.on_page - set(self.known)), [], "docs/api.md: no header has these names")

    def test_shows_every_function_and_type(self):
        shown = {token for block in code_blocks(PAGE + BACK_END_PAGE) for token in tokens_of(block)}
        wanted = {name for name, kind in self.known.items() if kind in ("function", "type", "macro")}
        missing = sorted(name for name in wanted if name.rpartition("::")[2] not in shown)
        self.assertEqual(missing, [], "docs/api.md, docs/adding_a_back_end.md: no block of code has these")

    def test_its_code_is_compiled(self):
        sources = [dedented(path.read_text().splitlines()) for path in sorted((HARNESS / "examples").glob("*.[ch]pp"))]
        for block in code_blocks(PAGE):
            lines = dedented(block.splitlines())
            stripped = [line.strip() for line in lines]
            with self.subTest(lines[0]):
                self.assertTrue(any(self.holds(source, lines, stripped) for source in sources),
                                f"docs/api.md: expected a block of harness/examples, found\n{block}")

    @staticmethod
    def holds(source, lines, stripped):
        for begin, line in enumerate(source):
            if line.strip() == stripped[0] and dedented(source[begin:begin + len(lines)]) == lines:
                return True
        return False


class Names(unittest.TestCase):
    """What public_names takes for a name, and what not."""

    def check(self, text, expected):
        self.assertEqual(sorted(names_of([f"namespace tickbench {{ {text} }}"])), sorted(expected))

    def test_functions_and_variables(self):
        self.check("int f(int a = g(1)); template <class T> requires(A<T> && ...) T& h(T t) { return i(t); }", ["f", "h"])
        self.check("inline constexpr int kOne = 1, kTwo{2}; extern int other; double d; inline A B::kThree{3};",
                   ["kOne", "kTwo", "d"])
        self.check("template <class T> requires Number<T> void k(T) noexcept;", ["k"])

    def test_classes_show_what_is_public(self):
        self.check("class A final : public B { int a_; void f(); public: A(); ~A(); explicit A(int x) : a_(x) {} void g() const;"
                   " bool operator==(const A&) const = default; void operator()() const; friend void h(A); using B::B;"
                   " protected: void i(); private: struct C { int x; }; };", ["A", "A::g"])
        self.check("struct S { enum class Kind { kOne, kTwo = 2 } kind = Kind::kOne; std::array<int, 3> sizes{1, 1, 1}; };",
                   ["S", "S::Kind", "S::Kind::kOne", "S::Kind::kTwo", "S::kind", "S::sizes"])
        self.check("class Forward; struct D { virtual int f(std::function<void(int)> g) = 0; static D make(); };", ["D", "D::f", "D::make"])

    def test_namespaces_and_other_names(self):
        self.check("namespace detail { int a; } namespace x::detail { int b; } namespace x { using Y = int; using z::W; }",
                   ["x::Y", "x::W"])
        self.check("template <> struct Trait<int> { void f(); }; template <class T> concept Number = true;",
                   ["Trait", "Trait::f", "Number"])
        self.check("void State::g() { f(); } // void no();\n /* int none; */ const char* text = \"; int c(\";", ["text"])
        self.check("\n#define ONE(x) TWO(x)\n#define TWO(x) \\\n  x\n", ["ONE"])


if __name__ == "__main__":
    unittest.main()
