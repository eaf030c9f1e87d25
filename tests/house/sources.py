"""What the checks of the house share: they look at every line of the project's sources."""

import os
import sys


def problems_in(root, folders, problems_of_line):
    """"path:line: problem" for each that problems_of_line(path, line) lists, and how many files were read."""
    problems, count = [], 0
    for top in folders:
        for directory, _, files in os.walk(os.path.join(root, top)):
            for name in sorted(files):
                if not name.endswith((".h", ".cpp", ".hpp", ".inc")):
                    continue
                path = os.path.relpath(os.path.join(directory, name), root)
                count += 1
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        problems += ["%s:%d: %s" % (path, number, problem) for problem in problems_of_line(path, line)]
    return problems, count


def run(check, self_test):
    """The exit code for the arguments ROOT or --self-test."""
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    problems, count = check(sys.argv[1])
    for problem in problems:
        print(problem, file=sys.stderr)
    if count < 50:
        print("only %d source files were found: is %s the project?" % (count, sys.argv[1]), file=sys.stderr)
        return 1
    return 1 if problems else 0
