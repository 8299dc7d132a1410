"""Runs the program: python -m bundlepolicy ARGUMENTS."""

import os
import sys

from bundlepolicy import program

path = program()
os.execv(path, [path, *sys.argv[1:]])
