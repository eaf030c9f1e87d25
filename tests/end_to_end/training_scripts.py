"""Runs the scripts of `train --script` with Python: each compares its losses with the lab's.

    training_scripts.py --program build/release/attention-lab --presets assets/presets

Needs a Python that can import PyTorch (Debian: python3-torch); says so and exits with 77 where there is none.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from copied_scripts import SKIPPED, STRANGE_TOKENS, python_with, run

STEPS = 200  # a script compares 100 of them
RATES = {"sgd": ".5", "momentum": ".1", "adam": ".02"}


def matrix(choose, rows, columns, size=.5):
    return [[round(choose.uniform(-size, size), 4) for _ in range(columns)] for _ in range(rows)]


def with_biases(document, choose, d_k, d_v, d_out=None):
    for head in document["heads"]:
        head.update(b_q=matrix(choose, 1, d_k)[0], b_k=matrix(choose, 1, d_k)[0], b_v=matrix(choose, 1, d_v)[0])
    if d_out:
        document["b_o"] = matrix(choose, 1, d_out)[0]


def match_documents(alice, choose):
    """(name, document, options of `train`)."""
    yield "alice", alice, []
    biased = json.loads(json.dumps(alice))
    with_biases(biased, choose, 3, 2)
    yield "biases", biased, ["--train", "W_q,W_k,b_q,b_k"]
    causal = json.loads(json.dumps(alice))
    causal["options"].update(mask="causal", temperature=.5)
    causal["target"] = [[1, 0, 0, 0], [.3, .7, 0, 0], [.7, .1, .2, 0], [.1, .2, .3, .4]]
    yield "causal mask", causal, ["--train", "X,W_q,W_k", "--seed", "3"]
    for mask, target in [({"window": {"left": 1, "right": 1}},
                          [[.6, .4, 0, 0], [.2, .7, .1, 0], [0, .1, .2, .7], [0, 0, .5, .5]]),
                         ({"padding": 1}, [[.6, .3, .1, 0], [.2, .7, .1, 0], [.1, .2, .7, 0], [0, 0, 0, 0]]),
                         ({"visible": [[1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]]},
                          [[.5, 0, .3, .2], [0, 0, 0, 0], [.4, .6, 0, 0], [.1, .2, .3, .4]])]:
        masked = json.loads(json.dumps(alice))
        masked["options"].update(mask=mask)
        masked["target"] = target
        yield "mask %s" % json.dumps(mask), masked, ["--train", "X,W_q,W_k", "--seed", "3"]
    several = json.loads(json.dumps(alice))
    several["heads"] += [{"W_q": matrix(choose, 3, 3), "W_k": matrix(choose, 3, 3), "W_v": matrix(choose, 3, 2)}]
    several["options"]["scale"] = 3.5
    yield "second head", several, ["--head", "2"]
    strange = json.loads(json.dumps(alice))
    strange["tokens"] = ["'''", "\\", "\u202eevil", "a\nimport os"]
    strange["title"] = STRANGE_TOKENS[6]
    strange["options"]["scale"] = "none"
    yield "strange tokens", strange, []
    for positions in ["sinusoidal", matrix(choose, 4, 3)]:
        positioned = json.loads(json.dumps(alice))
        positioned["position_embeddings"] = positions
        trained = "token_embeddings,W_q" + (",position_embeddings" if positions != "sinusoidal" else "")
        yield "positions", positioned, ["--train", trained]


def next_word_documents(words, choose):
    for over in ["last-word", "every-position"]:
        yield "words, " + over, words, ["--loss-over", over]
    yield "learned features", words, ["--train", "X,W_q,W_k,W_v,W_o", "--seed", "5"]
    bare = json.loads(json.dumps(words))
    del bare["W_o"]
    yield "no W_o", bare, ["--loss-over", "every-position"]
    biased = json.loads(json.dumps(words))
    with_biases(biased, choose, 4, 8, 8)
    biased["options"].update(temperature=.5, scale=3.5)
    yield "biases", biased, ["--train", "W_q,W_v,W_o,b_q,b_k,b_v,b_o"]
    two = json.loads(json.dumps(words))
    two["heads"] += [{"W_q": matrix(choose, 8, 4), "W_k": matrix(choose, 8, 4), "W_v": matrix(choose, 8, 8)}]
    two["W_o"] += matrix(choose, 8, 8)
    two["options"]["mask"] = "none"
    yield "two heads", two, ["--loss-over", "every-position"]
    dropping = json.loads(json.dumps(two))
    dropping["dropout"] = {"p": .2, "seed": 1}
    dropping["corpus"] += ["Rex will", "Alice will eat", "Rex will eat"]  # of several lengths
    yield "dropout", dropping, ["--loss-over", "every-position", "--train", "X,W_q,W_k,W_v,W_o"]
    linear = json.loads(json.dumps(words))
    linear["W_u"] = matrix(choose, 8, len(words["vocabulary"]))
    yield "output layer", linear, ["--loss-over", "every-position"]
    yield "output layer with learned features", linear, ["--train", "X,W_v,W_o,W_u", "--seed", "6"]
    yield "output layer alone", linear, ["--train", "W_u"]
    for positions in ["sinusoidal", matrix(choose, 4, 8)]:
        positioned = json.loads(json.dumps(words))
        positioned["tokens"] = ["the", "dog", "will", "eat"]
        positioned["position_embeddings"] = positions
        trained = "X,W_q,W_k,W_v,W_o" + (",position_embeddings" if positions != "sinusoidal" else "")
        yield "positions", positioned, ["--train", trained, "--loss-over", "every-position"]


def check(program, python, folder, objective, document, options, optimizer):
    path, script = os.path.join(folder, "document.json"), os.path.join(folder, "script.py")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    run(program, "train", path, "--objective", objective, "--optimizer", optimizer, "--learning-rate", RATES[optimizer],
        "--steps", str(STEPS), "--script", script, "-o", os.path.join(folder, "out.json"), *options)
    environment = dict(os.environ, LC_ALL="C", PYTHONIOENCODING="ascii")
    printed = run(python, "-W", "error", script, cwd=folder, env=environment)
    rows = [line.split() for line in printed.splitlines()[1:]]
    if [row[0] for row in rows] != ["0", "1", "2", "5", "10", "20", "50", "100", "200"]:
        raise AssertionError("printed the steps %s" % [row[0] for row in rows])
    if float(rows[-1][1]) >= float(rows[0][1]):
        raise AssertionError("nothing was learned:\n" + printed)


def check_that_a_wrong_script_fails(python, folder):
    """The last script, with another learning rate."""
    with open(os.path.join(folder, "script.py"), encoding="utf-8") as file:
        text = file.read()
    wrong = os.path.join(folder, "wrong.py")
    with open(wrong, "w", encoding="utf-8") as file:
        file.write(text.replace("lr=0.02", "lr=0.021"))
    done = subprocess.run([python, wrong], capture_output=True, encoding="utf-8", timeout=240)
    if done.returncode == 0 or "AssertionError: step" not in done.stderr:
        raise AssertionError("a wrong learning rate was not noticed: " + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--presets", required=True)
    arguments = parser.parse_args()
    python = python_with("torch")
    if python is None:
        print("skipped: no Python here can import torch (Debian: apt-get install python3-torch)")
        return SKIPPED

    def preset(name):
        with open(os.path.join(arguments.presets, name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    choose = random.Random(1)
    cases = [("match",) + case for case in match_documents(preset("alice"), choose)]
    cases += [("next-word",) + case for case in next_word_documents(preset("words"), choose)]
    failures = 0
    with tempfile.TemporaryDirectory(prefix="attention-lab-") as folder:
        for number, (objective, name, document, options) in enumerate(cases):
            # All three for the first of each objective, and one in turn for the others.
            optimizers = list(RATES) if name in ("alice", "words, last-word") else [list(RATES)[number % 3]]
            for optimizer in optimizers:
                try:
                    check(os.path.abspath(arguments.program), python, folder, objective, document, options, optimizer)
                except AssertionError as error:
                    failures += 1
                    print("%s, %s, %s: %s" % (objective, name, optimizer, error))
            if name == "words, last-word":
                check_that_a_wrong_script_fails(python, folder)
    print("%d documents trained by the lab and by PyTorch, %d runs differ (%s)" % (len(cases), failures, python))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
