"""Checks the #include lines of every folder against the rule of the house: core ← ui/figures ← ui/widgets ← ui ← app.

    includes.py ROOT           lists what breaks the rule; exit code 1 if anything does
    includes.py --self-test    shows that it would be found
"""

import os
import re
import sys
import tempfile

import sources

WINDOW = r"(imgui.*|backends/imgui.*|GLFW/.*|GL/.*|glad/.*|cairo.*)"
FORMATS = r"(nlohmann/.*|CLI/.*|fontconfig/.*)"
FILES = r"(fstream|filesystem|cstdio_ext|sys/.*|unistd\.h|fcntl\.h|dirent\.h)"
TIME_AND_THREADS = r"(thread|mutex|shared_mutex|condition_variable|future|chrono|ctime|time\.h|pthread\.h)"

# Folder → angle-bracket headers that it must not include, and our folders that it may include.
RULES = {
    "core": ([WINDOW, FORMATS, FILES, TIME_AND_THREADS], ["core/"]),
    "ui/figures": ([WINDOW, FORMATS, FILES, TIME_AND_THREADS], ["core/", "ui/figures/"]),
    "ui/widgets": ([r"(GLFW/.*|GL/.*|glad/.*|cairo.*|backends/imgui.*)", FORMATS, FILES, TIME_AND_THREADS],
                   ["core/words/", "ui/figures/", "ui/widgets/"]),
    "ui": ([r"(GLFW/.*|GL/.*|glad/.*|cairo.*|backends/imgui.*)", FORMATS, FILES, r"(thread|mutex|pthread\.h)"],
           ["core/", "ui/"]),
    "app": ([], ["core/", "ui/", "app/"]),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]+>|"[^"]+")')


def folder_of(path):
    """The most specific folder with a rule."""
    return max((folder for folder in RULES if path.startswith(folder + "/")), key=len, default=None)


def problems_in(root):
    return sources.problems_in(root, ("core", "ui", "app"), problems_of)


def problems_of(path, line):
    problem = problem_of(path, line)
    return [problem] if problem else []


def problem_of(path, line):
    found = INCLUDE.match(line)
    if not found:
        return None
    header = found.group(1)[1:-1]
    forbidden, allowed = RULES[folder_of(path)]
    if any(re.fullmatch(pattern, header) for pattern in forbidden):
        return "%s must not include %s" % (folder_of(path), header)
    is_ours = found.group(1).startswith('"')
    beside = os.path.join(os.path.dirname(path), header)
    if is_ours and not any(header.startswith(folder) for folder in allowed):
        generated = header.endswith(".inc") and "/" not in header
        return None if generated else "%s must not include %s (nor %s)" % (folder_of(path), header, beside)
    return None


def self_test():
    bad = {
        "core/a.h": ["#include <imgui.h>", "#include <fstream>", "#include <chrono>", '#include "ui/widgets/theme.h"',
                     '#include "app/files/a.h"', "  #  include <mutex>", "#include <nlohmann/json.hpp>"],
        "ui/figures/a.cpp": ["#include <imgui.h>", "#include <cairo/cairo.h>", '#include "ui/widgets/theme.h"'],
        "ui/widgets/a.cpp": ["#include <thread>", '#include "core/attention/model.h"', '#include "ui/lab/a.h"'],
        "ui/a.cpp": ["#include <GLFW/glfw3.h>", "#include <filesystem>", '#include "app/window/document_files.h"'],
        "app/a.cpp": ['#include "tests/a.h"'],
    }
    good = {
        "core/b.h": ["#include <vector>", "#include <Eigen/Core>", '#include "core/result.h"', "// #include <imgui.h>"],
        "ui/figures/b.cpp": ['#include "core/result.h"', '#include "ui/figures/base/colour.h"'],
        "ui/widgets/b.cpp": ["#include <imgui.h>", '#include "core/words/utf8.h"', '#include "ui/figures/base/colour.h"'],
        "ui/b.cpp": ["#include <imgui.h>", '#include "ui/widgets/theme.h"', '#include "core/result.h"'],
        "app/b.cpp": ["#include <GLFW/glfw3.h>", "#include <fstream>", '#include "ui/widgets/theme.h"'],
    }
    with tempfile.TemporaryDirectory() as root:
        for path, lines in {**bad, **good}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        problems, _ = problems_in(root)
    expected = ["%s:%d" % (path, i + 1) for path, lines in bad.items() for i in range(len(lines))]
    found = [":".join(problem.split(":")[:2]) for problem in problems]
    if sorted(expected) != sorted(found):
        print("expected %s\nfound    %s" % (sorted(expected), sorted(found)), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(sources.run(problems_in, self_test))
