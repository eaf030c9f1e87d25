"""Runs the scripts of `copy-as` with Python, and compares what they print with what `compute` says.

    copied_scripts.py --program build/release/attention-lab --presets assets/presets --format pytorch

Needs a Python that can import the library (Debian: python3-torch, python3-numpy); says so and exits with 77 where
there is none. Needs no display.
"""

import argparse
import itertools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
# The accuracy that README.md promises. Printing with four decimals adds half a unit of the last one.
PRINTED = 0.5001e-4
ROUNDING = 2e-6  # relative to the largest number of a matrix
AFTER_SOFTMAX = ["weights", "dropped_weights", "head_output", "concatenated", "context"]
SAMPLE = {"numpy": 40, "pytorch": 12}  # number of combinations of options; importing PyTorch takes over a second
LIBRARIES = {"numpy": "numpy", "pytorch": "torch"}
PACKAGES = {"numpy": "python3-numpy", "pytorch": "python3-torch"}
PER_HEAD = ["Q", "K", "V", "scores", "scaled_scores", "masked_scores", "weights", "dropped_weights", "head_output"]

BLOCK = re.compile(r"^(\w+) \((\d+), (\d+)\)\n(.*?)\n\n", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?(?:inf|nan|\d+\.?\d*(?:e[-+]?\d+)?)")
STRANGE_TOKENS = ["", "\"", "'''", "\"\"\"", "\\", "\\n", "a\nimport os", "a\r\tb", "日本語", "été", "👩‍👩‍👧", "{x}", "# no",
                  "%s", "\u0000", "\u001b[2J", "\u0085", "\u2028", "\u202eevil", "\ufeff", "مرحبا", "None"]


def python_with(library):
    """An interpreter that can import it, or None."""
    candidates = [sys.executable, "/usr/bin/python3", shutil.which("python3")]
    for candidate in dict.fromkeys(c for c in candidates if c and os.path.exists(c)):
        probe = subprocess.run([candidate, "-c", "import " + library], capture_output=True)
        if probe.returncode == 0:
            return candidate
    return None


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=240, **options)
    if done.returncode != 0:
        raise AssertionError("%s: exit code %d\n%s" % (" ".join(command), done.returncode, done.stderr))
    return done.stdout


# ------------------------------------------------------------------------------------------ documents

def random_document(choose, n_heads, has_biases, has_output, scale, mask, temperature, sizes=None):
    """Like a saved file; half of them have a vocabulary, positions, dropout. No head means projection identity.
    Sizes: n_tokens, d_model, d_k, d_v, d_out."""
    def matrix(rows, columns):
        return [[round(choose.uniform(-2, 2), 4) for _ in range(columns)] for _ in range(rows)]

    n_tokens, d_model, d_k, d_v, d_out = sizes or (choose.randint(1, 5) for _ in range(5))
    document = {"format": "attention-lab/document", "version": 1, "title": choose.choice(STRANGE_TOKENS),
                "tokens": [choose.choice(STRANGE_TOKENS[1:]) for _ in range(n_tokens)],
                "heads": []}
    if choose.random() < 0.5:
        words = list(dict.fromkeys(document["tokens"]))
        document["vocabulary"] = dict(zip(words, matrix(len(words), d_model)))
    else:
        document["embeddings"] = matrix(n_tokens, d_model)
    if choose.random() < 0.5:
        document["position_embeddings"] = choose.choice(["sinusoidal", matrix(n_tokens, d_model)])
    for _ in range(n_heads):
        head = {"W_q": matrix(d_model, d_k), "W_k": matrix(d_model, d_k), "W_v": matrix(d_model, d_v)}
        if has_biases:
            for name, size in [("b_q", d_k), ("b_k", d_k), ("b_v", d_v)]:
                if choose.random() < 0.7:  # each may be missing, even in one head only
                    head[name] = matrix(1, size)[0]
        document["heads"].append(head)
    if has_output and n_heads > 0:
        document["W_o"] = matrix(n_heads * d_v, d_out)
        if has_biases:
            document["b_o"] = matrix(1, d_out)[0]
    document["options"] = {"projection": "trainable" if n_heads else "identity", "scale": scale, "mask": mask,
                           "temperature": temperature}
    if choose.random() < 0.5:
        document["dropout"] = {"p": choose.choice([0.1, 0.5]), "seed": choose.randint(0, 1000)}
    return document


def masks_of_five(choose):
    """Masks of a sentence of five tokens, of each kind; some leave a token without any key."""
    yield from [{"window": {"left": 1, "right": 0}}, {"window": {"left": "all", "right": 1}},
                {"window": {"left": 0, "right": "all"}}, {"padding": 2}, {"padding": 1, "causal": True}]
    visible = [[choose.randint(0, 1) for _ in range(5)] for _ in range(5)]
    yield {"visible": visible}
    visible[3] = [0] * 5
    yield {"visible": visible}


def long_document(choose):
    """More numbers than the libraries print unasked, in rows longer than a line."""
    document = random_document(choose, 0, False, False, "sqrt_d_k", "causal", 1)
    document["tokens"] = ["word%d" % i for i in range(40)]
    document.pop("vocabulary", None)
    document.pop("position_embeddings", None)
    document["embeddings"] = [[round(choose.uniform(-1, 1), 3) for _ in range(30)] for _ in range(40)]
    return document


def documents(presets, sample):
    """(name, JSON text) of every preset, of so many combinations of the options, and of a long sentence."""
    for name in sorted(os.listdir(presets)):
        if name.endswith(".json"):
            with open(os.path.join(presets, name), encoding="utf-8") as file:
                yield name, file.read()
    choose = random.Random(1)
    options = [option for option in itertools.product([0, 1, 3], [False, True], [False, True],
                                                      ["sqrt_d_k", "none", 3.5], ["none", "causal"], [1, 0.5])
               if option[0] > 0 or not (option[1] or option[2])]  # biases and W_o require heads
    for option in choose.sample(options, sample):
        yield "generated %s" % (option,), json.dumps(random_document(choose, *option))
    for mask in masks_of_five(choose):
        sizes = (5, 3, 2, 2, 3)
        masked = random_document(choose, 2, True, True, "sqrt_d_k", mask, choose.choice([1, 0.5]), sizes)
        yield "mask %s" % json.dumps(mask), json.dumps(masked)
    yield "forty tokens", json.dumps(long_document(choose))
    for mask in ["none", "causal"]:
        wide = random_document(choose, 3, True, True, "sqrt_d_k", mask, 1, sizes=(40, 30, 10, 12, 30))
        yield "forty tokens, thirty dimensions, three heads, mask %s" % mask, json.dumps(wide)


# ------------------------------------------------------------------------------------------ comparing

def printed(text):
    """[(name, rows)] in the order in which the script printed them."""
    blocks = []
    for name, rows, columns, body in BLOCK.findall(text + "\n"):
        rows, columns = int(rows), int(columns)
        numbers = [float(number) for number in NUMBER.findall(body.replace("tensor", ""))]
        if len(numbers) != rows * columns:
            raise AssertionError("%s: %d numbers instead of %d × %d" % (name, len(numbers), rows, columns))
        blocks.append((name, [numbers[i * columns:(i + 1) * columns] for i in range(rows)]))
    return blocks


def token_embeddings(document):
    """One row a token, given place by place or word by word."""
    if "vocabulary" in document:
        return [document["vocabulary"][token] for token in document["tokens"]]
    return document["embeddings"]


def expected(document, computed):
    """The same from the file and from `compute --json`."""
    blocks = [("X", computed["X"] if "position_embeddings" in document else token_embeddings(document))]
    for head in computed["heads"]:
        blocks += [(name, head[name]) for name in PER_HEAD if name in head]
    if "W_o" in document and len(computed["heads"]) > 1:
        outputs = [head["head_output"] for head in computed["heads"]]
        blocks.append(("concatenated", [sum(rows, []) for rows in zip(*outputs)]))
    return blocks + [("context", computed["context"])]


def is_close(value, wanted, tolerance):
    if wanted is None:  # hidden by the mask
        return value == -math.inf
    return abs(value - wanted) <= tolerance


def largest(rows):
    return max(abs(number) for row in rows for number in row if number is not None)


def compare(blocks, wanted, temperature):
    if [name for name, _ in blocks] != [name for name, _ in wanted]:
        raise AssertionError("printed %s instead of %s" % ([n for n, _ in blocks], [n for n, _ in wanted]))
    largest_logit = max(largest(rows) for name, rows in wanted if name == "masked_scores") / temperature
    for (name, rows), (_, wanted_rows) in zip(blocks, wanted):
        if [len(row) for row in rows] != [len(row) for row in wanted_rows]:
            raise AssertionError("%s has another shape" % name)
        magnifies = max(1, largest_logit) if name in AFTER_SOFTMAX else 1
        tolerance = PRINTED + ROUNDING * magnifies * largest(wanted_rows)
        for i, (row, wanted_row) in enumerate(zip(rows, wanted_rows)):
            for j, (value, number) in enumerate(zip(row, wanted_row)):
                if not is_close(value, number, tolerance):
                    raise AssertionError("%s[%d,%d] is %r, the lab says %r; within %.2g is promised"
                                         % (name, i, j, value, number, tolerance))
    return sum(len(row) for _, rows in blocks for row in rows)


def check(program, python, folder, form, document):
    path = os.path.join(folder, "document.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(document)
    script = os.path.join(folder, "script.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(run(program, "copy-as", path, "--format", form))
    # The script's output must not depend on the locale.
    environment = dict(os.environ, LC_ALL="C", PYTHONIOENCODING="ascii")
    output = run(python, "-W", "error", script, cwd=folder, env=environment)
    given = json.loads(document)
    computed = json.loads(run(program, "compute", path, "--json"))
    return compare(printed(output), expected(given, computed), given["options"]["temperature"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--presets", required=True)
    parser.add_argument("--format", required=True, choices=sorted(LIBRARIES))
    arguments = parser.parse_args()
    python = python_with(LIBRARIES[arguments.format])
    if python is None:
        print("skipped: no Python here can import %s (Debian: apt-get install %s)"
              % (LIBRARIES[arguments.format], PACKAGES[arguments.format]))
        return SKIPPED
    count = numbers = failures = 0
    with tempfile.TemporaryDirectory(prefix="attention-lab-") as folder:
        for name, document in documents(arguments.presets, SAMPLE[arguments.format]):
            count += 1
            try:
                numbers += check(os.path.abspath(arguments.program), python, folder, arguments.format, document)
            except AssertionError as error:
                failures += 1
                print("%s: %s" % (name, error))
    print("%d documents, %d printed numbers compared, %d documents failed (%s)" % (count, numbers, failures, python))
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
