# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The names that C++ headers declare for their users.

Knows as much of C++ as clang-formatted headers need: it walks over namespaces, classes and enums, and takes the name of each
declaration. It leaves out what is private or protected, namespaces called `detail`, constructors, destructors and operators.

    python3 public_names.py FOLDER...      prints the names, one a line
"""
import re
import sys
from pathlib import Path

TOKEN = re.compile(r"""
    //[^\n]* | /\*.*?\*/                                       # comments
  | R"(?P<delimiter>[^(]*)\(.*?\)(?P=delimiter)"               # raw strings
  | "(?:\\.|[^"\\])*" | (?<![0-9A-Za-z])'(?:\\.|[^'\\])*'      # strings and characters
  | ^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*                             # the preprocessor's lines
  | [A-Za-z_]\w* | \d[\w.']* | :: | -> | \[\[ | \]\] | \S
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
CLOSING = {"(": ")", "{": "}", "[": "]", "[[": "]]"}
# Words that a parenthesis may follow without being a function's name.
NOT_A_NAME = {"requires", "noexcept", "explicit", "alignas", "decltype", "const", "override", "final", "return", "sizeof"}


def is_identifier(token):
    return re.fullmatch(r"[A-Za-z_]\w*", token) is not None


def tokens_of(text):
    """Without comments and the preprocessor's lines."""
    found = (match.group(0) for match in TOKEN.finditer(text))
    return [token for token in found if not token.startswith(("//", "/*")) and not token.lstrip().startswith("#")]


def macros_of(text):
    """Those that no other macro is made of."""
    bodies = dict(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n\\]|\\.|\\\n)*)", text, re.MULTILINE | re.DOTALL))
    return {name for name in bodies if not any(re.search(rf"\b{name}\b", body) for other, body in bodies.items() if other != name)}


class Names:
    """Qualified by their namespaces and classes; `kinds` has what each one is."""

    def __init__(self, namespace):
        self.namespace = namespace  # the one whose name every user writes or has taken for granted
        self.kinds = {}

    def add_file(self, text):
        for macro in macros_of(text):
            self.kinds[macro] = "macro"
        self.tokens = tokens_of(text)
        self.at = 0
        self.declarations([], None, True)

    def add(self, scope, name, kind):
        path = [part for part in scope + [name] if part]
        if path[0] == self.namespace and len(path) > 1:
            self.kinds.setdefault("::".join(path[1:]), kind)

    def skip_group(self):
        """Over a parenthesis, brace or bracket and all that is in it."""
        closing = CLOSING[self.tokens[self.at]]
        self.at += 1
        while self.tokens[self.at] != closing:
            if self.tokens[self.at] in CLOSING:
                self.skip_group()
            else:
                self.at += 1
        self.at += 1

    def skip_angles(self):
        depth = 0
        while True:
            token = self.tokens[self.at]
            if token in ("(", "{", "[", "[["):
                self.skip_group()
                continue
            depth += {"<": 1, ">": -1}.get(token, 0)
            self.at += 1
            if depth == 0:
                return

    def declarations(self, scope, class_name, is_public):
        """To the closing brace of the namespace or class, or the end of the file."""
        while self.at < len(self.tokens) and self.tokens[self.at] != "}":
            token = self.tokens[self.at]
            if token in ("public", "protected", "private") and self.tokens[self.at + 1] == ":":
                is_public = token == "public"
                self.at += 2
            elif token == ";":
                self.at += 1
            else:
                self.declaration(scope, class_name, is_public)

    def declaration(self, scope, class_name, is_public):
        while self.tokens[self.at] == "template":
            self.at += 1
            self.skip_angles()
            if self.tokens[self.at] == "requires":
                self.skip_constraint()
        while self.tokens[self.at] == "[[":
            self.skip_group()
        head = self.tokens[self.at]
        if head == "namespace" or (head == "inline" and self.tokens[self.at + 1] == "namespace"):
            self.namespace_block(scope)
        elif head in ("using", "friend", "static_assert", "extern", "typedef", "concept"):
            self.one_line(scope, class_name, is_public)
        elif head in ("class", "struct", "enum", "union"):
            self.type_declaration(scope, is_public)
        else:
            self.entity(scope, class_name, is_public)

    def skip_constraint(self):
        """requires(...) or requires Concept<T> && ..."""
        self.at += 1
        while True:
            if self.tokens[self.at] == "(":
                self.skip_group()
            else:
                while is_identifier(self.tokens[self.at]) or self.tokens[self.at] == "::":
                    self.at += 1
                    if self.tokens[self.at] != "::" and self.tokens[self.at - 1] != "::":
                        break
                if self.tokens[self.at] == "<":
                    self.skip_angles()
            if self.tokens[self.at] not in ("&", "|"):
                return
            self.at += 2

    def namespace_block(self, scope):
        self.at += 1 + (self.tokens[self.at] == "inline")
        path = []
        while self.tokens[self.at] not in ("{", ";", "="):
            if self.tokens[self.at] != "::":
                path.append(self.tokens[self.at])
            self.at += 1
        if self.tokens[self.at] != "{":
            while self.tokens[self.at] != ";":
                self.at += 1
        elif not path or "detail" in path:
            self.skip_group()
        else:
            self.at += 1
            self.declarations(scope + path, None, True)
            self.at += 1

    def one_line(self, scope, class_name, is_public):
        words = []
        while self.tokens[self.at] != ";":
            if self.tokens[self.at] in CLOSING:
                words.append("")
                self.skip_group()
                if words[0] in ("friend", "extern") and self.tokens[self.at - 1] == "}":
                    return
                continue
            words.append(self.tokens[self.at])
            self.at += 1
        if words[0] == "concept" and is_public:
            self.add(scope, words[1], "concept")
        elif words[0] == "using" and words[1] != "namespace" and is_public:
            name = words[1] if "=" in words else words[-1]
            is_constructors = len(words) > 3 and words[-1] == words[-3] or name == class_name
            if not is_constructors:
                self.add(scope, name, "type")

    def type_declaration(self, scope, is_public):
        kind = self.tokens[self.at]
        self.at += 1
        if self.tokens[self.at] in ("class", "struct"):  # enum class
            self.at += 1
        name = ""
        while self.tokens[self.at] not in ("{", ";"):
            if self.tokens[self.at] == "[[":
                self.skip_group()
                continue
            if self.tokens[self.at] == "<":  # a specialisation
                self.skip_angles()
                continue
            if not name and is_identifier(self.tokens[self.at]) and self.tokens[self.at] != "alignas":
                name = self.tokens[self.at]
            self.at += 1
        if self.tokens[self.at] == ";":
            return  # declared only: what it is stands elsewhere, or is nobody's business
        if not is_public:
            self.skip_group()
        else:
            self.add(scope, name, "type")
            self.at += 1
            if kind == "enum":
                self.enumerators(scope + [name])
            else:
                self.declarations(scope + [name], name, kind != "class")
            self.at += 1
        if self.tokens[self.at] != ";":  # a member of this type
            self.entity(scope, None, is_public)

    def enumerators(self, scope):
        is_name = True
        while self.tokens[self.at] != "}":
            if is_name:
                self.add(scope, self.tokens[self.at], "enumerator")
            if self.tokens[self.at] in CLOSING:
                self.skip_group()
                continue
            is_name = self.tokens[self.at] == ","
            self.at += 1

    def entity(self, scope, class_name, is_public):
        """A function or a variable: up to its semicolon or the end of its body."""
        name, kind, is_decided = "", "variable", False
        while self.tokens[self.at] not in (";", "}"):
            token = self.tokens[self.at]
            if token == "operator":
                name, kind, is_decided = "", "operator", True
                self.at += 1
                while self.tokens[self.at] != "(" or self.tokens[self.at + 1] == ")" and self.tokens[self.at - 1] == "operator":
                    self.at += 1 + (self.tokens[self.at] == "(")
            elif token == "<" and not is_decided:
                self.skip_angles()
            elif token == "requires" and not is_decided:
                self.skip_constraint()
            elif token == "(" and not is_decided and name not in NOT_A_NAME:
                kind, is_decided = "function", True
                if self.tokens[self.at - 2] == "~" or name == class_name:
                    name = ""
                self.skip_group()
            elif token == "{":
                self.skip_group()
                if kind != "variable" and self.tokens[self.at] not in (";", ",", "{"):
                    break
                is_decided = True
            elif token in CLOSING:
                self.skip_group()
            else:
                if token in ("=", ":"):
                    is_decided = True
                elif token == "," and kind == "variable" and name:
                    if is_public:
                        self.add(scope, name, kind)
                    is_decided = False
                elif not is_decided and is_identifier(token):
                    name = "" if self.tokens[self.at - 1] == "::" else token  # X::y is declared elsewhere
                self.at += 1
        if name and is_public and kind != "operator":
            self.add(scope, name, kind)


def names_of(texts, namespace="tickbench"):
    """{qualified name: kind} of these headers' texts, without the namespace that all are in."""
    names = Names(namespace)
    for text in texts:
        names.add_file(text)
    return names.kinds


def names_in(folders):
    return names_of(path.read_text() for folder in folders for path in sorted(Path(folder).rglob("*.hpp")))


if __name__ == "__main__":
    for found, what in names_in(sys.argv[1:]).items():
        print(f"{what}\t{found}")
