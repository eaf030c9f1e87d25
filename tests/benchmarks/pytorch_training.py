#!/usr/bin/python3
"""Times the steps of training of training_benchmark.cpp with PyTorch (Debian: apt-get install python3-torch).

Install libopenblas0-pthread beside it: without, Debian's PyTorch multiplies with a much slower library.
"""
import math
import os
import statistics
import time

import torch

SIZES = [(8, 8, 4), (16, 64, 16), (64, 64, 64), (128, 256, 64)]  # n_tokens, d_model, d_k


def make_step(n_tokens, d_model, d_k):
    """Only what the loss needs: V and the context are not computed."""
    X = torch.randn(n_tokens, d_model)
    W_q, W_k = (torch.nn.Parameter(torch.randn(d_model, d_k) / math.sqrt(d_model)) for _ in range(2))
    target = torch.softmax(torch.randn(n_tokens, n_tokens), -1)
    optimizer = torch.optim.Adam([W_q, W_k], lr=.001)

    def step():
        scores = (X @ W_q) @ (X @ W_k).T / math.sqrt(d_k)
        loss = -(target * torch.log_softmax(scores, -1)).sum() / n_tokens
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def median_time(size, seconds=2.0):
    step = make_step(*size)
    for _ in range(20):
        step()
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        step()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    torch.manual_seed(1)
    for threads in {1, os.cpu_count()}:
        torch.set_num_threads(threads)
        print(f"PyTorch {torch.__version__}, threads: {threads}; median wall time")
        for size in SIZES:
            print(f"train_step/match/{size[0]}x{size[2]:<8} {median_time(size) * 1e6:12.1f} us")
