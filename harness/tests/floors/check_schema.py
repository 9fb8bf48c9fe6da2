# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the published schema against the corpus: check_schema.py SCHEMA CORPUS

Every valid file passes it, and of those that the parser refuses it refuses what a schema can see.
Exit status 77: no jsonschema here.
"""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("python3 has no module jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

# What Python takes for JSON, and is wrong only by what patterns and other members mean.
BEYOND_A_SCHEMA = {
    "refused-bad-pattern.json",
    "refused-lone-surrogate.json",
    "refused-member-twice.json",
    "refused-pattern-bomb.json",
    "refused-ratio-group.json",
    "refused-repeat.json",
    "refused-tab-in-pattern.json",
}


def as_json(path):
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"),
                          parse_constant=lambda name: sys.exit(f"{path}: {name}")
                          if path.name.startswith("valid-") else name)
    except (ValueError, RecursionError):
        return None


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
wrong, seen = [], 0
for path in sorted(pathlib.Path(sys.argv[2]).iterdir()):
    document = as_json(path)
    if document is None:
        if path.name.startswith("valid-"):
            wrong.append(f"{path.name}: no JSON")
        continue
    seen += 1
    expected = path.name.startswith("valid-") or path.name in BEYOND_A_SCHEMA
    errors = [error.message for error in validator.iter_errors(document)]
    if expected != (not errors):
        wrong.append(f"{path.name}: expected {'no error' if expected else 'an error'}, found {errors}")
print("\n".join(wrong) or f"{seen} files are as the schema says")
sys.exit(1 if wrong or seen < 15 else 0)
