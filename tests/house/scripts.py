"""Runs the project's scripts in unusual surroundings.

    scripts.py ROOT CASE

Commands that would take long or need the network are stood in for by small ones that come first in PATH.
"""

import os
import subprocess
import sys
import tempfile


def put_command(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, 0o755)


def check(is_true, what, run):
    if not is_true:
        sys.exit("failed: %s\nexit code %d\n%s%s" % (what, run.returncode, run.stdout, run.stderr))


def run(command, folder, **environment):
    variables = dict(os.environ, PATH=folder + os.pathsep + os.environ["PATH"], **environment)
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


def through_a_link(root, folder):
    """app/run finds the project through a symbolic link and with CDPATH set."""
    checkout = os.path.join(folder, "checkout")
    for name in ("app", "third_party", "build/release"):
        os.makedirs(os.path.join(checkout, name))
    with open(os.path.join(root, "app/run"), encoding="utf-8") as file:
        text = file.read()
    put_command(os.path.join(checkout, "app"), "run", text.split("\n", 1)[1])
    put_command(os.path.join(checkout, "third_party"), "install", "")
    open(os.path.join(checkout, "build/release/build.ninja"), "w", encoding="utf-8").close()
    put_command(os.path.join(checkout, "build/release"), "attention-lab", 'echo "started with $*"')
    put_command(folder, "ninja", "echo 'no work to do'")
    link = os.path.join(folder, "lab")
    os.symlink(os.path.join(checkout, "app/run"), link)
    for command in ([link, "a", "b"], ["checkout/app/run", "a", "b"]):
        started = run(command, folder, CDPATH=folder + ":/")
        check(started.returncode == 0 and started.stdout == "started with a b\n",
              "%s starts the program" % command[0], started)


def purposes_are_checked(root, folder):
    for purpose in (".*", "biuld", ""):
        refused = run([os.path.join(root, "third_party/install"), purpose], folder)
        check(refused.returncode == 2 and "no packages for" in refused.stderr,
              "third_party/install refuses %r" % purpose, refused)


def offline_is_said(root, folder):
    put_command(folder, "dpkg-query", "exit 1")
    put_command(folder, "id", "echo 0")
    put_command(folder, "apt-get", "echo 'E: Could not resolve the server' >&2; exit 100")
    failed = run([os.path.join(root, "third_party/install"), "run"], folder)
    check(failed.returncode == 1, "it fails", failed)
    check("Is this machine online?" in failed.stderr, "it says what to do", failed)
    check("Could not resolve the server" in failed.stderr, "it says what apt-get said", failed)


CASES = {
    "StartThroughALink": through_a_link,
    "PurposesAreChecked": purposes_are_checked,
    "BeingOfflineIsSaid": offline_is_said,
}

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        CASES[sys.argv[2]](sys.argv[1], temporary)
