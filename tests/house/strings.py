"""Prints every text of the program that a person may come to read, for a reader who has not seen it before.

    python3 tests/house/strings.py [FOLDER …]        (default: core ui app)

One text a line, after its file and line. Literals that follow each other are one text. Left out is what people never
see: names of items, keys of files, included headers, code in other languages (one word in small letters, and the like).
"""

import os
import re
import sys

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
ESCAPE = {r'\n': ' ', r'\"': '"', r'\\': '\\'}


def sources(folders):
    for folder in folders:
        for path, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith(('.h', '.cpp')):
                    yield os.path.join(path, name)


def texts(code):
    """Pairs of a line number and a text."""
    kept = re.sub(r'^[ \t]*#include.*$', '', code, flags=re.M)
    # Removes comments, but not text in literals that looks like a comment.
    kept = re.sub(r'''"(?:[^"\\\n]|\\.)*"|//[^\n]*|'(?:[^'\\\n]|\\.)+' ''', lambda m: m[0] if m[0][0] == '"' else '', kept,
                  flags=re.X)
    end = None
    for match in LITERAL.finditer(kept):
        text = re.sub(r'\\[n"\\]', lambda m: ESCAPE[m[0]], match[1])
        if end is not None and not kept[end:match.start()].strip():
            found[1] += text
        else:
            if end is not None:
                yield tuple(found)
            found = [kept.count('\n', 0, match.start()) + 1, text]
        end = match.end()
    if end is not None:
        yield tuple(found)


def is_for_people(text):
    words = re.findall(r"[A-Za-zÀ-ÿ’']{2,}", text)
    if not words or text.startswith(('##', '%', '\\', '--')):
        return False
    return ' ' in text.strip() or text[0].isupper()


def main():
    for path in sources(sys.argv[1:] or ['core', 'ui', 'app']):
        with open(path, encoding='utf-8') as file:
            code = file.read()
        for line, text in texts(code):
            if is_for_people(text):
                print('%s:%d: %s' % (path, line, text))


if __name__ == '__main__':
    main()
