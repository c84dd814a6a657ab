# The commands to know:
#   make run      build Quire and serve it      make test    install what the tests need, run them
#   make check    style, types, layers, docs    make bench   speed beside OpenSpiel, as ratios
#   make golden   write the golden files anew   make docs    write the generated documents anew
#   make wheel    a wheel in dist/              make clean   remove everything that was built
#   make screenshots   take the pictures of pages anew, by chromium
#
# Everything is installed into .venv here; what is up to date is not done again.

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

# A user's own pip settings must not send packages elsewhere.
export PIP_USER := 0

.DEFAULT_GOAL := help
.PHONY: help run test check bench golden docs screenshots wheel clean build

help:
	@sed -n '2,7s/^# *//p' Makefile

run: build
	@$(BIN)/quire serve

test: build $(STAMPS)/test
	@tests/system-packages
	$(BIN)/python -m pytest -n auto --dist worksteal

check: build $(STAMPS)/test $(STAMPS)/check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	$(BIN)/mypy $(PYTHON_FILES)
	$(BIN)/lint-imports
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

wheel: build
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir dist
	@ls dist/*.whl

clean:
	rm -rf $(VENV) build dist

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
