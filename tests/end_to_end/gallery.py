"""The gallery of the README: every picture in it is what its command makes. --refresh makes them anew."""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

from desktop import Failure, check
from pixels import Picture

# Different versions of FreeType draw fonts slightly differently.
LARGEST_MEAN_DIFFERENCE = 2.0  # of 255


def mean_difference(a, b):
    differences = [abs(x - y) for row_a, row_b in zip(a.rows, b.rows) for x, y in zip(row_a, row_b)]
    return sum(differences) / len(differences)


def check_gallery(program, root, folder, refreshes):
    with open(os.path.join(root, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    commands = re.findall(r"`app/run (render [^`]*-o (assets/gallery/[^` ]+))`", readme)
    check(len(commands) >= 9, "the README shows every figure")
    for command, path in commands:
        check("(%s)" % path in readme, "the README shows " + path)
        made = os.path.join(root, path) if refreshes else os.path.join(folder, os.path.basename(path))
        arguments = [made if word == path else word for word in shlex.split(command)]
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
        check(done.returncode == 0, "%s: %s" % (command, done.stderr))
        there, new = Picture(os.path.join(root, path)), Picture(made)
        check((there.width, there.height) == (new.width, new.height), path + " has the size of its command")
        difference = mean_difference(there, new)
        check(difference <= LARGEST_MEAN_DIFFERENCE,
              "%s is what its command makes (mean difference %.2f): render it anew" % (path, difference))
    shown = set(re.findall(r"assets/gallery/[\w.-]+", readme))
    there = {"assets/gallery/" + name for name in os.listdir(os.path.join(root, "assets/gallery"))}
    check(shown == there, "the gallery holds the pictures of the README and no others")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--refresh", action="store_true")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="attention-lab-") as folder:
            check_gallery(os.path.abspath(arguments.program), arguments.root, folder, arguments.refresh)
    except Failure as failure:
        print("failed: %s" % failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
