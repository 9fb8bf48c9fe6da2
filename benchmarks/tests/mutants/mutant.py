# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What a mutant is: one defect in one file, made by replacing one text by another."""
import functools
import json
import pathlib
import re
import typing

from glsl import to_glsl

ROOT = pathlib.Path(__file__).resolve().parents[3]
INCLUDE = re.compile(r'^#include "(.*)"$', re.MULTILINE)
# Between the texts of several files.
JOINT = "\0"


class Mutant(typing.NamedTuple):
    kind: str
    old: str  # stands in the file once
    new: str
    # The outcomes that show it. A message that names the fault is worth as much as a wrong result.
    outcomes: tuple = ("wrong_result",)
    # By the name of a back end for its processor, or GPU: why that device cannot show it. One that is caught there all the same
    # fails the test, but for what mutants_test.py leaves to chance.
    hidden: typing.Mapping = {}
    # Both texts in GLSL, where they are not those of OpenCL C word for word. None: it cannot be written there.
    glsl: typing.Any = ()

    def applied_to(self, text):
        if text.count(self.old) != 1:
            raise ValueError(f"expected once, found {text.count(self.old)} times: {self.old!r}")
        if self.old == self.new:
            raise ValueError(f"changes nothing: {self.old!r}")
        return text.replace(self.old, self.new)

    def in_glsl(self, renamed):
        if self.glsl is None:
            return None
        old, new = self.glsl or (to_glsl(self.old, renamed), to_glsl(self.new, renamed))
        return self._replace(old=old, new=new)


@functools.cache
def text_of(file):
    return (ROOT / file).read_text()


@functools.cache
def shapes():
    return json.loads(text_of("benchmarks/tuning/shapes.json"))


def with_includes(files):
    """Each behind those that it is included by, once."""
    found = list(files)
    for file in found:
        included = [str(pathlib.PurePath(file).with_name(name)) for name in INCLUDE.findall(text_of(file))]
        found += [name for name in dict.fromkeys(included) if name not in found]
    return tuple(found)


class Mutated(typing.NamedTuple):
    """A file of the suite, the benchmarks that show its mutants, and these."""

    file: str  # from the root of the project
    benchmarks: tuple  # their ids without the back end
    mutants: tuple
    shaders: tuple = ()  # the files in GLSL, where they are not one of the name of the one in OpenCL C
    renamed: tuple = ()  # what has another name in GLSL
    shape: str = ""  # its entry in benchmarks/tuning/shapes.json, which names the files in GLSL as well
    called: str = ""  # where the first benchmark's name is another's too
    types: tuple = ()  # those that its kernels are tried in, as the variants of their names
    passing: tuple = ()  # macros of the GLSL by which, each alone, it passes all the same

    def entry(self):
        return shapes()[self.shape]

    def text(self):
        return text_of(self.file)

    def files(self):
        return self.shaders or (self.file,)

    def texts(self, mutant=None):
        """Of its files, by their names. The text that a mutant replaces stands once in all of them."""
        whole = JOINT.join(text_of(file) for file in self.files())
        texts = (mutant.applied_to(whole) if mutant else whole).split(JOINT)
        return {pathlib.PurePath(file).name: text for file, text in zip(self.files(), texts)}

    def in_glsl(self):
        """The same with the files in GLSL."""
        of_shape = [f"benchmarks/{file}" for file in self.entry()["shaders"]] if self.shape else []
        shaders = with_includes(self.shaders or of_shape or [self.file.replace(".cl", ".comp")])
        return self._replace(shaders=shaders, mutants=tuple(mutant.in_glsl(self.renamed) for mutant in self.mutants))

    def in_opencl(self):
        return self._replace(shaders=(), passing=())

    def variants(self, kind="cpu"):
        """Those that a device of this kind takes: the macros of each, by its name."""
        if not self.shape:
            return {type: {"T": type, "VALUE": type} for type in self.types} or {"": {}}
        found = {}
        for shape in self.entry()[kind]:
            macros = {name: value for name, value in zip(self.entry()["defines"], shape.split("x")) if name}
            found[shape] = macros
            found.update({f"{shape}-{form}": {**macros, form.upper(): "1"} for form in self.entry().get("forms", ())})
        return found

    def name(self):
        return self.called or self.benchmarks[0].partition("/")[0]

    def named(self):
        """Each with its name: that of the benchmark, and its place in the list."""
        letter = "h" if self.file.endswith(".cpp") else "k"
        return [(f"{self.name()}_{letter}{number}", mutant) for number, mutant in enumerate(self.mutants, 1) if mutant]


CPUS = ("opencl", "level_zero")
# In the place of a back end: a GPU, by whichever.
GPU = "gpu"


def hidden_on_cpus(why):
    return dict.fromkeys(CPUS, why)


def hidden_everywhere(why):
    return dict.fromkeys((*CPUS, "cuda", "vulkan", GPU), why)
