# The commands to know:
#   make run      build and start the server    make test    install test dependencies, run all tests
#   make check    lint, types, layers, docs     make bench   benchmarks against OpenSpiel
#   make golden   regenerate golden files       make docs    regenerate documents
#   make wheel    a wheel in dist/              make clean   remove everything that was built
#   make page     build the page in web/        make screenshots   pictures of pages, by chromium
#
# Everything is installed into .venv and web/node_modules; up-to-date steps are skipped.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Where packages are is noted when Quire is installed: one that is new has to be.
PACKAGES := $(shell find src -name __init__.py)
NATIVE := CMakeLists.txt $(shell find native/core native/games native/engine native/sandbox native/bindings -type f)
PYTHON_FILES := src tests benchmarks docs
CPP_FILES := $(shell find native -name '*.?pp' -not -path '*/third_party/*')

# The page, what it is built with, and what it is built from; directories too, so that it is noticed
# when a file has gone.
PAGE := src/quire/server/static/index.html
MODULES := web/node_modules/.installed
PAGE_FILES := $(shell find web \( -name node_modules -o -name tests \) -prune -o -print)
NPM := npm --prefix web --no-audit --no-fund --no-update-notifier --loglevel=error
NODE_WILL_DO = const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
HAS_NODE := $(shell command -v npm >/dev/null && node -e '$(NODE_WILL_DO)' 2>/dev/null && echo yes)
NO_NODE = The web page needs Node 20.19 or later, which was not found. Install it (https://nodejs.org), then run make page.

# A user's own pip settings must not send packages elsewhere.
export PIP_USER := 0

.DEFAULT_GOAL := help
.PHONY: help run page test check bench golden docs screenshots wheel clean build

help:
	@sed -n '2,7s/^# *//p' Makefile

# Everything else goes without the page: if it cannot be built, the server says so and starts.
run: build
	@$(MAKE) --no-print-directory --silent page || true
	@$(BIN)/quire serve

page: $(PAGE)

# At home, what needs no page is tested without Node as well; in CI nothing may be missing.
test: build $(STAMPS)/test $(if $(HAS_NODE)$(CI),$(PAGE))
	@tests/system-packages
	$(if $(HAS_NODE),$(NPM) run --silent test,@echo "$(NO_NODE)")
	$(BIN)/python -m pytest -n auto --dist worksteal

check: build $(STAMPS)/test $(STAMPS)/check $(MODULES)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	$(BIN)/mypy $(PYTHON_FILES)
	$(BIN)/lint-imports
	$(NPM) run --silent check
	$(BIN)/python -m docs.generate --check
	$(BIN)/cmake -S . -B build/strict -G Ninja --log-level=WARNING -DQUIRE_WERROR=ON \
	  -DCMAKE_MAKE_PROGRAM="$$PWD/$(BIN)/ninja" -DPython_EXECUTABLE="$$PWD/$(BIN)/python" \
	  -Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)"
	$(BIN)/cmake --build build/strict

bench: build
	$(PIP) install --requirement benchmarks/requirements.txt
	$(BIN)/python -m benchmarks

golden: build $(STAMPS)/test
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.perft

docs: build
	$(BIN)/python -m docs.generate

screenshots: build
	$(BIN)/python -m docs.screenshots

wheel: build $(PAGE)
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir dist
	@ls dist/*.whl

clean:
	rm -rf $(VENV) build dist web/node_modules $(dir $(PAGE))

# What the commands above stand on.
build: $(STAMPS)/quire

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Quire needs Python 3.11 or later; this is $$($(PYTHON) --version). Try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up Quire in $(VENV); the first time takes a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1'
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/quire: $(STAMPS)/venv pyproject.toml constraints.txt $(NATIVE) $(PACKAGES)
	@echo "Building Quire."
	@$(PIP) install --constraint constraints.txt --group build
	@PATH="$$PWD/$(BIN):$$PATH" $(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(STAMPS)/%: $(STAMPS)/venv pyproject.toml constraints.txt
	@$(PIP) install --constraint constraints.txt --group $*
	@touch $@

$(MODULES): web/package.json web/package-lock.json
	@$(if $(HAS_NODE),true,echo "$(NO_NODE)"; exit 1)
	@echo "Installing what the page is built with."
	@$(NPM) ci >/dev/null
	@touch $@

$(PAGE): $(MODULES) $(PAGE_FILES)
	@echo "Building the page."
	@$(NPM) run --silent build -- --logLevel warn
