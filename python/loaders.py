# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""loaders.py OUTPUT HEADERS: writes a C file that stands for the loaders of OpenCL, Vulkan and Level Zero.

Each function that their headers in the folder HEADERS declare is a jump to the function of the loader's library. A constructor opens the
libraries. Where a library is missing, its functions return the status that says so: a program that is linked with this
file starts on a machine without any of them, and finds no device.
"""
import re
import sys
from pathlib import Path

# Library, the headers with its functions, the status of a function that is missing.
LOADERS = {
    "cl": ("libOpenCL.so.1", ["CL/cl.h"], -1001),  # CL_PLATFORM_NOT_FOUND_KHR
    "vk": ("libvulkan.so.1", ["vulkan/vulkan_core.h"], -3),  # VK_ERROR_INITIALIZATION_FAILED
    "ze": ("libze_loader.so.1", ["level_zero/ze_api.h"], 0x78000001),  # ZE_RESULT_ERROR_UNINITIALIZED
}

HEAD = """// Made by loaders.py.
#include <dlfcn.h>

static long missing_cl(void) { return %(cl)d; }
static long missing_vk(void) { return %(vk)d; }
static long missing_ze(void) { return %(ze)d; }
static long no_pointer(void) { return 0; }

#if defined(__x86_64__)
#define JUMP(name, slot) \\
  __asm__(".text\\n.globl " #name "\\n.type " #name ",@function\\n" #name ":\\n jmp *loader_slots+8*" #slot "(%%rip)\\n")
#elif defined(__aarch64__)
#define JUMP(name, slot) \\
  __asm__(".text\\n.globl " #name "\\n.type " #name ",%%function\\n" #name ":\\n" \\
          " adrp x16, loader_slots+8*" #slot "\\n ldr x16, [x16, :lo12:loader_slots+8*" #slot "]\\n br x16\\n")
#else
#error "expected x86-64 or AArch64"
#endif

__attribute__((visibility("hidden"), used)) void* loader_slots[%(count)d];

static void take(const char* library, const char* const* names, void** slots, void* missing) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  for (; *names; ++names, ++slots) {
    const int gives_pointer = **names == '+';
    *slots = handle ? dlsym(handle, *names + gives_pointer) : 0;
    if (!*slots) *slots = gives_pointer ? (void*)no_pointer : missing;
  }
}
"""


def main(output, headers):
    jumps, calls, count = [], [], 0
    for prefix, (library, files, _) in LOADERS.items():
        text = "".join((Path(headers) / file).read_text() for file in files)
        names = sorted(set(re.findall(rf"\b({prefix}[A-Z]\w*)\s*\(", text)))
        if not names:
            sys.exit(f"loaders.py: {library}: expected functions in {', '.join(files)} of {headers}, found none")
        gives_pointer = re.compile(r"clCreate|FunctionAddress|ProcAddr")
        array = ", ".join('"' + "+" * bool(gives_pointer.search(name)) + name + '"' for name in names)
        jumps += [f"JUMP({name}, {count + slot});" for slot, name in enumerate(names)]
        calls += [f"static const char* const {prefix}_names[] = {{{array}, 0}};"]
        calls += [f"__attribute__((constructor)) static void take_{prefix}(void) {{",
                  f'  take("{library}", {prefix}_names, loader_slots + {count}, (void*)missing_{prefix});', "}"]
        count += len(names)
    head = HEAD % {"count": count, **{prefix: status for prefix, (_, _, status) in LOADERS.items()}}
    Path(output).write_text(head + "\n" + "\n".join(jumps + calls) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
