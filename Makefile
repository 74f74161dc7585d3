# `make play` starts Plyground, `make test` runs the checks, `make test-all` also runs slow tests and
# drives the app in a browser; `make long` has the rest, and measures how much the tests cover. Each
# sets up a private environment in .venv first; they need Python 3.11 or newer (with venv) and make,
# the checks Node.js 18 or newer with npm, and test-all Chromium. `make bridges` and `make kaggle`
# try the bridges whose libraries are heavy. `make modules` makes the ready games that come with the
# package, where they no longer fit: once before a change is passed on, and not for each commit.

PYTHON ?= python3
BIN := .venv/bin
# Two processes, each with a half of the tests in order: neighbours compile the same games.
TWO := -n 2 --dist worksteal
NOT_SLOW := and not slow
# How much a run may compile and start: a table of tests/gates.toml.
GATE := test
CHECKS := types lint layers
# Hundreds of processes start, and each would read the sources and the rewritten asserts again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play play.html test test-all checks lint types layers compiled uncompiled modules modules-check install-check long engine browser archive coverage site bridges kaggle bench bundle clean

# Ctrl-C is how it ends, and no error. The shell's trap keeps it from ending before Plyground has.
play: .venv/installed
	@trap : INT; $(BIN)/plyground || [ $$? -eq 130 ]

test: .venv/developer node_modules/.package-lock.json checks compiled uncompiled

test-all: NOT_SLOW :=
test-all: GATE := all
test-all: CHECKS += site install-check
test-all: export NOTEBOOKS := no
test-all: .venv/developer node_modules/.package-lock.json checks compiled uncompiled browser

# What takes one processor each, side by side.
checks:
	@$(MAKE) --no-print-directory --jobs 2 --output-sync $(CHECKS)

lint: .venv/developer node_modules/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/actionlint .github/workflows/*.yml
	node_modules/.bin/biome lint --error-on-warnings
	node_modules/.bin/tsc

types: .venv/developer
	$(BIN)/mypy

layers: .venv/developer
	$(BIN)/lint-imports

# The suite, except those that would compile one more game, which takes seconds; slow tests are for
# `make test-all`.
compiled: .venv/developer
	$(BIN)/pytest $(TWO) --gate $(GATE) -m "not uncompiled $(NOT_SLOW) and not long and not homes and not browser and not bundle and not site"

# That, with compilation off.
uncompiled: .venv/developer
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(TWO) -m "uncompiled $(NOT_SLOW) and not long"

# The modules of the standard games whose seals do not fit, and their data. Nothing is compiled for
# this computer, so that takes less time.
modules: .venv/installed
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m plyground.browser.shipping

# Whether they fit; and two of them, chosen by the commit, made again to the byte.
modules-check: .venv/installed
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m plyground.browser.shipping --compare 2 --by "$$(git rev-parse HEAD 2> /dev/null)"

# Wheel and sdist, installed as a newcomer does.
install-check: .venv/developer
	$(BIN)/python .ci/install_check.py

# What takes longer than a change of the program is worth: CONTRIBUTING.md says what that is.
long: .venv/developer .venv-kaggle/installed archive coverage engine bridges site
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'psycopg[binary]'
	$(BIN)/pytest $(TWO) -m long
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(TWO) -m "uncompiled and long"
	PLYGROUND_TESTS_AT=network $(BIN)/pytest -n 3 --dist worksteal -m "browser and not long" tests/browser
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m plyground.browser.shipping --compare 0 --all
	$(BIN)/python .ci/install_check.py --all
	.venv-kaggle/bin/python benchmarks/kaggle.py

# Native code and WebAssembly, compared for every game that the tests name, in three browsers too.
engine: .venv/developer
	$(BIN)/pytest $(TWO) tests/engine
	$(BIN)/pytest $(TWO) -m homes --ignore tests/engine

# The app as people meet it. A third process works while two wait for a page.
browser: .venv/developer
	$(BIN)/pytest -n 3 --dist worksteal --gate browser -m "browser and not long" tests/browser

# The archive for a class, started without a network; fetches what goes into it.
archive: .venv/developer
	$(BIN)/pytest -m bundle

# The suite, measured: compiled, then the tests of compiled functions with compilation off, because
# only then does coverage see their lines.
coverage: .venv/developer
	$(BIN)/coverage run -m pytest $(TWO) -m "not uncompiled and not long and not homes and not browser and not bundle and not site"
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(TWO) -m "(engine or uncompiled) and not compiled and not long and not homes"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The documentation, into the folder site/, and the tests of what was built. NOTEBOOKS=no does not run
# the notebooks, and takes seconds.
site: .venv/developer
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	$(BIN)/pytest tests/test_site.py

# What OpenSpiel makes of the bridge to it, in an environment of its own: with it comes SciPy, which
# Numba loads at every start where it finds it.
bridges: .venv-openspiel/installed
	.venv-openspiel/bin/pytest tests/interop/test_openspiel.py tests/interop/test_third_party.py tests/interop/test_docs.py
	.venv-openspiel/bin/python benchmarks/openspiel_rules.py

# Episodes in Kaggle's own environment, which with all that it needs takes 1.6 GB.
kaggle: .venv-kaggle/installed
	.venv-kaggle/bin/python benchmarks/kaggle.py --episodes 4

# The figures that take minutes, and the page of all figures. It takes hours; leave the machine alone
# meanwhile.
bench: .venv/developer .venv-openspiel/installed .venv-kaggle/installed
	$(BIN)/python benchmarks/all.py

# The four games in one file, to try without installing. It is part of the repository.
play.html: .venv/installed
	$(BIN)/plyground pages $@

# One archive with all that a class without internet needs.
bundle: .venv/developer
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	$(BIN)/python bundle/make.py --site site

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Plyground needs Python 3.11 or newer: make PYTHON=...")'
	@echo "Setting up Plyground in .venv, once: about 400 MB on disk ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[app]'
	@touch $@

.venv/developer: .venv/installed requirements-dev.txt
	@echo "Setting up the developer's tools in .venv, once: about 900 MB more on disk ..."
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -r requirements-dev.txt
	@touch $@

# Only the checks of the app's scripts: a browser runs the files as they are.
node_modules/.package-lock.json: package-lock.json
	@command -v npm > /dev/null || { echo "make lint checks JavaScript with Node.js 18 or newer and npm, which are not here: install them, as by apt-get install nodejs npm"; exit 1; }
	@echo "Setting up the checks of JavaScript in node_modules, once: about 100 MB on disk ..."
	@npm ci --silent --no-audit --no-fund
	@touch $@

.venv-openspiel/installed: pyproject.toml constraints.txt
	@echo "Setting up OpenSpiel in .venv-openspiel, once: about 800 MB on disk ..."
	@$(PYTHON) -m venv .venv-openspiel
	@.venv-openspiel/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[app,openspiel,pettingzoo]' easyAI hatchling httpx2 hypothesis pexpect pytest
	@touch $@

.venv-kaggle/installed: pyproject.toml
	@echo "Setting up Kaggle's environment in .venv-kaggle, once: about 1.6 GB on disk ..."
	@$(PYTHON) -m venv .venv-kaggle
	@.venv-kaggle/bin/python -m pip install --quiet --disable-pip-version-check -e . kaggle_environments==1.33.2
	@touch $@

clean:
	rm -rf .venv .venv-* node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* dist site
