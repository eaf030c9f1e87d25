"""Drives the real window as a person would, and checks what is saved.

    end_to_end.py --program build/release/attention-lab --presets assets/presets
                  --drop-file build/release/drop_file SCENARIO

Needs Xvfb and xdotool; brings its own screen, home and settings, and leaves nothing behind.
"""

import argparse
import copy
import csv
import json
import math
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time
import xml.parsers.expat

from attention import expected_trace, largest_difference
from desktop import (Desktop, Failure, check, middle, read_bytes, read_json, screen_size, size_text,
                   wait_until)
from pixels import Picture

TOLERANCE = 1e-6


def close(a, b):
    return abs(a - b) <= TOLERANCE


def check_same_but(saved, expected):
    """Equal in everything; `expected` is the original with the change made by hand."""
    saved, expected = copy.deepcopy(saved), copy.deepcopy(expected)
    for key, value in expected.items():
        check(key in saved, "the saved file has " + key)
        check(nearly_equal(saved[key], value), "%s is %s, saved is %s" % (key, value, saved[key]))
    # After an edit, the numbers may no longer match the title; the file records that.
    check(saved.keys() - expected.keys() <= {"changed_since_titled"}, "the saved file has no other keys")


def nearly_equal(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(nearly_equal, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(nearly_equal(a[key], b[key]) for key in a)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return close(a, b)
    return a == b


def check_computed(desktop, path, document):
    difference = largest_difference(desktop.compute(path), expected_trace(document))
    check(difference < 1e-5, "compute gives the expected numbers; the largest difference is %g" % difference)


def drag_is_one_undo_step(desktop):
    path = desktop.preset("journey")
    original, bytes_before = read_json(path), read_bytes(path)
    cell = desktop.layout(path)["X[1,2]"]
    program = desktop.start(path)
    program.drag(cell, 40)
    program.wait_for_change()
    expected = copy.deepcopy(original)
    expected["embeddings"][1][2] += 0.40
    check_same_but(program.save(path), expected)
    check_computed(desktop, path, expected)

    program.keys("ctrl+z")
    program.wait_for_change()
    program.save(path)
    check(read_bytes(path) == bytes_before, "one undo gives the original file back, byte for byte")

    program.keys("ctrl+y")
    program.wait_for_change()
    check_same_but(program.save(path), expected)


def drag_and_escape_changes_nothing(desktop):
    path = desktop.preset("journey")
    bytes_before = read_bytes(path)
    x, y = middle(desktop.layout(path)["W_k[1,1]"])
    program = desktop.start(path)
    program.move(x, y)
    program.xdotool("mousedown", 1)
    time.sleep(program.hold)
    for step in range(1, 6):
        program.move(x + 6 * step, y)
    program.keys("Escape")
    program.xdotool("mouseup", 1)
    program.settle()
    program.save(path)
    check(read_bytes(path) == bytes_before, "Escape while dragging gives the old value back")


def typed_value_is_taken(desktop):
    path = desktop.preset("journey")
    expected = read_json(path)
    cell = desktop.layout(path)["W_q[1,0]"]
    program = desktop.start(path)
    program.double_click(cell)
    program.settle()
    program.type("-1.25")
    program.keys("Return")
    program.wait_for_change()
    expected["heads"][0]["W_q"][1][0] = -1.25
    check_same_but(program.save(path), expected)
    check_computed(desktop, path, expected)

    bytes_before = read_bytes(path)
    program.double_click(cell)
    program.settle()
    program.type("abc")
    program.keys("Return")
    program.settle()
    program.keys("Escape")
    program.settle()
    check("changed" not in program.title(), "what is no number changes nothing")
    program.save(path)
    check(read_bytes(path) == bytes_before, "what is no number is refused")


def fast_keys_are_not_lost(desktop):
    path = desktop.preset("journey")
    expected = read_json(path)
    cell = desktop.layout(path)["W_v[2,1]"]
    program = desktop.start(path)
    program.double_click(cell)
    program.settle()
    program.fast_keys("minus", "0", "period", "8", "1", "2", "5", "Return")
    program.wait_for_change()
    expected["heads"][0]["W_v"][2][1] = -0.8125
    check_same_but(program.save(path), expected)


def new_sentence_keeps_known_words(desktop):
    path = desktop.preset("journey")
    original = read_json(path)
    box = desktop.layout(path)["sentence"]
    program = desktop.start(path)
    program.click(box)
    program.settle()
    program.keys("ctrl+a")
    program.type("one step starts today")
    program.keys("Return")
    program.wait_for_change()
    saved = program.save(path)
    check(saved["tokens"] == ["one", "step", "starts", "today"], "words are tokens: %s" % saved["tokens"])
    for word in ("one", "step", "starts"):
        before = original["embeddings"][original["tokens"].index(word)]
        check(saved["embeddings"][saved["tokens"].index(word)] == before, "“%s” keeps its embedding" % word)
    check(len(saved["embeddings"][3]) == 3, "the new word has an embedding")
    check(saved["heads"] == original["heads"], "the weights stay")
    check_computed(desktop, path, saved)


def mask_is_chosen_and_the_program_stays(desktop):
    path = desktop.preset("journey")
    expected = read_json(path)
    items = desktop.layout(path)
    program = desktop.start(path)
    # The list opens below its control; the position of the second line depends on the style.
    x, _ = middle(items["mask"])
    foot = items["mask"][1] + items["mask"][3]
    for below in (62, 54, 70, 46, 78, 38, 86):
        program.click(items["mask"])
        program.settle()
        program.move(x, foot + below)
        program.press_button()
        program.settle()
        if "changed" in program.title():
            break
        program.keys("Escape")
    expected["options"]["mask"] = "causal"
    check_same_but(program.save(path), expected)
    check_computed(desktop, path, expected)

    program.click(items["workspace.figures"])
    program.settle()
    program.click(items["workspace.pipeline"])
    program.keys("ctrl+2", "ctrl+1", "ctrl+t", "ctrl+t", "ctrl+plus", "ctrl+0")
    program.keys("F1")
    program.settle()
    program.keys("Escape")
    program.settle()
    program.keys("F11")
    program.settle()
    program.keys("F11")
    program.settle()
    program.xdotool("windowfocus", program.window)
    program.settle()
    check(program.is_alive(), "the program is still there")
    check_same_but(program.save(path), expected)


def saved_as_and_opened_again(desktop):
    path, other = desktop.preset("journey"), desktop.path("my lesson.json")
    original, bytes_before = read_json(path), read_bytes(path)
    cell = desktop.layout(path)["W_v[0,1]"]
    program = desktop.start(path)
    program.drag(cell, -25)
    program.wait_for_change()
    expected = copy.deepcopy(original)
    expected["heads"][0]["W_v"][0][1] -= 0.25
    # A drag rounds to four decimals, as shown in the cells.
    expected["heads"][0]["W_v"][0][1] = round(expected["heads"][0]["W_v"][0][1], 4)
    check_same_but(program.save_as(other), expected)
    check(read_bytes(path) == bytes_before, "the file it came from is as it was")

    program.open(path)
    program.save(path)  # the saved file has the open document
    check(read_bytes(path) == bytes_before, "the first file is open again, unchanged")
    program.open(other)
    check_same_but(program.save(other), expected)
    check(read_bytes(path) == bytes_before, "and the first one was left alone")


def recorded_session_is_replayed(desktop):
    path, other = desktop.preset("journey"), desktop.path("saved.json")
    recording, repeated = desktop.path("session.jsonl"), desktop.path("repeated.json")
    cell = desktop.layout(path)["X[1,2]"]
    program = desktop.start(path, "--record", recording)
    program.drag(cell, 40)
    program.wait_for_change()
    program.keys("ctrl+z")
    program.keys("ctrl+y")
    program.drag(cell, -15)
    program.settle()
    program.save_as(other)
    check(b'"preview"' in read_bytes(recording), "what was shown while dragging is recorded")
    desktop.run("--replay", recording, "--output", repeated)
    check(read_bytes(repeated) == read_bytes(other), "the recording leads to the document that was saved")
    again = desktop.path("again.jsonl")
    code, _, complaint = desktop.run("--replay", recording, "--record", again, "--screenshot", desktop.path("a.png"))
    check(code == 0, "it is repeated in a window: " + complaint)
    check(read_bytes(again).startswith(read_bytes(recording)), "and the same happens there")


def dropped_file_is_opened(desktop):
    path, broken = desktop.preset("dream"), desktop.path("broken.json")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("{")
    program = desktop.start(desktop.preset("journey"))
    program.drop(path)
    wait_until(lambda: "dream.json" in program.title(), "a file dropped on the window is opened")
    program.drop(broken)
    program.settle()
    check(program.is_alive() and "dream.json" in program.title(), "a broken one leaves what is open alone")


def kept_value(desktop):
    """The cell X[0,0] of the document that is kept now; 0 where there is none."""
    files = desktop.recovery_files()
    return read_json(files[0])["embeddings"][0][0] if files else 0


def restored(desktop):
    """The next start, once Enter has given the work back."""
    again = desktop.start()
    again.settle()
    again.keys("Return")
    wait_until(lambda: "journey.json" in again.title(), "Enter gives the work back")
    check("changed" in again.title(), "it is not taken as saved")
    return again


def work_survives_a_crash(desktop):
    path, rescued = desktop.preset("journey"), desktop.path("rescued.json")
    bytes_before, expected = read_bytes(path), read_json(path)
    cell = desktop.layout(path)["X[0,0]"]
    program = desktop.start(path)
    program.drag(cell, 30)
    program.wait_for_change()
    wait_until(lambda: close(kept_value(desktop), 0.73), "unsaved work is kept within a second")
    program.kill()
    check(read_bytes(path) == bytes_before, "the file is as it was saved")

    again = restored(desktop)
    expected["embeddings"][0][0] += 0.30
    check_same_but(again.save_as(rescued), expected)
    check(not desktop.recovery_files(), "what is saved needs no rescue")
    again.keys("ctrl+q")
    check(again.process.wait(20) == 0, "the program ends well")
    check(read_bytes(path) == bytes_before, "the original is still as it was saved")


def restored_value(desktop, edit):
    """The cell X[0,0] once the next start has given the document back. `edit` drags it and ends the program."""
    path = desktop.preset("journey")
    bytes_before = read_bytes(path)
    program = desktop.start(path)
    edit(program)
    check(read_bytes(path) == bytes_before, "the file is as it was saved")
    again, rescued = restored(desktop), desktop.path("rescued.json")
    value = again.save_as(rescued)["embeddings"][0][0]
    wait_until(lambda: not desktop.recovery_files(), "what is saved needs no rescue")
    again.kill()
    os.remove(rescued)
    return value


def dragging_without_a_rest_is_kept(desktop):
    cell = desktop.layout("--preset", "journey")["X[0,0]"]
    shown = []  # pairs of a time and the number shown since then

    def drag_and_kill(program):
        x, y = middle(cell)
        program.move(x, y)
        program.xdotool("mousedown", 1)
        time.sleep(program.hold)
        pixels, start = 0, time.monotonic()
        while time.monotonic() < start + 10:
            pixels += 1
            program.xdotool("mousemove", round(x) + pixels, round(y))
            shown.append((time.monotonic(), round(0.43 + 0.01 * pixels, 4)))
            time.sleep(0.03)
        program.kill()
        shown.append((time.monotonic(), None))

    kept = restored_value(desktop, drag_and_kill)
    end = shown.pop()[0]
    wanted = [value for moment, value in shown if moment < end - 1 * desktop.pace][-1]
    check(kept >= wanted - TOLERANCE, "what stood there a second before the end, %g, is kept: %g" % (wanted, kept))
    check(kept <= shown[-1][1] + TOLERANCE, "and nothing that never stood there")


def drag_and_wait(cell, seconds=0.3):
    def edit(program):
        program.drag(cell, 30)
        time.sleep(seconds)
    return edit


def signals_end_it_in_order(desktop):
    cell = desktop.layout("--preset", "journey")["X[0,0]"]
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        def edit(program):
            drag_and_wait(cell)(program)
            code = program.exit_code_after(number)
            check(code == 128 + number, "the exit code names the signal %d: %d" % (number, code))
        check(close(restored_value(desktop, edit), 0.73), "the edit before the signal is kept")

    program = desktop.start(desktop.preset("journey"))
    code = program.exit_code_after(signal.SIGTERM)
    check(code == 128 + signal.SIGTERM, "a program without changes ends as well")
    check(not desktop.recovery_files(), "and leaves nothing to recover")
    check(os.path.exists(desktop.path("config/attention-lab/settings.json")), "the settings are saved")

    in_the_way = dict(desktop.environment, XDG_CONFIG_HOME=desktop.path("journey.json"))  # a file instead of a folder
    program = desktop.start(environment=in_the_way, stderr=subprocess.PIPE)
    program.exit_code_after(signal.SIGTERM)
    complaint = program.process.stderr.read()
    check(complaint.count("\n") == 1 and "The settings could not be saved: " in complaint,
          "one line says what could not be saved: " + complaint)


def a_dead_display_loses_nothing(desktop):
    cell = desktop.layout("--preset", "journey")["X[0,0]"]

    def edit(program):
        drag_and_wait(cell)(program)
        desktop.kill_screen()
        check(program.process.wait(20) == 1, "the program ends with exit code 1")
        desktop.open_screen()
    check(close(restored_value(desktop, edit), 0.73), "the edit before the display died is kept")

    def die_while_dragging(program):
        x, y = middle(cell)
        program.move(x, y)
        program.xdotool("mousedown", 1)
        for step in range(1, 31):
            program.move(round(x) + step, y)
        moving = subprocess.Popen(["xdotool"] + ["mousemove_relative", "1", "0", "sleep", "0.01"] * 200,
                                  env=desktop.environment, stderr=subprocess.DEVNULL)
        time.sleep(0.3)
        desktop.kill_screen()
        moving.wait()
        check(program.process.wait(20) == 1, "it ends with exit code 1 while it draws, too")
        desktop.open_screen()
    kept = restored_value(desktop, die_while_dragging)
    check(kept >= 0.73 - TOLERANCE, "what was dragged is kept: %g" % kept)


def keeping_is_tried_again(desktop):
    path = desktop.preset("journey")
    cell = desktop.layout(path)["X[0,0]"]
    in_the_way = desktop.path("state/attention-lab")
    with open(in_the_way, "w", encoding="utf-8") as file:
        file.write("a file where the folder should be")
    window, error_ground = (0, 0, 1280, 800), (0xfd, 0xec, 0xea)
    program = desktop.start(path)
    program.keys("Escape")
    check(not desktop.shows(error_ground, window), "nothing is wrong yet")
    program.drag(cell, 30)
    # No input from here on.
    wait_until(lambda: desktop.shows(error_ground, window), "the person is told at once that work is not kept")
    os.remove(in_the_way)
    wait_until(lambda: close(kept_value(desktop), 0.73), "it is tried again, and the work is kept")
    wait_until(lambda: not desktop.shows(error_ground, window), "and the complaint goes")


def changes_of_others_are_not_overwritten(desktop):
    path, theirs = desktop.preset("journey"), desktop.preset("dog")
    cell = desktop.layout(path)["X[0,0]"]
    program = desktop.start(path)
    program.drag(cell, 30)
    program.wait_for_change()
    shutil.copyfile(theirs, path)
    program.keys("ctrl+s")
    program.settle()
    check(read_bytes(path) == read_bytes(theirs), "saving asks before it overwrites what another program wrote")
    program.keys("Escape")
    program.settle()
    check("changed" in program.title(), "and nothing is taken as saved")
    check(close(program.save_as(desktop.path("mine.json"))["embeddings"][0][0], 0.73), "mine can go elsewhere")
    check(read_bytes(path) == read_bytes(theirs), "theirs is left alone")


def returning_to_the_window_notices_a_change(desktop):
    path, theirs = desktop.preset("journey"), desktop.preset("dog")
    program = desktop.start(path)
    other = subprocess.Popen([desktop.program, "--size", "640x480"], env=desktop.environment)
    try:
        def other_window():
            return [window for window in program.visible_windows() if window != program.window]
        window = wait_until(other_window, "a second window opens")[0]
        program.xdotool("windowmove", window, 1300, 0)
        program.xdotool("windowfocus", window)
        program.settle()
        ground, workspace = (0xf6, 0xf5, 0xf1), (0, 100, 1280, 650)
        check(desktop.shows(ground, workspace), "the workspace is bright as long as no dialog is open")
        shutil.copyfile(theirs, path)
        program.xdotool("windowfocus", program.window)
        wait_until(lambda: not desktop.shows(ground, workspace), "a dialog asks")
        program.keys("Escape")
        wait_until(lambda: desktop.shows(ground, workspace), "Escape closes it")
        check(program.is_alive() and read_bytes(path) == read_bytes(theirs), "theirs is left alone")
    finally:
        other.kill()
        other.wait()


def leftovers_are_cleared(desktop):
    path = desktop.preset("journey")
    gone = subprocess.Popen(["true"])
    gone.wait()
    names = [".attention-lab-%d-0.tmp" % gone.pid, ".attention-lab-%d-0.tmp" % os.getpid()]
    for name in names:
        with open(desktop.path(name), "w", encoding="utf-8") as file:
            file.write("never put in its place")
    desktop.layout(path)
    check(os.path.exists(desktop.path(names[0])), "a screenshot touches nothing")
    desktop.start(path)
    check(not os.path.exists(desktop.path(names[0])), "what a killed program left is cleared")
    check(os.path.exists(desktop.path(names[1])), "what belongs to a living one is not")


def closing_asks_about_changes(desktop):
    path = desktop.preset("journey")
    cell = desktop.layout(path)["X[0,0]"]
    program = desktop.start(path)
    program.drag(cell, 20)
    program.wait_for_change()
    program.keys("ctrl+q")
    program.settle()
    check(program.is_alive(), "it asks before changes are lost")
    program.keys("Escape")
    program.settle()
    check(program.is_alive(), "Escape means: stay")
    program.save(path)  # an open question would block it
    program.wait_for_no_change()
    program.keys("ctrl+q")
    check(program.process.wait(20) == 0, "with nothing to lose it ends at once, exit code 0")
    check(not desktop.recovery_files(), "nothing is left to recover")

    again = desktop.start(path)
    os.remove(path)
    again.keys("ctrl+q")
    again.settle()
    check(again.is_alive(), "it asks where the file is gone, though nothing was changed")
    again.keys("Return")
    check(again.process.wait(20) == 0, "Enter saves and closes")
    check(os.path.exists(path), "the file is there again")


def closing_does_not_wait_for_the_disk(desktop):
    environment = dict(desktop.environment)
    environment["LD_PRELOAD"] = " ".join(filter(None, [environment.get("LD_PRELOAD"), desktop.slow_disk]))
    environment["DISK_ANSWERS"] = desktop.path("the disk answers")
    program = desktop.start(desktop.preset("journey"), environment=environment)
    program.fast_keys("ctrl+q")
    wait_until(lambda: not program.visible_windows(), "the window goes")
    check(program.is_alive(), "the settings are still being written")
    with open(environment["DISK_ANSWERS"], "w", encoding="utf-8"):
        pass
    check(program.process.wait(20) == 0, "the program ends well")
    check(os.path.exists(desktop.path("config/attention-lab/settings.json")), "the settings are saved")


def tour_points_at(desktop, place):
    """Whether the upper line of the tour's ring is just above the place."""
    accent = (0x19, 0x64, 0xd8)
    x, y, w, _ = place
    return desktop.shows(accent, (max(round(x) - 7, 0), max(round(y) - 9, 0), round(w) + 14, 8))


def tour_is_taken_with_mouse_and_keys(desktop):
    """The very first start: every stop is noticed when it is done, and the next one begins by itself."""
    items = desktop.layout()

    def wait_for(name, claim):
        wait_until(lambda: tour_points_at(desktop, items[name]), claim, 40)

    program = desktop.start()
    wait_for("X[1,1]", "the tour begins at a number to drag")
    program.drag(items["X[1,1]"], 30)
    program.wait_for_change()
    wait_for("scores[1,2]", "after the drag it points at a score")
    program.move(*middle(items["scores[1,2]"]))
    wait_for("steps.open", "after the pointing it asks for Space")
    program.keys("space")
    wait_for("menu.View", "after the steps it presents")
    program.keys("F5")
    program.settle()
    program.keys("Escape")
    wait_for("weights.outline", "after the presenter view it exports")
    program.keys("ctrl+shift+e")
    program.settle()
    program.keys("Escape")
    wait_for("menu.Presets", "after the export it ends")
    program.keys("Escape")
    wait_until(lambda: not tour_points_at(desktop, items["menu.Presets"]), "Escape leaves it")
    program.keys("ctrl+z")
    program.wait_for_no_change()
    program.keys("ctrl+q")
    check(program.process.wait(20) == 0, "the program ends well")
    desktop.start()
    time.sleep(1)
    check(not tour_points_at(desktop, items["X[1,1]"]), "the next start has no tour")


def tour_waits_for_a_plain_start(desktop):
    cell = desktop.layout()["X[1,1]"]

    def has_tour(*arguments):
        program = desktop.start(*arguments)
        time.sleep(1)  # until the ring has closed around its target
        shown = tour_points_at(desktop, cell)
        program.exit_code_after(signal.SIGTERM)
        return shown
    check(not has_tour(desktop.preset("journey")), "whoever opens a file is not led away from it")
    check(not has_tour("--record", desktop.path("session.jsonl")), "nor whoever records")
    check(has_tour(), "the next plain start offers it")
    check(not has_tour(), "once")


def idle_uses_no_cpu(desktop):
    path = desktop.preset("journey")
    cell = desktop.layout(path)["W_q[0,0]"]
    program = desktop.start(path)
    program.drag(cell, 12)
    program.click(cell)
    time.sleep(7)  # until the drag is written to the recovery folder and the notices have disappeared
    before = program.cpu_seconds()
    time.sleep(5)
    used = program.cpu_seconds() - before
    check(used < 0.1, "5 idle seconds cost less than 0.1 s of CPU, not %.2f s" % used)
    check(program.is_alive(), "the program is still there")


def without_a_display(desktop):
    environment = {key: value for key, value in desktop.environment.items() if key != "DISPLAY"}
    for arguments in ((), (desktop.preset("journey"),)):
        code, output, complaint = desktop.run(*arguments, environment=environment)
        check(code == 1, "without a display the exit code is 1, not %d" % code)
        check(output == "", "nothing goes to standard output")
        check(complaint.count("\n") == 1 and "display" in complaint, "one line says why: " + complaint)
    check(os.listdir(desktop.path("state")) == [], "nothing was written")


def old_opengl_draws_large_windows(desktop):
    """A window with more corners of triangles than 16 bits count is the same picture with OpenGL 3.0 and with today's."""
    path = desktop.path("large.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(large_document(40, 32), file)
    pictures = []
    for version, shading in ((None, None), ("3.0", "130"), ("3.1", "140"), ("3.2", "150")):
        environment = dict(desktop.environment)
        if version:
            environment.update(MESA_GL_VERSION_OVERRIDE=version, MESA_GLSL_VERSION_OVERRIDE=shading)
        picture = desktop.path("%s.png" % version)
        code, _, complaint = desktop.run(path, "--screenshot", picture, "--size", "3840x2160", environment=environment)
        check(code == 0, "OpenGL %s draws it: %s, %s" % (version, code, complaint))
        pictures.append(read_bytes(picture))
    check(len(set(pictures)) == 1, "every version draws the same picture")


def too_old_opengl_is_said(desktop):
    environment = dict(desktop.environment, MESA_GL_VERSION_OVERRIDE="2.1", MESA_GLSL_VERSION_OVERRIDE="120")
    code, output, complaint = desktop.run(environment=environment)
    check(code == 1 and output == "", "without OpenGL 3.0 the exit code is 1, not %d" % code)
    check(complaint.count("\n") == 1 and "needs OpenGL 3.0" in complaint and "offers only 2.1" in complaint,
          "one line says what is needed and what there is: " + complaint)


def window_fits_the_screen(desktop):
    """Settings from a larger screen, or from nowhere."""
    os.makedirs(desktop.path("config/attention-lab"))
    with open(desktop.path("config/attention-lab/settings.json"), "w", encoding="utf-8") as file:
        json.dump({"window_width": 16384, "window_height": 16384}, file)
    program = desktop.start(desktop.preset("journey"), size=None)
    size = program.size()
    check(size == screen_size(), "the window is as large as the screen at most, not %s" % (size,))


def long_clipboard_is_harmless(desktop):
    """16,400 letters are pasted over a number, into the sentence, and come as a key and a word of a file."""
    path = desktop.preset("journey")
    items = desktop.layout(path)
    word = desktop.path("word.json")
    document = read_json(path)
    document["tokens"][0] = document["k" * 16400] = "i" * 16400
    with open(word, "w", encoding="utf-8") as file:
        json.dump(document, file)
    program = desktop.start(path)
    program.click(items["sentence"])
    program.fast_keys("ctrl+a")
    program.settle()
    # As much as a user might paste, made by doubling the text.
    program.type("abcdefgh")
    for _ in range(12):
        program.keys("ctrl+a", "ctrl+c", "End", "ctrl+v")
    program.keys("ctrl+a", "ctrl+c", "Escape")
    program.click(items["W_q[1,0]"])
    program.keys("ctrl+v")
    program.settle()
    check(program.is_alive(), "a long text over a number is refused")
    program.drop(word)
    wait_until(lambda: "word.json" in program.title(), "a file with a long word and a long key is opened")
    program.keys("ctrl+2", "ctrl+3", "ctrl+4", "ctrl+1")
    program.settle()
    check(program.is_alive(), "and drawn")


def workspace_commits_what_is_typed(desktop):
    path = desktop.preset("journey")
    original = read_json(path)
    expected = copy.deepcopy(original)
    cell = desktop.layout(path)["W_q[1,0]"]
    program = desktop.start(path)
    program.double_click(cell)
    program.settle()
    program.type("5")
    program.keys("ctrl+2")
    program.wait_for_change()
    expected["heads"][0]["W_q"][1][0] = 5
    check_same_but(program.save(path), expected)
    program.keys("ctrl+1")
    program.double_click(cell)
    program.settle()
    program.type("7")
    expected["heads"][0]["W_q"][1][0] = 7
    check_same_but(program.save(path), expected)
    program.keys("ctrl+z", "ctrl+z")
    program.wait_for_change()
    check_same_but(program.save(path), original)


def bad_file_is_refused(desktop):
    path = desktop.path("bad.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"format": "attention-lab/document", "version": 1, ')
    for name in (path, desktop.path("none.json"), desktop.folder):
        code, output, complaint = desktop.run(name)
        check(code == 1, "a bad file means exit code 1, not %d" % code)
        check(output == "" and complaint.count("\n") == 1, "one line says why: " + complaint)
        check(name in complaint, "the line names the file: " + complaint)


def reports_tell_what_is_shown(desktop):
    path = desktop.preset("journey")
    picture, places, stats = desktop.path("a.png"), desktop.path("a.json"), desktop.path("s.json")
    for workspace in ("pipeline", "figures"):
        for theme in ("paper", "night"):
            code, _, complaint = desktop.run(
                path, "--screenshot", picture, "--layout", places, "--size", "1100x780", "--frames", "5",
                "--stats", stats, "--workspace", workspace, "--theme", theme)
            check(code == 0 and complaint == "", "a screenshot needs no words: " + complaint)
            head = read_bytes(picture)[:24]
            check(head[:8] == b"\x89PNG\r\n\x1a\n", "the screenshot is a PNG")
            check(struct.unpack(">II", head[16:24]) == (1100, 780), "it has the size that was asked for")
            numbers = read_json(stats)
            check(set(numbers) == {"first_frame_ms", "frames", "ui_cpu_ms_per_frame"}, "three statistics")
            check(numbers["frames"] == 5, "as many frames as were asked for")
            items = {item["name"]: item for item in read_json(places)["items"]}
            names = cells_of_journey() if workspace == "pipeline" else cells("weights", 6, 6)
            for name in names + ["sentence", "scale", "mask", "workspace.pipeline", "menu.File"]:
                check(name in items, "the layout of the %s lists %s" % (workspace, name))
                item = items[name]
                is_inside = (item["x"] >= 0 and item["y"] >= 0 and item["w"] > 0 and item["h"] > 0 and
                             item["x"] + item["w"] <= 1100 and item["y"] + item["h"] <= 780)
                check(is_inside, "%s is inside the window: %s" % (name, item))
    for folder in ("config/attention-lab", "state/attention-lab"):
        check(not os.path.exists(desktop.path(folder)), "a screenshot leaves nothing in the person's folders")


def digits_can_be_read_from_the_back_row(desktop):
    """The height of the digits of the running example, in pixels of the real picture."""
    picture, places = desktop.path("a.png"), desktop.path("a.json")

    def heights(size, cells, *arguments, document=("--preset", "journey")):
        code, _, complaint = desktop.run(*document, "--size", size, "--screenshot", picture, "--layout", places,
                                         "--frames", "6", *arguments)
        check(code == 0, "a screenshot: " + complaint)
        items = {item["name"]: (item["x"], item["y"], item["w"], item["h"]) for item in read_json(places)["items"]}
        shown = Picture(picture)
        # Without names, the first numbers of each matrix, which may be scrolled.
        if not cells:
            first = {}
            for name in items:
                if re.search(r"\[\d+,\d+\]$", name):
                    first.setdefault(name[:name.rindex("[")], name)
            cells = list(first.values())
        check(cells, "there are numbers")
        return [(cell, shown.ink_height(items[cell])) for cell in cells]

    everything = ("X[0,0]", "W_q[1,1]", "Q[2,0]", "scores[3,3]", "weights[1,0]", "context[5,1]")
    operation = ("Q[1,0]", "K[2,1]", "scores[3,3]")

    def at_least(least, what, size, cells, *arguments, **document):
        for cell, height in heights(size, cells, *arguments, **document):
            check(height >= least, "%s, %s: the digits of %s are %d pixels high, not %d" %
                  (size, what, cell, height, least))

    for size, whole, in_focus in (("1024x768", 8, 16), ("1280x800", 10, 20), ("1920x1080", 13, 28)):
        for theme in ("paper", "night"):
            at_least(whole, "the whole pipeline", size, everything, "--theme", theme)
            at_least(in_focus, "in focus", size, operation, "--theme", theme, "--step", "14")
        at_least(in_focus, "in focus", size, ("scores[1,1]", "scaled_scores[4,1]"), "--step", "34")
        at_least(in_focus, "in focus", size, ("scaled_scores[4,1]", "weights[0,0]"), "--step", "40")
        # Larger text makes no digit smaller. A part of the picture is then outside of the window.
        for percent in ("115", "150"):
            at_least(whole, "text of %s %%" % percent, size, everything[:2], "--text-size", percent)
            at_least(in_focus, "in focus, text of %s %%" % percent, size, operation, "--text-size", percent,
                     "--step", "14")
    at_least(15, "presented", "1920x1080", everything, "--present")
    at_least(32, "presented, in focus", "1920x1080", operation, "--present", "--step", "14")

    def matrix(rows, columns):
        return [[round(math.sin(row * 2.1 + column), 2) for column in range(columns)] for row in range(rows)]

    large = read_json(desktop.preset("journey"))
    large.update(tokens=["word%d" % i for i in range(20)], embeddings=matrix(20, 8),
                 heads=[{name: matrix(8, 4) for name in ("W_q", "W_k", "W_v")} for _ in range(2)])
    large.pop("features", None)
    path = desktop.path("large.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(large, file)
    for size in ("1024x768", "1280x800", "1920x1080"):
        for step in ("1", "40", "80"):
            at_least(12, "20 words, two heads, d_model 8", size, None, "--step", step, document=(path,))


def right_click_saves_a_figure(desktop):
    """The picture that the window saves is the one that `render` makes, byte for byte."""
    path, folder = desktop.preset("journey"), desktop.path("pictures")
    os.mkdir(folder)
    picture = os.path.join(folder, "scores.svg")
    x, y = middle(desktop.layout(path)["scores[2,3]"])
    program = desktop.start(path)
    # "Export this" is the second entry of the menu, which opens at the pointer. A click above or below it only copies
    # the matrix, but then the letters of the path are commands, so the likeliest place comes first.
    for below in (72, 66, 78):
        program.move(x, y)
        program.press_button(3)
        program.settle()
        program.move(x + 40, y + below)
        program.press_button()
        program.settle()
        program.keys("ctrl+a")
        program.type(picture)
        program.keys("Return")
        program.settle()
        if os.path.exists(picture):
            break
        program.keys("Escape")
        program.settle()
    wait_until(lambda: os.path.exists(picture), "the right-click menu saves a figure")
    rendered = desktop.path("rendered.svg")
    code, _, complaint = desktop.run("render", path, "--figure", "heatmap", "--matrix", "scores", "-o", rendered)
    check(code == 0, "render works: " + complaint)
    xml.parsers.expat.ParserCreate().Parse(read_bytes(picture), True)  # raises an error if it is not XML
    check(read_bytes(picture) == read_bytes(rendered), "the window and the command line draw the same bytes")
    program.keys("ctrl+e")
    shown = os.path.join(folder, "journey-pipeline-token3.svg")
    wait_until(lambda: os.path.exists(shown), "Ctrl+E exports what the window shows into the same folder and format")
    program.settle()
    xml.parsers.expat.ParserCreate().Parse(read_bytes(shown), True)
    check(len(read_bytes(shown)) > 2 * len(read_bytes(rendered)), "the pipeline, with all its matrices")
    check(sorted(os.listdir(folder)) == ["journey-pipeline-token3.svg", "scores.svg"], "and leaves nothing else")


def saving_destroys_no_picture(desktop):
    """A preset, a drag, a picture, Ctrl+S: the document goes elsewhere, and nothing is replaced unasked."""
    pictures, documents = desktop.path("pictures"), desktop.path("documents")
    os.mkdir(pictures)
    os.mkdir(documents)
    picture = os.path.join(pictures, "fig2.png")
    cell = desktop.layout("--preset", "journey")["W_q[1,0]"]
    program = desktop.start("--preset", "journey")
    program.drag(cell, 30)
    program.wait_for_change()
    program.answer_file_dialog("ctrl+shift+e", picture)
    wait_until(lambda: os.path.exists(picture), "the picture is exported")
    program.settle()
    bytes_before = read_bytes(picture)

    program.answer_file_dialog("ctrl+s", picture)
    program.settle()
    check("changed" in program.title(), "a document is not saved under the name of a picture")
    program.keys("Return")  # the proposed name is correct now
    program.wait_for_no_change()
    check(read_bytes(picture) == bytes_before, "the picture is as it was")
    check(read_json(os.path.join(pictures, "fig2.json"))["tokens"][1] == "journey", "the document stands beside it")

    other = os.path.join(documents, "other.json")
    with open(other, "w", encoding="utf-8") as file:
        file.write("mine")
    program.answer_file_dialog("ctrl+shift+s", other)
    program.settle()
    check(read_bytes(other) == b"mine", "Save as asks before it replaces a file in another folder")
    program.keys("Return")
    wait_until(lambda: read_bytes(other) != b"mine", "Enter again replaces it")
    program.settle()

    program.keys("ctrl+e")
    wait_until(lambda: len(os.listdir(pictures)) == 3, "pictures still go where pictures went")
    check(sorted(os.listdir(documents)) == ["other.json"], "documents have a folder of their own")


def window_and_file_agree(desktop):
    """A figure on the screen and its PNG of the same size: every rectangle within one pixel, every colour
    exactly."""
    path = desktop.preset("journey")
    shown, places, saved = desktop.path("shown.png"), desktop.path("places.json"), desktop.path("saved.png")
    for theme in ("paper", "night"):
        code, _, complaint = desktop.run(path, "--screenshot", shown, "--layout", places, "--size", size_text(),
                                       "--figure", "heatmap", "--theme", theme)
        check(code == 0, "a screenshot of the figure: " + complaint)
        items = {item["name"]: item for item in read_json(places)["items"]}
        page = items["page"]
        points_wide = 16 / 2.54 * 72
        dpi = page["w"] / points_wide * 72
        code, _, complaint = desktop.run("render", path, "--figure", "heatmap", "--dpi", "%.4f" % dpi, "--theme",
                                       theme, "-o", saved)
        check(code == 0, "the same figure as a file: " + complaint)
        screen, file = Picture(shown), Picture(saved)
        check(abs(file.width - page["w"]) <= 1 and abs(file.height - page["h"]) <= 1, "of the same size")
        for name in cells("weights", 6, 6):
            cell = items[name]
            # Below the upper left corner, where there is no number.
            x, y = round(cell["x"]) + 6, round(cell["y"]) + 6
            left, top = round(page["x"]), round(page["y"])
            check(screen.colour(x, y) == file.colour(x - left, y - top), name + " has the same colour")
            on_screen = screen.edges(x, y)
            in_file = file.edges(x - left, y - top)
            moved = (in_file[0] + left, in_file[1] + top, in_file[2] + left, in_file[3] + top)
            check(all(abs(a - b) <= 1 for a, b in zip(on_screen, moved)),
                  "%s stands at %s on the screen and at %s in the file" % (name, on_screen, moved))


def presenter_leaves_no_trace(desktop):
    path = desktop.preset("journey")
    before = read_bytes(path)
    program = desktop.start(path)
    program.keys("F5")
    program.settle()
    program.xdotool("windowfocus", program.window)
    program.keys("Down", "Right", "Right", "ctrl+2", "Down", "Escape")
    program.settle()
    program.xdotool("windowfocus", program.window)
    program.keys("ctrl+s")
    program.settle()
    check(program.is_alive() and "changed" not in program.title(), "nothing has changed")
    check(json.loads(read_bytes(path)) == json.loads(before), "and the document is as it was")


def laboratory_counts_as_the_command_line(desktop):
    """A run of the laboratory, typed and waited for, gives the numbers of `experiment`."""
    path, numbers = desktop.preset("journey"), desktop.path("over-d.csv")
    items = desktop.layout(path, "--workspace", "laboratory")
    program = desktop.start(path, "--workspace", "laboratory")
    x, y, w, h = items["variance.trials"]
    program.double_click((x, y, w, h / 2))
    program.type("20000")
    program.keys("Return")

    program.move(*middle(items["plot.variance.over_d"]))

    def rows_of_the_run():
        """The table as it is exported now, once all of it has the trials that were typed."""
        if os.path.exists(numbers):
            os.remove(numbers)
        program.answer_file_dialog("ctrl+shift+e", numbers)
        wait_until(lambda: os.path.exists(numbers), "the numbers of the plot under the mouse are exported",
                   60 * desktop.pace)
        program.settle()
        with open(numbers, encoding="utf-8", newline="") as file:
            exported = list(csv.DictReader(file))
        is_done = len(exported) == 9 and all(row["trials"] == "20000" for row in exported)
        return exported if is_done else None
    rows = wait_until(rows_of_the_run, "the table has nine rows of the trials that were typed",
                      180 * desktop.pace)
    for row in rows:
        code, output, complaint = desktop.run("experiment", "variance", "--dimension", row["d"], "--trials",
                                            row["trials"], "--seed", "123", "--json")
        check(code == 0, "experiment works: " + complaint)
        told = json.loads(output)
        check(float(row["variance of q·k"]) == told["variance"], "the variance is the same: %s" % row)
        check(float(row["standard error"]) == told["standard_error"], "and so is its error")
        check(float(row["variance of q·k ÷ √d"]) == told["variance_scaled"], "and so it is divided")
    check("changed" not in program.title(), "experiments change nothing in the document")


def museum_shows_what_compute_prints(desktop):
    """The wrong numbers of two exhibits, exported from under the mouse, are those of `compute --mistake`."""
    path = desktop.preset("journey-causal")
    items = desktop.layout(path, "--workspace", "museum")
    program = desktop.start(path, "--workspace", "museum")
    program.click(items["exhibit.mask_upside_down"])
    for mistake, stage in (("mask_upside_down", "weights"), ("keys_and_values_exchanged", "scores")):
        program.settle()
        program.move(*middle(items["plot.wrong"]))
        numbers = desktop.path(mistake + ".csv")
        program.answer_file_dialog("ctrl+shift+e", numbers)
        wait_until(lambda: os.path.exists(numbers), "the numbers of the picture under the mouse are exported")
        program.settle()
        with open(numbers, encoding="utf-8", newline="") as file:
            shown = [[float(number) for number in row[1:]] for row in list(csv.reader(file))[1:]]
        code, output, complaint = desktop.run("compute", path, "--mistake", mistake, "--json")
        check(code == 0, "compute works: " + complaint)
        check(nearly_equal(shown, json.loads(output)["heads"][0][stage]), "%s shows %s" % (mistake, shown))
        program.keys("Down")  # the next exhibit
    check("changed" not in program.title(), "looking at mistakes changes nothing in the document")


def steps_go_through_the_pipeline(desktop):
    """Keys step through one token and leave the document alone; a drag while paused is an ordinary edit."""
    path = desktop.preset("journey")
    original, bytes_before = read_json(path), read_bytes(path)
    cell = desktop.layout(path, "--step", "5")["X[1,2]"]
    program = desktop.start(path)
    program.keys("space")
    program.settle()
    program.keys("space", "Right", "Right", "Down", "Up", "End", "Left", "Home", "Right")
    program.save(path)
    check(read_bytes(path) == bytes_before, "stepping changes nothing")
    time.sleep(7)  # until the notice about saving has disappeared
    before = program.cpu_seconds()
    time.sleep(3)
    check(program.cpu_seconds() - before < 0.1, "a paused step costs no CPU")
    program.drag(cell, 40)
    program.wait_for_change()
    expected = copy.deepcopy(original)
    expected["embeddings"][1][2] += 0.40
    check_same_but(program.save(path), expected)
    program.keys("p")
    time.sleep(3 * desktop.pace)
    check(program.is_alive(), "and they play on")


def cells(name, rows, columns):
    return ["%s[%d,%d]" % (name, row, column) for row in range(rows) for column in range(columns)]


def cells_of_journey():
    names = cells("X", 6, 3)
    for weight in ("W_q", "W_k", "W_v"):
        names += cells(weight, 3, 2)
    for name in ("Q", "K", "V", "context"):
        names += cells(name, 6, 2)
    for name in ("scores", "scaled_scores", "weights"):
        names += cells(name, 6, 6)
    return names


def large_document(n_tokens, d):
    """Numbers of no meaning, each of them another one."""
    def matrix(rows, columns):
        return [[round(((row * 31 + column * 17) % 199 - 99) / 100, 2) for column in range(columns)]
                for row in range(rows)]
    return {"format": "attention-lab/document", "version": 1,
            "tokens": ["word%d" % i for i in range(n_tokens)], "embeddings": matrix(n_tokens, d),
            "heads": [{"W_q": matrix(d, d), "W_k": matrix(d, d), "W_v": matrix(d, d)}],
            "options": {"projection": "trainable", "scale": "sqrt_d_k", "mask": "none", "temperature": 1}}


def address_space_of(process):
    """In bytes."""
    with open("/proc/%d/statm" % process.pid, encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def running_out_of_memory_changes_nothing(desktop):
    """A head of this document takes some 20 MB; with 8 MB left the fifth is refused, and later it is not."""
    path = desktop.path("wide.json")
    document = large_document(1024, 4)
    matrix = [[0.001 * (column % 7 - row) for column in range(512)] for row in range(4)]
    document["heads"] = [{"W_q": matrix, "W_k": matrix, "W_v": matrix}] * 4
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    more = desktop.layout(path)["heads.more"]
    program = desktop.start(path)
    program.settle()
    unlimited = resource.RLIM_INFINITY
    limit = address_space_of(program.process) + (8 << 20)
    resource.prlimit(program.process.pid, resource.RLIMIT_AS, (limit, unlimited))
    for _ in range(2):
        program.click(more)
        program.settle()
    check(program.is_alive(), "the window stays when there is no memory for another head")
    check("changed" not in program.title(), "nothing has changed")
    resource.prlimit(program.process.pid, resource.RLIMIT_AS, (unlimited, unlimited))
    program.click(more)
    program.wait_for_change()
    program.save(path)
    check(len(read_json(path)["heads"]) == 5, "with enough memory the head is added")


SCENARIOS = {
    "Drag.IsOneUndoStep": drag_is_one_undo_step,
    "Drag.EscapeChangesNothing": drag_and_escape_changes_nothing,
    "Typing.ANumberIsTakenAndWordsAreRefused": typed_value_is_taken,
    "Typing.FastKeysAreNotLost": fast_keys_are_not_lost,
    "Sentence.KnownWordsKeepTheirEmbedding": new_sentence_keeps_known_words,
    "Controls.MaskIsChosenAndTheProgramStays": mask_is_chosen_and_the_program_stays,
    "Files.SavedAsAndOpenedAgain": saved_as_and_opened_again,
    "Files.RecordedAndReplayed": recorded_session_is_replayed,
    "Files.DroppedOnTheWindow": dropped_file_is_opened,
    "Files.WorkSurvivesACrash": work_survives_a_crash,
    "Keeping.DraggingWithoutARestIsKept": dragging_without_a_rest_is_kept,
    "Keeping.SignalsEndItInOrder": signals_end_it_in_order,
    "Keeping.ADeadDisplayLosesNothing": a_dead_display_loses_nothing,
    "Keeping.IsTriedAgain": keeping_is_tried_again,
    "Files.ChangesOfOthersAreNotOverwritten": changes_of_others_are_not_overwritten,
    "Files.ReturningToTheWindowNoticesAChange": returning_to_the_window_notices_a_change,
    "Files.LeftoversAreCleared": leftovers_are_cleared,
    "Files.ClosingAsksAboutChanges": closing_asks_about_changes,
    "Files.ClosingDoesNotWaitForTheDisk": closing_does_not_wait_for_the_disk,
    "Pipeline.DigitsCanBeReadFromTheBackRow": digits_can_be_read_from_the_back_row,
    "Export.RightClickSavesWhatRenderMakes": right_click_saves_a_figure,
    "Files.SavingDestroysNoPicture": saving_destroys_no_picture,
    "Export.TheFileIsWhatTheWindowShows": window_and_file_agree,
    "Presenter.LeavesNoTrace": presenter_leaves_no_trace,
    "Laboratory.CountsAsTheCommandLine": laboratory_counts_as_the_command_line,
    "Museum.ShowsWhatComputePrints": museum_shows_what_compute_prints,
    "Steps.GoThroughThePipeline": steps_go_through_the_pipeline,
    "Tour.IsTakenWithMouseAndKeys": tour_is_taken_with_mouse_and_keys,
    "Tour.WaitsForAPlainStart": tour_waits_for_a_plain_start,
    "Idle.UsesNoCpu": idle_uses_no_cpu,
    "Typing.IsCommittedByAnotherWorkspaceAndBySaving": workspace_commits_what_is_typed,
    "Display.ItsLackIsSaidInOneLine": without_a_display,
    "Display.OldOpenGlDrawsLargeWindows": old_opengl_draws_large_windows,
    "Display.TooOldOpenGlIsSaidInOneLine": too_old_opengl_is_said,
    "Display.TheWindowFitsTheScreen": window_fits_the_screen,
    "Display.ALongClipboardIsHarmless": long_clipboard_is_harmless,
    "Memory.RunningOutChangesNothing": running_out_of_memory_changes_nothing,
    "CommandLine.ABadFileIsRefused": bad_file_is_refused,
    "CommandLine.ReportsTellWhatIsShown": reports_tell_what_is_shown,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--presets", required=True)
    parser.add_argument("--drop-file", required=True, help="the program that drops a file on a window")
    parser.add_argument("--slow-disk", help="the library that makes a disk slow")
    parser.add_argument("--pace", type=float, default=1, help="how many times longer to wait between inputs")
    parser.add_argument("scenario", choices=SCENARIOS)
    arguments = parser.parse_args()
    try:
        with Desktop(arguments.program, arguments.presets, arguments.drop_file, arguments.pace,
                   slow_disk=arguments.slow_disk) as desktop:
            SCENARIOS[arguments.scenario](desktop)
    except Failure as failure:
        print("failed: %s" % failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
