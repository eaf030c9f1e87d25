#!/usr/bin/python3
"""Prints what next_word_benchmark.cpp measures, for PyTorch in eager mode (Debian: python3-torch), on one thread."""
import math
import time

import torch

SENTENCES, WORDS, D_MODEL, D_K, D_V = 18, 24, 8, 4, 8
STEPS, ROUNDS = 1000, 5


def measure(name, over_last, train_words):
    torch.manual_seed(1)
    words = torch.randint(0, WORDS, (SENTENCES, 4))
    features = torch.randn(WORDS, D_MODEL).requires_grad_(train_words)
    layers = [torch.nn.Linear(D_MODEL, size, bias=False) for size in (D_K, D_K, D_V)]
    output = torch.nn.Linear(D_V, D_MODEL, bias=False)
    parameters = [layer.weight for layer in layers + [output]] + ([features] if train_words else [])
    optimizer = torch.optim.Adam(parameters, lr=.02)
    hidden = torch.triu(torch.ones(3, 3, dtype=torch.bool), 1)

    def step():
        Q, K, V = (layer(features[words[:, :-1]]) for layer in layers)
        if over_last:
            Q = Q[:, -1:]
            weights = torch.softmax(Q @ K.transpose(1, 2) / math.sqrt(D_K), -1)  # the last word sees all words
        else:
            scores = (Q @ K.transpose(1, 2) / math.sqrt(D_K)).masked_fill(hidden, -math.inf)
            weights = torch.softmax(scores, -1)
        context = output(weights @ V)
        logits = (context @ features.T).flatten(0, 1)
        right = (words[:, -1:] if over_last else words[:, 1:]).flatten()
        loss = torch.nn.functional.cross_entropy(logits, right)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    best = math.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(STEPS):
            step()
        best = min(best, (time.perf_counter() - start) / STEPS)
    print(f"train_step/next_word/{name}: {best * 1e6:.0f} µs, {1 / best:,.0f} steps a second")


if __name__ == "__main__":
    torch.set_num_threads(1)
    measure("last_word", True, False)
    measure("last_word_and_embeddings", True, True)
    measure("every_position", False, False)
