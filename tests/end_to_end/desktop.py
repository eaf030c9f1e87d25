"""A screen of our own, and hands: starts the program on it and moves mouse and keys with xdotool."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

from pixels import Picture

WINDOW_SIZE = (1280, 800)
SCREEN = "1600x1000x24"
PATIENCE = 20  # seconds to wait for something that must happen


class Failure(Exception):
    """A claim that does not hold."""


def check(holds, claim):
    if not holds:
        raise Failure(claim)


def wait_until(condition, claim, seconds=PATIENCE):
    """Returns what `condition` returned once it is true."""
    end = time.monotonic() + seconds
    while True:
        outcome = condition()
        if outcome:
            return outcome
        check(time.monotonic() < end, claim)
        time.sleep(0.02)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


class Desktop:
    """A temporary home and a virtual screen. Everything is gone when the `with` block ends."""

    def __init__(self, program, presets, drop_file, pace, screen=SCREEN, dots_per_inch=96, slow_disk=None):
        self.program = os.path.abspath(program)
        self.presets = os.path.abspath(presets)
        self.drop_file = os.path.abspath(drop_file) if drop_file else None
        self.slow_disk = os.path.abspath(slow_disk) if slow_disk else None
        self.pace = pace  # slowdown of this build compared with a release build
        self.screen_mode = screen
        self.dots_per_inch = dots_per_inch
        self.screen = None
        self.started = []

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="attention-lab-")
        self.environment = dict(os.environ)
        for name in ("WAYLAND_DISPLAY", "XAUTHORITY", "DISPLAY"):
            self.environment.pop(name, None)
        self.environment.update(
            HOME=self.path("home"),
            XDG_CONFIG_HOME=self.path("config"),
            XDG_STATE_HOME=self.path("state"),
            LIBGL_ALWAYS_SOFTWARE="1",
            LC_ALL="C.UTF-8",
        )
        if "ATTENTION_LAB_PRELOAD" in os.environ:
            self.environment["LD_PRELOAD"] = os.environ["ATTENTION_LAB_PRELOAD"]
        for name in ("home", "config", "state"):
            os.mkdir(self.path(name))
        try:
            self.open_screen()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_):
        for process in [program.process for program in self.started] + [self.screen]:
            if process is None or process.poll() is not None:
                continue
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def open_screen(self):
        """Xvfb picks a display number that is free and tells it through a pipe."""
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", self.screen_mode,
             "-dpi", str(self.dots_per_inch), "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        check(number, "Xvfb starts")
        self.environment["DISPLAY"] = ":" + number

    def path(self, name):
        return os.path.join(self.folder, name)

    def preset(self, name):
        """A copy of a preset, as a file of the person's own."""
        path = self.path(name + ".json")
        shutil.copyfile(os.path.join(self.presets, name + ".json"), path)
        return path

    def run(self, *arguments, environment=None):
        """Runs the program to its end: exit code, standard output, standard error."""
        done = subprocess.run([self.program, *arguments], env=environment or self.environment,
                              timeout=PATIENCE * self.pace, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True)
        return done.returncode, done.stdout, done.stderr

    def layout(self, *arguments):
        """Where named items stand in a window opened with these arguments: name → (x, y, w, h)."""
        picture, places = self.path("layout.png"), self.path("layout.json")
        code, _, complaint = self.run(*arguments, "--screenshot", picture, "--layout", places,
                                      "--size", size_text())
        check(code == 0, "--layout works: " + complaint)
        items = read_json(places)["items"]
        return {item["name"]: (item["x"], item["y"], item["w"], item["h"]) for item in items}

    def compute(self, path):
        code, output, complaint = self.run("compute", path, "--json")
        check(code == 0, "compute works: " + complaint)
        return json.loads(output)

    def start(self, *arguments, size=WINDOW_SIZE, environment=None, stderr=None):
        """`size` is None for a window as large as the settings say."""
        program = Program(self, [*arguments, *(("--size", "%dx%d" % size) if size else ())],
                          environment or self.environment, stderr)
        self.started.append(program)
        program.take_focus()
        return program

    def recovery_folder(self):
        return self.path("state/attention-lab/recovery")

    def recovery_files(self):
        folder = self.recovery_folder()
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return [os.path.join(folder, name) for name in names if name.endswith(".json")]

    def kill_screen(self):
        self.screen.kill()
        self.screen.wait()

    def shows(self, colour, area):
        """Whether a part of the screen, (x, y, w, h), has at least a hundred pixels of the colour."""
        picture = self.path("screen.png")
        x, y, w, h = area
        done = subprocess.run(["import", "-silent", "-window", "root", "-crop", "%dx%d+%d+%d" % (w, h, x, y),
                               "+repage", "-depth", "8", "PNG24:" + picture], env=self.environment,
                              timeout=PATIENCE * 3, capture_output=True, text=True)
        check(done.returncode == 0, "import takes a picture of the screen: " + done.stderr)
        rows = Picture(picture).rows
        return sum(row[i:i + 3] == bytes(colour) for row in rows for i in range(0, len(row), 3)) >= 100


class Program:
    """The running program. Dear ImGui 1.86 looks at mouse and keys once a frame: what is pressed and released
    between two frames is lost, so every press here lasts a while."""

    def __init__(self, desktop, arguments, environment, stderr):
        self.desktop = desktop
        self.hold = 0.06 * desktop.pace
        self.process = subprocess.Popen([desktop.program, *arguments], env=environment,
                                        stdin=subprocess.DEVNULL, stderr=stderr, text=True)
        self.window = None

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *map(str, arguments)], env=self.desktop.environment,
                              timeout=PATIENCE * 3, capture_output=True, text=True)
        check(done.returncode == 0, "xdotool %s: %s" % (" ".join(map(str, arguments)), done.stderr))
        return done.stdout

    def take_focus(self):
        """There is no window manager to do it."""
        def find():
            check(self.is_alive(), "the program opens its window")
            return self.visible_windows()
        self.window = wait_until(find, "the window appears", PATIENCE * self.desktop.pace)[0]
        self.xdotool("windowmove", self.window, 0, 0)
        self.xdotool("windowfocus", self.window)
        self.settle()

    def visible_windows(self):
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Attention Lab"],
                              env=self.desktop.environment, capture_output=True, text=True)
        return done.stdout.split()

    def settle(self):
        time.sleep(5 * self.hold)

    def is_alive(self):
        return self.process.poll() is None

    def size(self):
        """Width and height of the window."""
        lines = self.xdotool("getwindowgeometry", "--shell", self.window).split()
        values = dict(line.split("=") for line in lines)
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def title(self):
        return self.xdotool("getwindowname", self.window)

    def wait_for_change(self):
        wait_until(lambda: "changed" in self.title(), "the title says that the document has changed")

    def wait_for_no_change(self):
        wait_until(lambda: "changed" not in self.title(), "the title says that nothing has changed")

    def move(self, x, y):
        self.xdotool("mousemove", round(x), round(y))
        time.sleep(self.hold)

    def press_button(self, button=1):
        self.xdotool("mousedown", button)
        time.sleep(self.hold)
        self.xdotool("mouseup", button)
        time.sleep(self.hold)

    def click(self, place):
        self.move(*middle(place))
        self.press_button()

    def double_click(self, place):
        """Within the time that Dear ImGui takes for a double click (0.3 s from press to press)."""
        self.move(*middle(place))
        press_to_press = 0.12
        self.xdotool("mousedown", 1, "sleep", press_to_press / 2, "mouseup", 1, "sleep", press_to_press / 2,
                     "mousedown", 1, "sleep", press_to_press / 2, "mouseup", 1)
        time.sleep(self.hold)

    def drag(self, place, pixels, steps=8):
        x, y = middle(place)
        self.move(x, y)
        self.xdotool("mousedown", 1)
        time.sleep(self.hold)
        for step in range(1, steps + 1):
            self.move(round(x) + round(pixels * step / steps), y)
        self.xdotool("mouseup", 1)
        time.sleep(self.hold)

    def keys(self, *names):
        for name in names:
            self.xdotool("key", "--delay", round(2000 * self.hold), name)
            time.sleep(self.hold)

    def type(self, text):
        self.xdotool("type", "--delay", round(2000 * self.hold), "--", text)
        time.sleep(self.hold)

    def fast_keys(self, *names):
        """Faster than any person: several keys within one frame."""
        self.xdotool("key", "--delay", 1, *names)

    def save(self, path):
        """Ctrl+S; returns the file as it then is."""
        before = os.stat(path)
        self.keys("ctrl+s")

        def is_replaced():  # saving renames a new file over the old one
            now = os.stat(path)
            return (now.st_ino, now.st_mtime_ns) != (before.st_ino, before.st_mtime_ns)
        wait_until(is_replaced, "Ctrl+S writes the file")
        return read_json(path)

    def answer_file_dialog(self, shortcut, path):
        """Opens a file dialog, types the whole path into its field and presses Enter."""
        self.keys(shortcut)
        self.settle()
        self.keys("ctrl+a")
        self.type(path)
        self.keys("Return")

    def save_as(self, path):
        self.answer_file_dialog("ctrl+shift+s", path)
        wait_until(lambda: os.path.exists(path), "Save as writes the file")
        self.settle()
        return read_json(path)

    def open(self, path):
        self.answer_file_dialog("ctrl+o", path)
        wait_until(lambda: os.path.basename(path) in self.title(), "the title names the opened file")
        self.settle()

    def drop(self, path):
        done = subprocess.run([self.desktop.drop_file, self.window, path], env=self.desktop.environment,
                              timeout=PATIENCE * 3, capture_output=True, text=True)
        check(done.returncode == 0, "the window takes a file that is dropped on it")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def exit_code_after(self, signal_number):
        self.process.send_signal(signal_number)
        return self.process.wait(PATIENCE * self.desktop.pace)

    def cpu_seconds(self):
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def screen_size():
    return tuple(int(part) for part in SCREEN.split("x")[:2])


def size_text():
    return "%dx%d" % WINDOW_SIZE


def middle(place):
    x, y, w, h = place
    return x + w / 2, y + h / 2
