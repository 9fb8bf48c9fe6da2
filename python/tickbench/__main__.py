# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""python3 -m tickbench: the command tickbench. With --cmake, the folder for tickbench_DIR of CMake."""
import os
import sys
import sysconfig


def command():
    name = "tickbench" + (sysconfig.get_config_var("EXE") or "")
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    for folder in [os.path.dirname(sys.executable), *schemes]:
        if os.access(path := os.path.join(folder, name), os.X_OK):
            return path
    sys.exit(f"tickbench: expected the command in one of {', '.join(schemes)}, found none: install the package again")


if sys.argv[1:] == ["--cmake"]:
    print(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cmake"))
else:
    path = command()
    os.execv(path, [path, *sys.argv[1:]])
