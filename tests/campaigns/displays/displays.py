"""Displays of every kind: OpenGL 3.0 to 3.3, none at all, one that dies, tiny and huge windows, scales.

    displays.py --program build/asan/attention-lab --presets assets/presets --seconds N --seed S
    displays.py --program … --presets … --case K --seed S

Each case either works (the screenshot shows something, exit code 0) or ends with one sentence and exit code 1
or 2; no signal ends the program. A case follows from its number and the seed alone.
"""

import argparse
import json
import os
import random
import re
import struct
import subprocess
import sys
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../end_to_end"))
from desktop import Desktop, Failure, check, wait_until  # noqa: E402

PACE = 6  # slowdown caused by the sanitizers and by pictures of 8,192 × 4,096 pixels
PRESETS = ("journey", "journey-two-heads", "dog", "alice-trained")
WORKSPACES = ("pipeline", "figures", "laboratory", "museum")
THEMES = ("paper", "night")
SECONDS_TO_END = 20
SECONDS_UNTIL_KEPT = 1  # the maximum age of the recovery file


def large_document(path, n_tokens=40, d_model=32):
    """More vertices than 16-bit indices can name, in a window that is large enough."""
    def matrix(rows, columns):
        return [[round((i * 7 + j * 3) % 20 / 10 - 1, 2) for j in range(columns)] for i in range(rows)]
    document = {"format": "attention-lab/document", "version": 1, "title": "Large",
                "tokens": ["word%d" % i for i in range(n_tokens)], "embeddings": matrix(n_tokens, d_model),
                "heads": [{name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v")}],
                "options": {"projection": "trainable", "scale": "sqrt_d_k", "mask": "none", "temperature": 1}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return path


def png_size_and_bytes(path):
    """Width, height and the filtered bytes of the picture: where it is of one colour, nearly all are 0."""
    with open(path, "rb") as file:
        data = file.read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "the screenshot is a PNG")
    position, compressed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        if kind == b"IDAT":
            compressed += data[position + 8:position + 8 + length]
        position += 12 + length
    return struct.unpack(">II", data[16:24]) + (zlib.decompress(compressed),)


def sentences(complaint):
    """What the program says; libraries may say more."""
    return [line for line in complaint.splitlines()
            if line.startswith("attention-lab: ") and ": warning: " not in line]


def check_ended_properly(code, complaint):
    check(code >= 0, "no signal ends the program (it was %d): %s" % (-code, complaint[-2000:]))
    check(code in (1, 2), "the exit code is %d: %s" % (code, complaint[-2000:]))
    said = sentences(complaint)
    if not said and ("fatal IO error" in complaint or re.search("X connection to .* broken", complaint)):
        return  # the display closed before there was a window; the X library reports that itself
    check(len(said) == 1, "one sentence says why, not %d: %s" % (len(said), complaint[-2000:]))


def check_works_or_says_why(desktop, arguments, environment=None, must_work=True):
    picture = desktop.path("picture.png")
    if os.path.exists(picture):
        os.remove(picture)
    code, _, complaint = desktop.run(*arguments, "--screenshot", picture, environment=environment)
    if code == 0:
        width, height, bytes_ = png_size_and_bytes(picture)
        # A window of 64 × 64 pixels with text of 250% shows little more than the corner of a panel.
        fewest_colours = 16 if width * height > 128 * 128 else 4
        check(width * height > 0 and len(set(bytes_)) > fewest_colours, "the screenshot shows something")
        return
    check_ended_properly(code, complaint)
    check(not must_work, "it works: " + complaint[-2000:])


class Case:
    """One way of starting the program, drawn from the seed and its number."""

    def __init__(self, seed, number):
        self.random = random.Random("%d/%d" % (seed, number))
        # The first cases are one of each kind, so that even the shortest run has all kinds.
        kind = number if number < len(KINDS) else self.random.randrange(len(KINDS))
        self.name, self.run = KINDS[kind]

    def desktop(self, arguments, **screen):
        return Desktop(arguments.program, arguments.presets, None, PACE, **screen)

    def look(self):
        return ["--theme", self.random.choice(THEMES), "--workspace", self.random.choice(WORKSPACES),
                "--text-size", str(self.random.choice((75, 100, 250)))]


def opengl_version(case, arguments):
    version = case.random.choice(("2.1", "3.0", "3.1", "3.2", "3.3", "3.3COMPAT", "4.5"))
    large = case.random.random() < 0.6
    size = "3840x2160" if large else "1280x800"
    with case.desktop(arguments, screen=size + "x24") as desktop:
        path = large_document(desktop.path("large.json")) if large else desktop.preset(case.random.choice(PRESETS))
        environment = dict(desktop.environment, MESA_GL_VERSION_OVERRIDE=version)
        check_works_or_says_why(desktop, [path, "--size", size, *case.look()], environment,
                                must_work=version not in ("2.1", "3.1"))


def opengl_30_large(case, arguments):
    with case.desktop(arguments, screen="3840x2160x24") as desktop:
        path = large_document(desktop.path("large.json"))
        for version in ("3.0", "3.1", "3.2", "3.3"):
            environment = dict(desktop.environment, MESA_GL_VERSION_OVERRIDE=version)
            check_works_or_says_why(desktop, [path, "--size", "3840x2160"], environment,
                                    must_work=version != "3.1")


def no_display(case, arguments):
    with case.desktop(arguments) as desktop:
        for display in (None, "", ":97531", "nowhere:0", "/", "x" * 3000):
            environment = dict(desktop.environment)
            environment.pop("DISPLAY")
            if display is not None:
                environment["DISPLAY"] = display
            code, output, complaint = desktop.run(desktop.preset("journey"), environment=environment)
            check(output == "", "nothing goes to standard output")
            check_ended_properly(code, complaint)


def start(desktop, *arguments):
    """Without a focused window, so that it may die or be resized at any time."""
    complaints = open(desktop.path("complaints"), "w+b")
    return subprocess.Popen([desktop.program, *arguments], env=desktop.environment, stdin=subprocess.DEVNULL,
                            stderr=complaints), complaints


def ended(process, complaints):
    try:
        code = process.wait(SECONDS_TO_END * PACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise Failure("it ends within %d s" % (SECONDS_TO_END * PACE)) from None
    complaints.seek(0)
    return code, complaints.read().decode("utf-8", "replace")


def display_dies_early(case, arguments):
    with case.desktop(arguments) as desktop:
        process, complaints = start(desktop, desktop.preset("journey"))
        time.sleep(case.random.uniform(0, 1.5))
        desktop.screen.kill()
        desktop.screen.wait()
        check_ended_properly(*ended(process, complaints))


def display_dies_after_edit(case, arguments):
    with case.desktop(arguments) as desktop:
        path = desktop.preset("journey")
        cell = desktop.layout(path)["X[1,2]"]
        program = desktop.start(path)
        program.drag(cell, 40)
        program.wait_for_change()
        time.sleep(SECONDS_UNTIL_KEPT + case.random.uniform(0, 1))
        desktop.screen.kill()
        desktop.screen.wait()
        code = program.process.wait(SECONDS_TO_END * PACE)
        check(code >= 0, "no signal ends the program (it was %d)" % -code)
        check(desktop.recovery_files(), "work that is older than %d s is kept" % SECONDS_UNTIL_KEPT)


def tiny_window(case, arguments):
    with case.desktop(arguments) as desktop:
        program = desktop.start(desktop.preset(case.random.choice(PRESETS)))
        for size in ((1, 1), (1, 900), (1400, 1), (2, 2), (1280, 800)):
            program.xdotool("windowsize", program.window, *size)
            time.sleep(0.2)
            program.move(size[0] / 2, size[1] / 2)
            program.keys(case.random.choice(("ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "F1", "Escape", "ctrl+t")))
            check(program.is_alive(), "it lives on in a window of %d × %d" % size)
        program.keys("Escape", "Escape", "ctrl+q")
        check(program.process.wait(SECONDS_TO_END * PACE) == 0, "it ends with exit code 0")


def smallest_screen(case, arguments):
    with case.desktop(arguments, screen="64x64x24") as desktop:
        check_works_or_says_why(desktop, [desktop.preset("journey"), "--size", "64x64", *case.look()])


def huge_window(case, arguments):
    with case.desktop(arguments, screen="8192x4096x24") as desktop:
        large = case.random.random() < 0.5
        path = large_document(desktop.path("large.json")) if large else desktop.preset(case.random.choice(PRESETS))
        check_works_or_says_why(desktop, [path, "--size", "8192x4096", *case.look()])


def window_beyond_the_screen(case, arguments):
    with case.desktop(arguments, screen="800x600x24") as desktop:
        size = case.random.choice(("8192x4096", "16384x16384", "16384x64", "64x16384"))
        check_works_or_says_why(desktop, [desktop.preset("journey"), "--size", size], must_work=False)


def content_scale(case, arguments):
    scale = case.random.choice((0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4))
    with case.desktop(arguments, screen="3000x2000x24", dots_per_inch=round(96 * scale)) as desktop:
        size = case.random.choice(("640x480", "1280x800"))
        check_works_or_says_why(desktop, [desktop.preset(case.random.choice(PRESETS)), "--size", size, *case.look()])


def shallow_screen(case, arguments):
    """Few colours: there may be no OpenGL for them at all."""
    with case.desktop(arguments, screen="1280x800x%d" % case.random.choice((8, 16, 30))) as desktop:
        check_works_or_says_why(desktop, [desktop.preset("journey"), "--size", "1280x800"], must_work=False)


def screen_without_opengl(case, arguments):
    with case.desktop(arguments) as desktop:
        environment = dict(desktop.environment, LIBGL_DRIVERS_PATH="/nonexistent", GALLIUM_DRIVER="none")
        check_works_or_says_why(desktop, [desktop.preset("journey"), "--size", "1280x800"], environment,
                                must_work=False)


KINDS = (
    ("OpenGL 3.0 to 3.3 with a large document", opengl_30_large),
    ("no display", no_display),
    ("a display that dies at once", display_dies_early),
    ("a display that dies after an edit", display_dies_after_edit),
    ("a window of 1 × 1", tiny_window),
    ("a window of 8,192 × 4,096", huge_window),
    ("a scale", content_scale),
    ("a version of OpenGL", opengl_version),
    ("a screen of 64 × 64", smallest_screen),
    ("a window beyond the screen", window_beyond_the_screen),
    ("a screen of few colours", shallow_screen),
    ("a screen without OpenGL", screen_without_opengl),
)


def try_case(number, arguments):
    """Returns what is wrong, or None."""
    case = Case(arguments.seed, number)
    try:
        case.run(case, arguments)
    except Failure as failure:
        return "%s: %s" % (case.name, failure)
    except subprocess.TimeoutExpired as late:
        return "%s: it does not end within %g s" % (case.name, late.timeout)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--presets", required=True)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int, help="only this one")
    arguments = parser.parse_args()
    # Ignore memory that the graphics driver keeps until the end.
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")
    end = time.monotonic() + arguments.seconds
    numbers = [arguments.case] if arguments.case is not None else iter(range(1 << 30))
    tried = findings = 0
    for number in numbers:
        if arguments.case is None and time.monotonic() >= end:
            break
        wrong = try_case(number, arguments)
        tried += 1
        if wrong is None:
            continue
        findings += 1
        print("finding: %s\n  repeat: python3 %s --program %s --presets %s --seed %d --case %d"
              % (wrong, os.path.relpath(__file__), arguments.program, arguments.presets, arguments.seed, number), flush=True)
    print("displays: %d displays tried, %d findings" % (tried, findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
