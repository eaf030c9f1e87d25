"""Self-attention of one head without biases, in plain Python, to compare the program's numbers with."""

import math


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def softmax(row):
    largest = max(row)
    exponentials = [math.exp(x - largest) for x in row]
    total = sum(exponentials)
    return [e / total for e in exponentials]


def expected_trace(document):
    """The intermediates by name. −∞ stands for what the mask hides."""
    X = document["embeddings"]
    head = document["heads"][0]
    Q, K, V = (product(X, head[name]) for name in ("W_q", "W_k", "W_v"))
    scores = product(Q, [list(column) for column in zip(*K)])
    divisor = math.sqrt(len(head["W_q"][0]))
    is_causal = document["options"]["mask"] == "causal"
    masked = [[-math.inf if is_causal and j > i else score / divisor for j, score in enumerate(row)]
              for i, row in enumerate(scores)]
    weights = [softmax(row) for row in masked]
    return {"Q": Q, "K": K, "V": V, "scores": scores, "masked_scores": masked, "weights": weights,
            "head_output": product(weights, V)}


def largest_difference(computed, expected):
    """Between what `compute --json` says and expected_trace; infinite where shapes differ."""
    largest = 0.0
    for name, matrix in expected.items():
        rows = computed["heads"][0][name]
        if [len(row) for row in rows] != [len(row) for row in matrix]:
            return math.inf
        for row, expected_row in zip(rows, matrix):
            for value, wanted in zip(row, expected_row):
                if wanted == -math.inf or value is None:
                    largest = max(largest, 0.0 if wanted == -math.inf and value is None else math.inf)
                else:
                    largest = max(largest, abs(value - wanted))
    return largest
