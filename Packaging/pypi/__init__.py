"""Finds the program that this package installs."""

import os
import sysconfig


def program() -> str:
    """The path of the program of this environment, such as for subprocess.run."""
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    paths = [os.path.join(sysconfig.get_path("scripts", scheme), "bundlepolicy") for scheme in schemes]
    # 'pip install --target FOLDER' has a folder for programs beside the modules.
    paths.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin", "bundlepolicy"))
    for path in paths:
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program is in none of: {', '.join(paths)}")
