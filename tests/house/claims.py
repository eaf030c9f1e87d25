"""Checks that every test claims something that could be false, itself or in a function of the tests that it calls.

    claims.py ROOT           lists the tests that do not; exit code 1 if there are any
    claims.py --self-test    shows that one would be found
"""

import os
import re
import sys
import tempfile

import sources

TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)\s*\{", re.MULTILINE)
FUNCTION = re.compile(r"\b(\w+)\([^;{}()]*(?:\([^;{}()]*\)[^;{}()]*)*\)\s*(?:const)?\s*(?:override)?\s*\{")
CLAIM = re.compile(r"\b(EXPECT|ASSERT)_\w+\s*\(|\b(FAIL|ADD_FAILURE)\(")
CALL = re.compile(r"\b(\w+)\(")
# True whatever the program does: a constant, a value compared with itself, an amount that is not negative.
ALWAYS_TRUE = re.compile(
    r"\b(?:EXPECT|ASSERT)_(?:TRUE\(\s*true|FALSE\(\s*false"
    r"|(?:EQ|LE|GE|DOUBLE_EQ|FLOAT_EQ)\(\s*([\w.\[\]>-]+?)\s*,\s*\1"
    r"|GE\([^,;]*\b(?:size|length|count)\(\)\s*,\s*0[uUzZlL]*)\s*\)")


def body_from(text, opening):
    depth = 0
    for i in range(opening, len(text)):
        depth += (text[i] == "{") - (text[i] == "}")
        if depth == 0:
            return text[opening:i]
    return text[opening:]


def problems_in(root):
    texts = {}
    for directory, _, files in os.walk(os.path.join(root, "tests")):
        for name in files:
            if name.endswith((".cpp", ".h")):
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    text = re.sub(r"//[^\n]*", "", file.read())
                    texts[os.path.relpath(path, root)] = ALWAYS_TRUE.sub("", text)
    functions = {}
    for text in texts.values():
        for found in FUNCTION.finditer(text):
            functions.setdefault(found.group(1), []).append(body_from(text, found.end() - 1))
    claiming = {name for name, bodies in functions.items() if any(map(CLAIM.search, bodies))} - {"TEST", "TEST_F", "TEST_P"}
    while True:  # also functions that call one that claims something
        more = {name for name, bodies in functions.items()
                if any(claiming & set(CALL.findall(body)) for body in bodies)} - claiming - {"TEST", "TEST_F", "TEST_P"}
        if not more:
            break
        claiming |= more
    problems = []
    for path, text in sorted(texts.items()):
        for found in TEST.finditer(text):
            body = body_from(text, found.end() - 1)
            if not CLAIM.search(body) and not claiming & set(CALL.findall(body)):
                line = text.count("\n", 0, found.start()) + 1
                problems.append("%s:%d: %s.%s claims nothing" % (path, line, *found.groups()))
    return problems, len(texts)


def self_test():
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "tests"))
        with open(os.path.join(root, "tests/a_test.cpp"), "w", encoding="utf-8") as file:
            file.write("void expect_one(int value) {\n  EXPECT_EQ(value, 1);\n}\n\nvoid twice() {\n  expect_one(1);\n}\n\n"
                       "TEST(A, ClaimsItself) {\n  if (true) {\n    EXPECT_TRUE(is_one(1));\n  }\n}\n\n"
                       "TEST(A, ClaimsThroughAFunction) {\n  twice();\n}\n\n"
                       "TEST(A, ClaimsNothing) {\n  // EXPECT_TRUE(is_one(1));\n  call();\n}\n\n"
                       "TEST(A, ClaimsWhatCannotBeFalse) {\n  EXPECT_TRUE(true) << 1;\n  EXPECT_EQ(a.b, a.b);\n"
                       "  EXPECT_GE(list.size(), 0u);\n}\n\n"
                       "TEST(A, ClaimsThatACallRepeatsItself) {\n  EXPECT_EQ(draw(1), draw(1));\n}\n")
        problems, _ = problems_in(root)
    expected = ["tests/a_test.cpp:19: A.ClaimsNothing claims nothing",
                "tests/a_test.cpp:24: A.ClaimsWhatCannotBeFalse claims nothing"]
    if problems != expected:
        print("expected %s\nfound    %s" % (expected, problems), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(sources.run(problems_in, self_test))
