"""Starts Plyground from a folder that was passed on, without the internet.

The first start installs it from the wheels next to this file into a folder of the user's own, which
takes a minute; every later one only starts it. Any Python may run this file, if only to report
that it is too old.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main(arguments):
    """Install it if need be, start it, and return its exit code."""
    version = read("VERSION")
    offered = read("PYTHONS").split()
    running = "%d.%d" % sys.version_info[:2]
    if running not in offered:
        python = another(offered)
        if python:
            return subprocess.call(python + [os.path.abspath(__file__)] + arguments)
        return fail(
            "this is Python %s, and the folder is made for Python %s: install one of these "
            "from python.org" % (running, " or ".join(offered))
        )
    home = os.path.join(own_folder(), "plyground-%s-python%s" % (version, running))
    python = os.path.join(home, *(["Scripts", "python.exe"] if WINDOWS else ["bin", "python"]))
    if not os.path.exists(os.path.join(home, "installed")):
        problem = install(home, python, version)
        if problem:
            return fail(problem)
    site = {"PLYGROUND_SITE": os.path.join(HERE, "site")}  # to which the app's Help leads
    return subprocess.call([python, "-m", "plyground"] + arguments, env=dict(os.environ, **site))


WINDOWS = os.name == "nt"


def another(offered):
    """The command of another Python on this machine, of one of these versions; None without one."""
    quiet = dict(os.environ, PYTHON_MANAGER_AUTOMATIC_INSTALL="false")  # it would ask the internet
    for version in offered:
        command = ["py", "-" + version] if WINDOWS else ["python" + version]
        check = "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '" + version + "')"
        with open(os.devnull, "w") as nowhere:
            try:
                tried = subprocess.call(
                    command + ["-c", check], stdout=nowhere, stderr=nowhere, env=quiet
                )
            except OSError:  # there is none of that name
                continue
        if tried == 0:
            return command
    return None


def own_folder():
    """Where things of this user are kept that a start makes."""
    if "PLYGROUND_HOME" in os.environ:
        return os.environ["PLYGROUND_HOME"]
    if WINDOWS:
        return os.path.join(os.environ.get("LOCALAPPDATA", os.path.expanduser("~")), "Plyground")
    return os.path.join(os.path.expanduser("~"), ".plyground")


def install(home, python, version):
    """Make an environment with Plyground in it; what went wrong is returned."""
    print("Setting up Plyground in %s, once ..." % home)
    sys.stdout.flush()
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", home], check=False, capture_output=True, text=True
    )
    if made.returncode:
        lines = (made.stdout + made.stderr).strip().splitlines() or ["no reason given"]
        hint = "install python3-venv" if "ensurepip" in "".join(lines) else lines[-1]
        return "no environment can be made in %s: %s" % (home, hint)
    wheels = os.path.join(HERE, "wheels")
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
        + ["--find-links", wheels, "plyground[app]==%s" % version],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        return "it cannot be installed from %s: %s" % (wheels, lines[-1])
    open(os.path.join(home, "installed"), "w").close()
    return ""


def read(name):
    """The text of a file next to this one."""
    with open(os.path.join(HERE, name)) as file:
        return file.read().strip()


def fail(words):
    """Say what is wrong."""
    sys.stderr.write("plyground: %s\n" % words)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
