"""Builds the Debian package, installs it below a folder of its own, uses what was installed, and removes it.

    package.py --build build/release --source . --cpack cpack --version 0.1.0

Needs the built program, and Xvfb for the window. Nothing is installed on the machine itself.
"""

import argparse
import glob
import gzip
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "end_to_end"))
from desktop import Desktop, Failure, check  # noqa: E402
from pixels import Picture  # noqa: E402

FILES = [
    "usr/bin/attention-lab",
    "usr/share/applications/attention-lab.desktop",
    "usr/share/doc/attention-lab/copyright",
    "usr/share/icons/hicolor/scalable/apps/attention-lab.svg",
    "usr/share/man/man1/attention-lab.1.gz",
    "usr/share/mime/packages/attention-lab.xml",
]
LIBRARIES = ["libc6", "libcairo2", "libfontconfig1", "libglfw3", "libpng16-16", "libstdc++6"]
FONTS = ["fonts-roboto-unhinted | fonts-roboto", "fonts-dejavu-core"]
MIME_TYPE = "application/x-attention-lab+json"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    check(done.returncode == 0, "%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return done.stdout


def build(arguments, folder):
    run(arguments.cpack, "--config", os.path.join(arguments.build, "CPackConfig.cmake"), "-G", "DEB", "-B", folder)
    packages = glob.glob(os.path.join(folder, "*.deb"))
    check(len(packages) == 1, "cpack makes one package: %s" % packages)
    return packages[0]


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


def check_control(package, version):
    check(field(package, "Package") == "attention-lab", "the package has the program's name")
    check(field(package, "Version") == version, "its version is the program's")
    needed = [dependency.strip() for dependency in field(package, "Depends").split(",")]
    for library in LIBRARIES:
        check(any(one.split(" ")[0] == library for one in needed), "it needs %s: %s" % (library, needed))
    for font in FONTS:
        check(font in needed, "it needs %s: %s" % (font, needed))
    names = {one.split(" ")[0] for one in needed}
    installed = run("dpkg-query", "-W", "-f", "${Package}\n").split()
    check(names <= set(installed) | {"fonts-roboto-unhinted"}, "Debian has what it needs: %s" % sorted(names))


class Installed:
    """The package below a folder; as root by dpkg itself, which can remove it again."""

    def __init__(self, package, root):
        self.root = root
        self.by_dpkg = os.geteuid() == 0
        if self.by_dpkg:
            for name in ("info", "updates"):
                os.makedirs(os.path.join(root, "var/lib/dpkg", name))
            for name in ("status", "available"):
                open(os.path.join(root, "var/lib/dpkg", name), "w", encoding="utf-8").close()
            # Its dependencies are installed on the machine, not below the folder.
            self.dpkg("--force-depends", "--install", package)
        else:
            run("dpkg-deb", "--extract", package, root)

    def dpkg(self, *arguments):
        run("dpkg", "--root=" + self.root, "--log=" + os.devnull, *arguments)

    def path(self, name):
        return os.path.join(self.root, name)

    def remove(self):
        if not self.by_dpkg:
            return
        self.dpkg("--purge", "attention-lab")
        left = [name for name in FILES if os.path.lexists(self.path(name))]
        check(not left, "removing the package leaves nothing: %s" % left)


def check_files(installed, version):
    for name in FILES:
        check(os.path.isfile(installed.path(name)), "the package has " + name)
    check(os.access(installed.path("usr/bin/attention-lab"), os.X_OK), "the program can be run")
    with open(installed.path("usr/share/applications/attention-lab.desktop"), encoding="utf-8") as file:
        entry = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    check(entry["Exec"] == "attention-lab %f", "the desktop entry starts the program with a file")
    check(entry["Icon"] == "attention-lab", "the desktop entry names the icon")
    check(MIME_TYPE in entry["MimeType"].split(";"), "the desktop entry opens documents")
    shown = Picture(rendered_icon(installed))
    check((shown.width, shown.height) == (48, 48), "the icon can be drawn")


def rendered_icon(installed):
    picture = installed.path("icon.png")
    run("rsvg-convert", "-w", "48", "-h", "48", "-o", picture,
        installed.path("usr/share/icons/hicolor/scalable/apps/attention-lab.svg"))
    return picture


def check_manual(installed):
    path = installed.path("usr/share/man/man1/attention-lab.1.gz")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        check(file.readline().startswith(".TH ATTENTION"), "the manual has a title")
    done = subprocess.run(["man", "--warnings", "-l", path], capture_output=True, text=True, check=False,
                          env=dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="100"))
    check(done.returncode == 0 and not done.stderr, "man shows the manual: " + done.stderr)
    program = installed.path("usr/bin/attention-lab")
    for command in ([], ["compute"], ["render"], ["experiment", "variance"]):
        for word in run(program, *command, "--help").replace(",", " ").split():
            if word.startswith("--") and word.rstrip(";)") == word:
                check(word in done.stdout, "the manual has %s of %s" % (word, command))
    check("Ctrl+K" in done.stdout, "the manual has the keys of the window")


def check_mime_type(installed, presets):
    """File managers ask the same library as gio."""
    data = installed.path("usr/share")
    shutil.copyfile("/usr/share/mime/packages/freedesktop.org.xml",
                    os.path.join(data, "mime/packages/freedesktop.org.xml"))
    run("update-mime-database", os.path.join(data, "mime"))

    def type_of(path):
        said = run("gio", "info", "--attributes=standard::content-type", path,
                   env=dict(os.environ, XDG_DATA_DIRS=data, XDG_DATA_HOME=installed.path("home")))
        return said.split("standard::content-type:")[1].strip()
    for path in sorted(glob.glob(os.path.join(presets, "*.json"))):
        check(type_of(path) == MIME_TYPE, "%s is a document, not %s" % (path, type_of(path)))
    other = installed.path("other.json")
    with open(other, "w", encoding="utf-8") as file:
        file.write('{"name": "something else"}\n')
    check(type_of(other) == "application/json", "other JSON stays what it is, not " + type_of(other))


def check_program(desktop, installed, version):
    preset = desktop.preset("journey")
    code, output, complaint = desktop.run("--version")
    check((code, output) == (0, "attention-lab %s\n" % version), "it says its version: " + complaint)
    code, _, complaint = desktop.run("validate", preset)
    check(code == 0, "it validates: " + complaint)
    picture = desktop.path("weights.png")
    code, _, complaint = desktop.run("render", preset, "--figure", "heatmap", "-o", picture)
    check(code == 0 and Picture(picture).width > 100, "it renders: " + complaint)
    screenshot = desktop.path("window.png")
    code, _, complaint = desktop.run(preset, "--screenshot", screenshot, "--size", "1280x800")
    check(code == 0, "it opens its window: " + complaint)
    window = Picture(screenshot)
    check((window.width, window.height) == (1280, 800), "the window has the size asked for")
    check(len({bytes(row[i:i + 3]) for row in window.rows[::4] for i in range(0, len(row), 12)}) > 50,
          "the window shows more than its ground")
    check_fonts(desktop, installed, preset, picture)


def check_fonts(desktop, installed, preset, usual):
    """Fonts beside the program come first: another one under Roboto's name makes another picture."""
    beside = installed.path("usr/share/attention-lab/fonts")
    os.makedirs(beside)
    other = glob.glob("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    check(other, "the machine has DejaVu Sans")
    for name in ("Roboto-Regular.ttf", "Roboto-Medium.ttf"):
        shutil.copyfile(other[0], os.path.join(beside, name))
    picture = desktop.path("beside.png")
    code, _, complaint = desktop.run("render", preset, "--figure", "heatmap", "-o", picture)
    check(code == 0, "it renders with fonts beside it: " + complaint)
    check(Picture(picture).rows != Picture(usual).rows, "it takes the fonts beside it")
    shutil.rmtree(os.path.dirname(beside))


def check_fonts_elsewhere(desktop, preset):
    """Without any font where Debian puts them, fontconfig finds those of the person; done where a folder can be
    hidden (as root, or where anybody may)."""
    hides = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*hides, "true"], capture_output=True).returncode != 0:
        print("Folders cannot be hidden here: whether fontconfig is asked was not checked.")
        return
    own = desktop.path("home/.local/share/fonts")
    os.makedirs(own)
    wanted = [path for name in ("Roboto-Regular", "Roboto-Medium", "DejaVuSans", "DejaVuSansMono")
              for path in glob.glob("/usr/share/fonts/truetype/**/%s.ttf" % name, recursive=True)]
    with_fonts = desktop.path("own.png")
    render = 'mount -t tmpfs none /usr/share/fonts && exec "$0" render "$1" --figure heatmap -o "$2"'
    command = [*hides, "sh", "-c", render, desktop.program, preset, with_fonts]
    environment = dict(desktop.environment, XDG_DATA_HOME=desktop.path("home/.local/share"))
    without = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    check(without.returncode == 1 and "fonts-" in without.stderr,
          "without fonts it names the package: " + without.stderr)
    for path in wanted:
        shutil.copy(path, own)
    run(*command, env=environment)
    check(Picture(with_fonts).width > 100, "it renders with the person's own fonts")


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "source", "cpack", "version"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    presets = os.path.join(arguments.source, "assets/presets")
    with tempfile.TemporaryDirectory() as folder:
        package = build(arguments, os.path.join(folder, "built"))
        check_control(package, arguments.version)
        installed = Installed(package, os.path.join(folder, "root"))
        check_files(installed, arguments.version)
        check_manual(installed)
        check_mime_type(installed, presets)
        with Desktop(installed.path("usr/bin/attention-lab"), presets, None, 1) as desktop:
            check_program(desktop, installed, arguments.version)
            check_fonts_elsewhere(desktop, desktop.preset("journey"))
        installed.remove()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit("failed: %s" % failure)
