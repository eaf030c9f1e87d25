"""How long the program takes to its first frame, compared with an empty window of Dear ImGui in the same run.

    first_frame.py build/release [runs]

Prints the medians of the time until the first frame and of the processor's time for the whole run, of both, and their
ratios. The two are started in turn. Needs a display.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile


def run(*command):
    """Standard output, and milliseconds of the processor's time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    folder = sys.argv[1]
    times = {"empty window": [], "Attention Lab": []}
    with tempfile.TemporaryDirectory() as temporary:
        stats = os.path.join(temporary, "stats.json")
        for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 15):
            output, processor = run(os.path.join(folder, "attention-empty-window"))
            times["empty window"].append((float(output), processor))
            _, processor = run(os.path.join(folder, "attention-lab"), "--size", "1280x800", "--frames", "1", "--stats", stats)
            with open(stats, encoding="utf-8") as file:
                times["Attention Lab"].append((json.load(file)["first_frame_ms"], processor))
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in times.items()}
    print("%-14s %12s %12s" % ("", "first frame", "processor"))
    for name, (first, processor) in medians.items():
        print("%-14s %9.0f ms %9.0f ms" % (name, first, processor))
    empty, lab = medians.values()
    print("%-14s %12.2f %12.2f" % ("ratio", lab[0] / empty[0], lab[1] / empty[1]))


if __name__ == "__main__":
    main()
