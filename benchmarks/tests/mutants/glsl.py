# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The defects of the kernels in OpenCL C, made in their GLSL: each .comp file says what its .cl file says."""
import re

# What stands for what, in this order.
WORDS = (
    (r"\(uint\)(?=get_)", ""),
    (r"get_global_size\(0\)", "(gl_NumWorkGroups.x * gl_WorkGroupSize.x)"),
    (r"get_group_id\(0\)", "gl_WorkGroupID.x"),
    (r"get_group_id\(1\)", "gl_WorkGroupID.y"),
    (r"get_global_id\(0\)", "gl_GlobalInvocationID.x"),
    (r"get_local_size\(0\)", "gl_WorkGroupSize.x"),
    (r"get_local_id\(0\)", "gl_LocalInvocationID.x"),
    (r"const uchar i = \(uchar\)([\w.]+);", r"const uint i = \1 & 0xFF;"),
    (r"const ushort i = \(ushort\)([\w.]+);", r"const uint i = \1 & 0xFFFF;"),
    (r"\(size_t\)1\b", "1u"),
    (r"\bsize_t\b", "uint"),
    (r"\(int\)\(", "int("),
    (r"\(float\)\(", "float("),
    (r"\bconst int is_there", "const bool is_there"),
    (r"\bas_uint4?\(", "floatBitsToUint("),
    (r"\bas_float4?\(", "uintBitsToFloat("),
    (r"\(float4\)\(", "vec4("),
    (r"\bfloat4\b", "vec4"),
    (r"\(uint4\)\(", "uvec4("),
    (r"\bmad\(", "fma("),
    (r"\(float2\)\(", "vec2("),
    (r"\bfloat2\b", "vec2"),
    (r"\bfabs\b", "abs"),
    (r"\.lo\b", ".xy"),
    (r"\.hi\b", ".zw"),
    (r"barrier\(CLK_LOCAL_MEM_FENCE\)", "barrier()"),
    (r"\(void\)", "()"),
    (r"\(\(__global float\*\)y\)\[4 \* i \+ 4\]", "y.at[i + 1].x"),
    (r"\(\(__global float\*\)out\)\[n \* n\]", "out[n * quads].x"),
    # A matrix of scalars over the one of vectors.
    (r"\(a_step \+ (\d)\) \* TILE \+ (a_row\b|\(a_row \^ 1\))", r"a_tile[a_step + \1][\2 / 4][\2 % 4]"),
    (r"\+ a_row\] = from_a", "[a_row % 4] = from_a"),
    (r"vec4 sum0 = ([\d.]+f)", r"vec4 sum0 = vec4(\1)"),
    # Arguments that are variables in GLSL.
    (r"scan_group\((\w+), sums, all\)", r"scan_group(\1, all)"),
    (r"quads, before, ", "quads, "),
    (r"heard\(told, ([^&]+), &what\)", r"heard(\1, what)"),
    (r"tell\(told \+ 1, ", "tell("),
    (r"atomic_inc\(counts \+ (bin\.\w)\)", r"atomicAdd(counts[\1], 1)"),
    (r"atomic_add\(bins \+ bin, ([^;]*)\);", r"atomicAdd(bins.at[bin], \1);"),
    (r"atomic_inc\(bins \+ \(([^)]*)\)\)", r"atomicAdd(bins.at[\1], 1)"),
    (r"\batomic_inc\b", "atomicAdd"),
    # Buffers, and a pointer into one.
    (r"\(\(__global const float\*\)([xy])\)\[", r"Floats(\1).at["),
    (r"\(\(__global const T\*\)([xy])\)\[", r"Values(\1).at["),
    (r"\(\(__global float\*\)([yz])\)\[", r"Floats(\1).at["),
    (r"\b(values|columns)\[i\]", r"\1.at[i]"),
    (r"\b(bins|bodies|offsets|roots|tile_sums)\[", r"\1.at["),
    (r"\bin\[", "in_.at["),
    (r"\bto\[0\]", "out[to]"),
    (r"\bto\[([^]]+)\]", r"out[to + \1]"),
    (r"\b([abxyz])\[", r"\1.at["),
    (r"\bout\[", "out_.at["),
)


def to_glsl(text, renamed):
    for opencl, glsl in (*WORDS, *((rf"\b{old}\b", new) for old, new in renamed)):
        text = re.sub(opencl, glsl, text)
    return text
