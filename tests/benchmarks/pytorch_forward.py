#!/usr/bin/python3
"""Times the forward passes of forward_benchmark.cpp with PyTorch (Debian: apt-get install python3-torch).

Install libopenblas0-pthread beside it: without, Debian's PyTorch multiplies with a much slower library.
"""
import math
import os
import statistics
import time

import torch

SIZES = [(6, 3, 1, 2), (64, 64, 1, 64), (128, 768, 12, 64), (512, 768, 12, 64), (1024, 768, 12, 64)]


def forward(X, weights, n_heads, d_k):
    """All heads at once, the fast way in PyTorch: one product for all queries, one for all keys …"""
    n_tokens = X.shape[0]
    Q, K, V = ((X @ W).view(n_tokens, n_heads, d_k).transpose(0, 1) for W in weights)
    scores = Q @ K.transpose(1, 2)
    scaled_scores = scores / math.sqrt(d_k)
    attention = torch.softmax(scaled_scores, -1)
    return (attention @ V).transpose(0, 1).reshape(n_tokens, n_heads * d_k)


def median_time(n_tokens, d_model, n_heads, d_k, seconds=2.0):
    X = torch.randn(n_tokens, d_model)
    weights = [torch.randn(d_model, n_heads * d_k) / math.sqrt(d_model) for _ in range(3)]
    for _ in range(3):
        forward(X, weights, n_heads, d_k)
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        forward(X, weights, n_heads, d_k)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    torch.set_grad_enabled(False)
    torch.manual_seed(1)
    torch.set_num_threads(os.cpu_count())
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads; median wall time")
    for size in SIZES:
        print(f"forward/{'/'.join(map(str, size[:3])):12} {median_time(*size) * 1e6:12.1f} us")
