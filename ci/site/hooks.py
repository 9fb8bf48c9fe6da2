# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What MkDocs asks while it builds the site: anchors as GitHub makes them, and Markdown as GitHub reads it."""
import json
import pathlib
import re

PERMALINK = "\N{PILCROW SIGN}"


def slugify(heading, separator):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def on_config(config):
    config["mdx_configs"]["toc"]["slugify"] = slugify
    return config


def lead_to_pages(markdown, folder):
    """A link to a folder leads to its README.md. A folder without one is its name alone."""
    def link(match):
        if not (folder / match[2]).is_dir():
            return match[0]
        return f"[{match[1]}]({match[2].rstrip('/')}/README.md)" if (folder / match[2] / "README.md").exists() else match[1]
    return re.sub(r"\[([^]]*)\]\(([^)#\s]+)\)", link, markdown)


def on_page_read_source(page, **_):
    """A page begins with its heading, not with its licence: MkDocs takes its title from there."""
    return re.sub(r"\A(<!--[^>]*-->\s*)+", "", pathlib.Path(page.file.abs_src_path).read_text())


def on_page_markdown(markdown, page, **_):
    """Python-Markdown wants an empty line before a list, and four spaces before what belongs to an item."""
    lines, fenced = [], False
    for line in lead_to_pages(markdown, pathlib.Path(page.file.abs_src_path).resolve().parent).splitlines():
        fenced ^= line.lstrip().startswith("```")
        item = re.match(r" *([-*]|\d+\.) ", line)
        if not fenced:
            if item and lines and lines[-1].strip() and not re.match(r" *([-*]|\d+\.) | {2}", lines[-1]):
                lines.append("")
            indent = len(line) - len(line.lstrip(" "))
            if 2 <= indent <= 3 and line.strip():
                line = "    " + line.lstrip(" ")
        lines.append(line)
    return "\n".join(lines)


def on_page_content(html, **_):
    """In a table GitHub reads \\| as |, inside code too."""
    return re.sub(r"<td.*?</td>", lambda cell: cell[0].replace("\\|", "|"), html, flags=re.DOTALL)


def on_post_build(config):
    """Pages opened as files may load scripts, but no JSON."""
    folder = pathlib.Path(config["site_dir"]) / "search"
    index = json.loads((folder / "search_index.json").read_text())
    for part in index["docs"]:
        part["text"] = part["text"].replace(PERMALINK, "")
    (folder / "search_index.js").write_text(f"const searchIndex = {json.dumps(index)};\n")
    (folder / "search_index.json").unlink()
