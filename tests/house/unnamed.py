"""Checks that the files of one target share no name in their unnamed namespaces.

A unity build compiles several files of a target as one. Two things of the same name in unnamed namespaces then stand
in the same namespace, and the compiler refuses them, but only once a new file has moved the two into one batch. The
same goes for a name that a header of the target has too, and for variables in functions, which would hide it.

    unnamed.py ROOT           lists what breaks the rule; exit code 1 if anything does
    unnamed.py --self-test    shows that it would be found
"""

import collections
import os
import re
import sys
import tempfile

import sources

NOTHING_TO_COMPARE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
TOKEN = re.compile(r"\w[\w']*|::|\[\[|\]\]|[^\s\w]")
UNNAMED = ""  # the name of unnamed namespaces here; other namespaces go by the last part of their names
PROJECT = "attention_lab"
# Compiled separately, once per instruction set.
ALONE = ("core/attention/kernels_variant.cpp",)
KINDS = ("class", "struct", "union", "enum")
# Folders whose files belong to one target.
TARGETS = ("core", "ui/figures", "ui", "app", "tests/core", "tests/figures", "tests/ui", "tests/app",
           "tests/benchmarks", "tests/campaigns/files", "tests/campaigns/faults", "tests/campaigns/interface")


def tokens_of(text):
    """(token, line) of everything but comments, directives and the contents of literals."""
    def blank(found):
        return "\n" * found.group(0).count("\n") + ("" if found.group(0).startswith(("//", "/*")) else "0")
    text = NOTHING_TO_COMPARE.sub(blank, text)
    text = DIRECTIVE.sub(lambda found: "\n" * found.group(0).count("\n"), text)
    line, end, tokens = 1, 0, []
    for found in TOKEN.finditer(text):
        line += text.count("\n", end, found.start())
        end = found.start()
        tokens.append((found.group(0), line))
    return tokens


def closing(tokens, at, opening="{", close="}"):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i][0] == opening) - (tokens[i][0] == close)
        if depth == 0:
            return i
    return len(tokens)


def is_word(token):
    return re.match(r"[A-Za-z_]", token) is not None


def without_angles(tokens):
    """A declaration's head without what stands between angle brackets and in attributes."""
    kept, depth = [], 0
    for token in tokens:
        if token[0] in ("[[", "<"):
            depth += 1
        elif token[0] in ("]]", ">"):
            depth -= 1
        elif depth == 0:
            kept.append(token)
    return kept


def names_of(head, body):
    """(name, line, parameters) of what a declaration declares: its tokens before any body, and those inside it.
    Parameters are None but for functions, which may share a name where these differ."""
    while head and head[0][0] == "template":
        head = head[closing(head, 1, "<", ">") + 1:]
    words = without_angles(head)
    if not words or words[0][0] in ("static_assert", "friend", "extern", "namespace"):
        return []
    if words[0][0] == "using":
        is_alias = len(words) > 2 and words[2][0] == "="
        return [(*words[1], " ".join(token for token, _ in head[3:]))] if is_alias else []
    if words[0][0] in KINDS and not any(token == "(" for token, _ in words):
        is_scoped = words[1][0] in ("class", "struct")
        names = [words[2 if is_scoped else 1]] if len(words) > (2 if is_scoped else 1) else []
        names = [name for name in names if is_word(name[0])]
        if words[0][0] == "enum" and not is_scoped:
            names += [token for before, token in zip([("{", 0)] + body, body)
                      if before[0] in ("{", ",") and is_word(token[0])]
        return [(*name, None) for name in names]
    for i, (token, _) in enumerate(words):
        if token == "operator":
            return []
        if token in ("(", "=", "[", "{", ";") and i > 1 and words[i - 1][0] not in ("alignas", "decltype", "noexcept"):
            if not is_word(words[i - 1][0]) or words[i - 2][0] == "::":
                return []
            return [(*words[i - 1], parameters_of(head) if token == "(" else None)]
    return [(*words[-1], None)] if len(words) > 1 and is_word(words[-1][0]) else []


def parameters_of(head):
    """The types of a function's parameters, as they are written."""
    start = next(i for i, token in enumerate(head) if token[0] == "(" and head[i - 1][0] != "decltype")
    types, one, depth = [], [], 0
    for token, _ in head[start + 1:closing(head, start, "(", ")")]:
        depth += (token in "(<[{") - (token in ")>]}")
        if token == "," and depth == 0:
            types.append(one)
            one = []
        else:
            one.append(token)
    types.append(one)
    return tuple(" ".join(words) for words in types if words)


def number_taken(parameters):
    """How many arguments a call may have: the least and the most."""
    return sum("=" not in one.split() for one in parameters), len(parameters)


def declared(tokens, namespace=PROJECT):
    """(name, line, parameters, namespace) of what stands at the level of namespaces."""
    found, start, i = [], 0, 0
    while i < len(tokens):
        token = tokens[i][0]
        if token == "{":
            end, head = closing(tokens, i), tokens[start:i]
            words = [word for word, _ in head]
            if "namespace" in words[:2]:
                inner = UNNAMED if words[-1] == "namespace" else words[-1]
                found += declared(tokens[i + 1:end], UNNAMED if namespace == UNNAMED else inner)
                i = start = end + 1
                continue
            if "extern" in words[:1]:
                i = start = end + 1
                continue
            is_kind = words and any(word in KINDS for word in words[:2]) and "(" not in words
            outside = [word for word, _ in without_angles(head)]
            is_function = "operator" in outside or "(" in outside and "=" not in outside[:outside.index("(")]
            if start < i:
                found += [(*one, namespace) for one in names_of(head + [("{", tokens[i][1])], tokens[i + 1:end])]
            i = end + 1
            if is_kind or not is_function:
                while i < len(tokens) and tokens[i][0] != ";":
                    i += 1
                i += 1
            start = i
        elif token == "(":
            i = closing(tokens, i, "(", ")") + 1
        elif token == ";":
            if start < i:
                found += [(*one, namespace) for one in names_of(tokens[start:i + 1], [])]
            i = start = i + 1
        else:
            i += 1
    return found


def files_of(root, folder):
    """The sources of a target: a folder's, without those of targets further down."""
    for directory, folders, files in os.walk(os.path.join(root, folder)):
        path = os.path.relpath(directory, root).replace(os.sep, "/")
        folders[:] = sorted(name for name in folders if path + "/" + name not in TARGETS)
        for name in sorted(files):
            if name.endswith((".cpp", ".h")) and path + "/" + name not in ALONE:
                yield path + "/" + name


def namespaces_opened_in(tokens):
    """The namespaces whose names a source uses without saying which: those it is in, and "using namespace"."""
    words = [token for token, _ in tokens]
    opened = {PROJECT}
    for i, word in enumerate(words):
        if word == "namespace" and words[i + 1] != "{":
            end = next(j for j in range(i, len(words)) if words[j] in ("{", ";", "="))
            opened.add(words[end - 1])
    return opened


NO_TYPES = ("return", "else", "new", "delete", "case", "goto", "using", "typename", "operator", "namespace", "throw",
            "class", "struct", "enum", "union", "co_return", "co_yield", "const", "not", "and", "or")


def locals_of(tokens):
    """name → line of the first of the variables and parameters of functions, as far as one can read it."""
    found, scopes, start, parentheses = {}, ["namespace"], 0, 0
    for i, (token, line) in enumerate(tokens):
        if token == "{":
            words = [word for word, _ in tokens[start:i]]
            is_class = any(word in KINDS for word in words) and ")" not in words
            scopes.append("namespace" if "namespace" in words else
                          "class" if is_class and parentheses == 0 else "function")
            start = i + 1
        elif token == "}":
            scopes = scopes[:-1] or ["namespace"]
            start = i + 1
        elif token == ";":
            start = i + 1
        elif token == "(":
            parentheses += 1
        elif token == ")":
            parentheses -= 1
        elif 0 < i < len(tokens) - 1 and is_word(token) and tokens[i + 1][0] in ("=", ";", ",", ")", "{", ":", "["):
            before = tokens[i - 1][0]
            is_typed = is_word(before) and not before[0].isdigit() and before not in NO_TYPES
            is_referred = (before in ("&", "*", ">") and i > 1 and is_word(tokens[i - 2][0]) and
                           tokens[i + 1][0] in (",", ")", ":"))
            if (is_typed or is_referred and parentheses > 0) and (scopes[-1] == "function" or parentheses > 0):
                found.setdefault(token, line)
    return found


def folder_of(path):
    """The target that a file is of: the one furthest down."""
    return max((target for target in TARGETS if path.startswith(target + "/")), key=len)


def seen_by(target):
    """The other targets whose headers a target may include: core ← ui/figures ← ui ← app, tests all of them."""
    product = TARGETS[:4]
    if target in product:
        return product[:product.index(target)]
    return {"tests/core": product[:1], "tests/figures": product[:2]}.get(target, product)


def problems_in(root):
    problems, tokens_in = [], {}
    for target in TARGETS:
        for path in files_of(root, target):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                tokens_in[path] = tokens_of(file.read())
    types = set().union(*map(types_of, tokens_in.values()))
    declared_in = {path: declared(tokens) for path, tokens in tokens_in.items()}
    for target in TARGETS:
        places = collections.defaultdict(list)  # (name, parameters) → [(path, line, is unnamed)]
        headers = [path for path in tokens_in if path.endswith(".h") and folder_of(path) in seen_by(target)]
        own = list(files_of(root, target))
        opened = set().union(*(namespaces_opened_in(tokens_in[path]) for path in own if path.endswith(".cpp")))
        for path in headers + own:
            for name, line, parameters, namespace in declared_in[path]:
                if path.endswith(".cpp") if namespace == UNNAMED else path.endswith(".h") and namespace in opened:
                    places[name].append((path, line, parameters, namespace))
        for path in own:
            for name, line in sorted(locals_of(tokens_in[path]).items()) if path.endswith(".cpp") else []:
                problems += ["%s:%d: %s is also a variable at %s:%d, which a unity build would take for a mistake "
                             "(-Wshadow): say in its name whose it is" % (other, other_line, name, path, line)
                             for other, other_line, parameters, namespace in places.get(name, [])
                             if namespace == UNNAMED and other != path and parameters is None and name not in types]
        for name, found in sorted(places.items()):
            problems += clashes(name, found, types)
    return problems, len(tokens_in)


def types_of(tokens):
    """The classes and enumerations that are defined there: no two of them are the same type."""
    words = [token for token, _ in tokens]
    return {words[i + 1] for i in range(len(words) - 2)
            if words[i] in KINDS and is_word(words[i + 1]) and words[i + 2] in ("{", ":", "final")}


def are_different(parameters, others, types):
    """Whether no call can fit both, as far as one can read it: types of two names can be the same type (Scalar is
    float), but for those that are defined in the project."""
    (least, most), (least_other, most_other) = number_taken(parameters), number_taken(others)
    if most < least_other or most_other < least:
        return True
    return any(types & set(one.split()) != types & set(other.split())
               for one, other in zip(parameters, others))


def may_stand_together(one, other, types):
    """Functions of unnamed namespaces may share a name, as overloads. A header's they would hide from other files."""
    (_, _, parameters, namespace), (_, _, other_parameters, other_namespace) = one, other
    if isinstance(parameters, str) or isinstance(other_parameters, str):
        return parameters == other_parameters  # two names for the same type
    if parameters is None or other_parameters is None:
        return False
    if namespace == other_namespace == UNNAMED:
        return are_different(parameters, other_parameters, types)
    return False


def clashes(name, found, types):
    """A sentence for each place in an unnamed namespace that has the name of an earlier one, or of a header's."""
    problems = []
    for i, (path, line, _, namespace) in enumerate(found):
        for j, (other, other_line, _, other_namespace) in enumerate(found[:i]):
            if path == other or UNNAMED not in (namespace, other_namespace):
                continue
            if may_stand_together(found[i], found[j], types):
                continue
            if namespace == UNNAMED:
                here, there = (path, line), (other, other_line)
            else:
                here, there = (other, other_line), (path, line)
            problems.append("%s:%d: %s is also at %s:%d, and a unity build compiles both files as one: "
                            "share it if it means the same there, or say in its name whose it is"
                            % (*here, name, *there))
            break
    return problems


def self_test():
    def unnamed(text):
        return "namespace attention_lab {\nnamespace {\n%s\n}\n}\n" % text
    # Two files of one target, and whether they may be in one batch.
    cases = [
        (unnamed("constexpr float gap = 1;"), unnamed("constexpr float gap = 2;  // of others"), False),
        (unnamed("struct Part { float gap; };"), unnamed("enum class Part { one, two };"), False),
        (unnamed("enum Part { one, two };"), unnamed("enum Piece { two, three };"), False),
        (unnamed("template <class T>\nT twice(T a) { return a + a; }"), unnamed("int twice(int) { return 1; }"), False),
        (unnamed("int sum(int a, int b = 1) { return a + b; }"), unnamed("int sum(int a) { return a; }"), False),
        (unnamed("int sum(int a, int b) { return a + b; }"), unnamed("int sum(int a) { return a; }"), True),
        (unnamed("struct A {};\nint sum(A a) { return 1; }"), unnamed("class B {};\nint sum(B b) { return 1; }"), True),
        (unnamed("using Names = std::vector<int>;"), unnamed("using Names = std::vector<long>;"), False),
        (unnamed("using Names = std::vector<int>;"), unnamed("using Names = std::vector<int>;"), True),
        (unnamed("constexpr float gap = 1;"), unnamed("int f() { const int gap = 2; return gap; }"), False),
        (unnamed("constexpr float gap = 1;"), unnamed("int f(const int& gap) { return gap; }"), False),
        (unnamed("constexpr float gap = 1;"), unnamed("struct Part { float gap = 1; };"), True),
        (unnamed("constexpr float gap = 1;"), unnamed("// gap\nconst char* word = \"float gap = 1;\";"), True),
        (unnamed("bool operator==(A a, A b) { return true; }\nint f() { int n = 1; return n; }"),
         unnamed("int g() { int n = 1; return n; }"), True),
        (unnamed("int fail(int code) { return code; }"),
         ("b.h", "namespace attention_lab {\nint fail(E e);\n}"), False),
        (unnamed("int fail(int code) { return code; }"),
         ("b.h", "namespace attention_lab::sizes {\nint fail(E e);\n}"), True),
    ]
    wrong = []
    for first, second, may_stand in cases:
        with tempfile.TemporaryDirectory() as root:
            name, second = second if isinstance(second, tuple) else ("b.cpp", second)
            os.makedirs(os.path.join(root, "core"))
            for path, text in (("core/a.cpp", first), ("core/" + name, second)):
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            if (not problems_in(root)[0]) != may_stand:
                wrong.append("%s\nand\n%s\nmay%s stand in one batch" % (first, second, "" if may_stand else " not"))
    for words in wrong:
        print(words, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(sources.run(problems_in, self_test))
