"""Checks that the places of sentences are those that are filled in.

For each call like filled("There is no <noun> <number>.", {{"noun", noun}, {"number", number}}), every literal that the
first argument can be (the alternatives of a condition, or the texts given to a function) must have exactly the places
that the second one names, as filled() (core/words/templates.h) demands. Templates that are not literals are left to its
assertions.

    templates.py ROOT           lists the calls that break the rule; exit code 1 if there are any
    templates.py --self-test    shows that they would be found
"""

import os
import re
import sys
import tempfile

import sources

FOLDERS = ("core", "ui", "app")
TOKEN = re.compile(r'//[^\n]*|R"(?P<end>\w*)\((?s:.*?)\)(?P=end)"|\d[\w\']*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|::|->|\+\+|[^\s\w]')
PLACE = re.compile(r"<([^<>]*)>")
OPENING, CLOSING = "([{", ")]}"


def tokens_of(text):
    """(token, line) without comments; literals that follow each other are one token."""
    tokens, line, end = [], 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", end, found.start())
        end = found.start()
        token = found.group(0)
        if token.startswith("//"):
            continue
        if token[0] == '"' and tokens and tokens[-1][0][0] == '"':
            tokens[-1] = (tokens[-1][0][:-1] + token[1:], tokens[-1][1])
        else:
            tokens.append((token, line))
    return tokens


def arguments(tokens, at):
    """The arguments of the call whose bracket opens at `at`, each as a list of tokens."""
    found, depth = [[]], 0
    for token, line in tokens[at:]:
        if token in OPENING:
            depth += 1
            if depth == 1:
                continue
        if token in CLOSING:
            depth -= 1
            if depth == 0:
                return found
        if token == "," and depth == 1:
            found.append([])
        else:
            found[-1].append(token)
    return found


def alternatives(tokens):
    """The literals that the expression can be: those after the first question mark, if it is a condition."""
    after = tokens[tokens.index("?"):] if "?" in tokens else tokens
    return [token[1:-1] for token in after if token[0] == '"']


def names_in(tokens):
    """The names of {{"name", text}, {"other", text}}."""
    names, depth = [], 0
    for before, token in zip([""] + tokens, tokens):
        depth += (token in OPENING) - (token in CLOSING)
        if depth == 2 and before == "{" and token[0] == '"':
            names.append(token[1:-1])
    return names


def problems_of_call(given):
    """A sentence for each place that is not filled in, and for each name without a place."""
    names = names_in(given[1])
    problems = ["the place <%s> is named twice" % name for name in sorted(set(names)) if names.count(name) > 1]
    for sentence in alternatives(given[0]):
        places = PLACE.findall(sentence)
        problems += ['<%s> of "%s" is not filled in' % (place, sentence) for place in sorted(set(places) - set(names))]
        problems += ['"%s" has no place <%s>' % (sentence, name) for name in sorted(set(names) - set(places))]
    return problems


def problems_in_text(path, text):
    problems, n_calls = [], 0
    tokens = tokens_of(text)
    for i, (token, line) in enumerate(tokens[:-1]):
        if not re.match(r"[a-z_]\w*$", token) or tokens[i + 1][0] != "(":
            continue
        given = arguments(tokens, i + 1)
        is_template = len(given) == 2 and given[1][:2] == ["{", "{"] and len(given[1]) > 2 and given[1][2][0] == '"'
        if not is_template or not alternatives(given[0]):
            continue
        n_calls += 1
        problems += ["%s:%d: %s" % (path, line, problem) for problem in problems_of_call(given)]
    return problems, n_calls


def problems_in(root):
    problems, n_files, n_calls = [], 0, 0
    for folder in FOLDERS:
        for directory, _, names in sorted(os.walk(os.path.join(root, folder))):
            for name in sorted(names):
                if not name.endswith((".cpp", ".h")):
                    continue
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    more, calls = problems_in_text(os.path.relpath(path, root), file.read())
                problems += more
                n_files += 1
                n_calls += calls
    if n_files >= 50 and n_calls < 100:
        problems.append("only %d calls of filled() were recognised: is it written in another way now?" % n_calls)
    return problems, n_files


def self_test():
    # A call, and what is wrong with it.
    cases = [
        ('filled("There is no <noun>.", {{"noun", noun}})', []),
        ('filled("There is no <noun>.", {{"word", noun}})',
         ['<noun> of "There is no <noun>." is not filled in', '"There is no <noun>." has no place <word>']),
        ('filled("There is no <noun>; "\n  "it has <known>.", {{"noun", noun}})',
         ['<known> of "There is no <noun>; it has <known>." is not filled in']),
        ('filled(n == 1 ? "<n> token" : "<n> tokens", {{"n", f(n, {"m", 2})}})', []),
        ('filled(name == "<all>" ? "every <n>" : "each", {{"n", n}})', ['"each" has no place <n>']),
        ('filled(a ? "<x>" : b ? "<y>" : "<x>", {{"x", x}})',
         ['<y> of "<y>" is not filled in', '"<y>" has no place <x>']),
        ('filled(words("Set it to <size>", "Set it"), {{"size", size}})', ['"Set it" has no place <size>']),
        ('filled("<x> and <x>", {{"x", x}, {"x", y}})', ["the place <x> is named twice"]),
        ('error("There is no <noun> <number>.",\n {{"noun", noun}, // <number>\n {"first", first}})',
         ['<number> of "There is no <noun> <number>." is not filled in',
          '"There is no <noun> <number>." has no place <first>']),
        ('filled(sentence, {{"noun", noun}})', []),
        ('// filled("<x>", {{"y", y}})', []),
    ]
    wrong = []
    for call, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "ui"))
            with open(os.path.join(root, "ui/a.cpp"), "w", encoding="utf-8") as file:
                file.write("\nstd::string text = %s;\n" % call)
            found, _ = problems_in(root)
        if found != ["ui/a.cpp:2: " + problem for problem in expected]:
            wrong.append("%s\nexpected %s\nfound    %s" % (call, expected, found))
    for words in wrong:
        print(words, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(sources.run(problems_in, self_test))
