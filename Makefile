# The commands to know:
#   make run        build everything and start the server
#   make test       run all tests               make quick      the tests to run on every change
#   make check      lint, types, layers, docs   make coverage   which lines the tests run
#   make docs       regenerate documents        make docs-site  build the documentation site
#   make golden     regenerate golden files     make screenshots   pictures of the page
#   make page       build the web page          make bench      benchmarks against OpenSpiel
#   make export     the page as static files, in build/site or OUT=directory
#   make wheel      a wheel in dist/            make release VERSION=x.y.z
#   make clean      remove everything that was built
#
# Everything is installed into .venv and web/node_modules; steps that are up to date are skipped.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# An editable install lists the packages: a new one needs another install.
PACKAGES := $(shell find src -name __init__.py)
NATIVE := CMakeLists.txt $(shell find native/core native/games native/pictures native/engine native/sandbox native/bindings -type f)
PYTHON_FILES := src tests benchmarks docs
CPP_FILES := $(shell find native -name '*.?pp' -not -path '*/third_party/*')

# The web page, and what it is built from; directories count too, so that deleted files are noticed.
PAGE := src/quire/server/static/index.html
MODULES := web/node_modules/.installed
PAGE_FILES := $(shell find web \( -name node_modules -o -name tests \) -prune -o -print)
# The core for the browser. It is left out if its compiler cannot be installed.
CORE := web/src/core/build/quire.wasm
CORE_FILES := $(shell find native/core native/games native/pictures native/engine native/wasm -type f)
CORE_FLAGS := -target wasm32-wasi -mexec-model=reactor -msimd128 -std=c++20 -O2 -ffp-contract=off -fexceptions -s \
  -Wl,--max-memory=268435456 -Wl,-z,stack-size=1048576
NO_CORE = The page is built without the core, and asks the server instead: its compiler could not be installed or run (pip, group page).
NPM := npm --prefix web --no-audit --no-fund --no-update-notifier --loglevel=error
NODE_IS_RECENT = const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
HAS_NODE := $(shell command -v npm >/dev/null && node -e '$(NODE_IS_RECENT)' 2>/dev/null && echo yes)
NO_NODE = The web page needs Node 20.19 or later, which was not found. Install it (https://nodejs.org), then run make page.

# The documentation site, and what it is built from: pages, docstrings and the notebook.
SITE := src/quire/server/docs/index.html
SITE_FILES := $(wildcard *.md) $(shell find docs -type f -not -name '*.pyc') $(shell find src -name '*.py')

# Ignore a user's own pip settings: packages belong into .venv.
export PIP_USER := 0

.DEFAULT_GOAL := help
.PHONY: help run page export test quick check coverage bench golden docs docs-site screenshots wheel release clean build

help:
	@sed -n '2,10s/^# *//p' Makefile

# Everything else works without the page: if it can't be built, the server says so and starts.
run: build
	@$(MAKE) --no-print-directory --silent page || true
	@$(BIN)/quire serve

page: $(PAGE)

export: build $(PAGE)
	@$(BIN)/quire export $(or $(OUT),build/site)

# Without Node, everything but the page is tested; in CI nothing may be missing. The page and the
# documentation site take one core each.
TESTED := $(if $(HAS_NODE)$(CI),$(PAGE)) $(if $(CI),$(SITE))
test: build $(STAMPS)/test
	$(if $(strip $(TESTED)),@$(MAKE) --no-print-directory --jobs=2 $(TESTED))
	@tests/system-packages
	$(if $(HAS_NODE),$(NPM) run --silent test,@echo "$(NO_NODE)")
	$(BIN)/python -m pytest -n auto --dist worksteal

check: build $(STAMPS)/test $(STAMPS)/check $(MODULES) $(SITE)
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

# The tests without a server, a browser, another process or a long search; see CONTRIBUTING.md.
quick: build $(STAMPS)/test $(if $(HAS_NODE),$(MODULES))
	$(if $(HAS_NODE),$(NPM) run --silent test,@echo "$(NO_NODE)")
	QUIRE_QUICK=1 $(BIN)/python -m pytest -n auto -m "not slow"

coverage: build $(STAMPS)/test $(MODULES) $(PAGE)
	$(NPM) run --silent coverage
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered --cov-report=html

bench: build
	$(PIP) install --requirement benchmarks/requirements.txt
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.engines.environments

golden: build $(STAMPS)/test
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.perft

docs: build
	$(BIN)/python -m docs.generate

docs-site: $(SITE)

screenshots: build
	$(BIN)/python -m docs.screenshots

wheel: build $(PAGE) $(SITE)
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir dist
	@ls dist/*.whl

# The version is written first: the documentation site and the archives carry it.
release: build
	@test -n "$(VERSION)" || { echo "Which version? Run make release VERSION=x.y.z"; exit 1; }
	$(BIN)/python -m docs.release prepare $(VERSION)
	@$(MAKE) --no-print-directory build page docs-site
	$(BIN)/python -m docs.release build $(VERSION)

clean:
	rm -rf $(VENV) build dist web/node_modules $(dir $(CORE)) $(dir $(PAGE)) $(dir $(SITE))

# What the commands above depend on.
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

$(CORE): $(STAMPS)/venv constraints.txt $(CORE_FILES)
	@echo "Building the core for the browser."
	@mkdir -p $(@D)
	@{ $(PIP) install --constraint constraints.txt --group page && \
	  ZIG_GLOBAL_CACHE_DIR=build/zig ZIG_LOCAL_CACHE_DIR=build/zig $(BIN)/python -m ziglang c++ $(CORE_FLAGS) \
	  -Inative/wasm/single_thread -Inative native/wasm/*.cpp -o $@; } || { rm -f $@; echo "$(NO_CORE)"; }

$(PAGE): $(MODULES) $(CORE) $(PAGE_FILES)
	@echo "Building the page."
	@$(NPM) run --silent build -- --logLevel warn

# Any warning fails: a broken link, an unknown name, a public name without a docstring.
$(SITE): $(STAMPS)/quire $(STAMPS)/docs $(SITE_FILES)
	@echo "Building the documentation site."
	@rm -rf build/docs-site
	@$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -d build/docs-site/doctrees docs build/docs-site/html
	@rm -rf $(@D) && mv build/docs-site/html $(@D) && touch $@
