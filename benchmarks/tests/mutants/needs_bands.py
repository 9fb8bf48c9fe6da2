# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""needs: bands. What lies past the end of a buffer is luck until guard bands with poison lie there. Until then these
mutants are run, and neither end is a fault. Delete this file, and what refers to it, once they do."""
NAMES = frozenset({"copy_k27", "copy_k28", "saxpy_k28", "saxpy_k29", "matmul_k3", "matmul_k32", "matmul_k33",
                   "matmul_tiled_k30"})
