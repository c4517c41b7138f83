# The few commands of this project; `make` lists them.
#
# From nothing but python3, make and npm: uv goes into .tools, Python 3.13 with the locked
# packages into .venv, the locked npm packages into node_modules. What is built on the way lies
# in build/, the finished site in site/. A second run builds only what has changed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --jobs=2

PORT ?= 8000
PUBLIC_URL ?=
OFFLINE ?= yes
PRINT ?= yes
WITHIN ?= 60
FAULTS ?= 40
SEED ?= 7
LIST ?=
PARTS ?=
BENCH_JSON ?= build/bench.json
export PORT BENCH_JSON WITHIN FAULTS SEED LIST

PYTHON := .venv/bin/python
UV := .tools/bin/uv
SITE_TOOLS := $(PYTHON) -m rulebook_site
export PYTHONPATH := .:overrides
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
# Compiled once, whatever the surroundings wish: a dozen Pythons start on the way, and none writes among the sources.
unexport PYTHONDONTWRITEBYTECODE

# What each part is made of. Folders are listed too, so that a removed file counts as a change.
files = $(shell find $(1) -name __pycache__ -prune -o -name '.*' -prune -o -print 2>/dev/null)
RULES := $(call files,rules_py) pyproject.toml
PRINTING := $(call files,overrides/rulebook_site/printing) $(call files,overrides/print)
WATCHING := $(call files,overrides/rulebook_site/watching)
TOOLS := $(filter-out $(PRINTING) $(WATCHING),$(call files,overrides/rulebook_site))
THEME := $(call files,overrides/theme)
# The longest first: when the last prints are made, no processor waits.
SYSTEMS := $(notdir $(shell du -s $(patsubst %/quick.md,%,$(wildcard docs/en/*/quick.md)) | sort -rn | cut -f 2))
SOURCES := rules_py overrides tests
SCRIPTS := overrides/theme/scripts overrides/theme/chooser overrides/editor overrides/rulebook_site/watching

help: ## List these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-6s %s\n", $$1, $$2}' Makefile

setup: .venv/.ready node_modules/.ready ## Install what is locked: uv, Python 3.13 and its packages, npm packages

site: build/site.ready ## Build the finished site in site/ (PUBLIC_URL= its address, where known; OFFLINE=no takes back what readers keep; PRINT=no makes no new prints)

print: build/print.ready ## Make all booklets and sheets as PDF, in build/parts/print
	@ls build/parts/print/*/*.pdf

serve: site ## Build what has changed and serve it on http://127.0.0.1:8000 (PORT= another port)
	@$(SITE_TOOLS) serve

watch: site ## Serve, and show at once what is saved
	@$(SITE_TOOLS) watch --public-url "$(PUBLIC_URL)" $(MAKE) --no-print-directory --silent PRINT=no site

test: ## Run every check: style, types, scripts, rules, pages, browser
	@$(MAKE) --no-print-directory setup
	@$(MAKE) --no-print-directory site style types scripts browser
	$(PYTHON) -m pytest -n 3 -p tests.check.note

check: setup ## Run within a minute what a change can have broken, without building (WITHIN= seconds)
	@$(PYTHON) -m tests.check

faults: setup ## Make faults in copies of the engine and count those its tests notice (FAULTS= how many, SEED= which)
	@$(PYTHON) -m tests.faults

bench: setup browser site ## Measure, print the figures and write them (BENCH_JSON= the file; docs/measured.json is shown; PARTS=line only prints that part)
	@$(PYTHON) -m tests.bench $(PARTS)

clean: ## Remove what was built; what was installed stays
	rm -rf build site dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.PHONY: help setup site print serve watch test check faults bench clean style types scripts browser FORCE

# Parts of `make test`

style: setup
	$(PYTHON) -m ruff check $(SOURCES)
	$(PYTHON) -m ruff format --check $(SOURCES)
	$(SITE_TOOLS) vocabulary

types: setup
	$(PYTHON) -m mypy --strict rules_py

scripts: setup
	node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict \
		--target es2022 --module nodenext --lib es2024,dom,dom.iterable --types "" \
		overrides/editor/css.d.ts $$(find $(SCRIPTS) -name '*.mjs')
	node_modules/.bin/tsc --noEmit --allowJs --checkJs --strict --moduleDetection legacy \
		--target es2022 --lib es2024,webworker --types "" overrides/offline/worker.d.ts overrides/offline/sw.js \
		overrides/rulebook_site/watching/sw.js
	node --disable-warning=ExperimentalWarning --test --test-concurrency=2 --test-reporter=dot tests/scripts/*.test.mjs

browser: setup
	@$(SITE_TOOLS) browser

# Installing

.tools/.ready: tools.lock
	python3 -m venv --clear .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tools.lock
	@touch $@

# An installed Python of the right version is taken first, pyenv's too; otherwise uv brings one.
.venv/.ready: requirements.lock .python-version .tools/.ready
	@version=$$(cat .python-version); \
	python=$$($(UV) python find --system --no-python-downloads "$$version" 2>/dev/null || \
		ls -d "$${PYENV_ROOT:-$$HOME/.pyenv}/versions/$$version"*/bin/python 2>/dev/null | tail -n 1 || true); \
	$(UV) venv --quiet --clear --python "$${python:-$$version}" .venv
	$(UV) pip sync --quiet --require-hashes --compile-bytecode --python .venv requirements.lock
	@touch $@

node_modules/.ready: package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Building

# A stamp says when its work was begun: what is saved meanwhile is newer.
begun = @mkdir -p $(@D) && touch $@.begun
done = @mv $@.begun $@

build/pruned.ready: node_modules/.ready $(addprefix overrides/rulebook_site/,prune.mjs binary.mjs)
	$(begun)
	@mkdir -p build/pruned
	node overrides/rulebook_site/prune.mjs node_modules/pyodide build/pruned
	$(done)

build/runtime.ready: .venv/.ready build/pruned.ready $(RULES) README.md LICENSE \
		$(addprefix overrides/rulebook_site/,runtime.py files.py snapshot.mjs still.mjs called.mjs binary.mjs warm_base.py warm.py exercise.py) $(call files,overrides/editor)
	$(begun)
	$(SITE_TOOLS) runtime --out build/parts/runtime --work build/runtime --pruned build/pruned
	$(done)

build/data.ready: .venv/.ready $(RULES) $(addprefix overrides/rulebook_site/,pages.py online.py)
	$(begun)
	$(SITE_TOOLS) data --out build/parts/data
	$(done)

build/en.ready build/ja.ready: build/%.ready: .venv/.ready node_modules/.ready build/public-url \
		overrides/languages/%.env overrides/moved.toml mkdocs.yml $(RULES) $(TOOLS) $(THEME)
	$(begun)
	$(SITE_TOOLS) pages $* --out build/parts/$* --public-url "$(PUBLIC_URL)"
	$(done)

# What was asked for, so that asking for something else builds again.
asked = @mkdir -p build; printf '%s' "$(1)" | cmp --quiet - $@ || printf '%s' "$(1)" > $@
build/public-url: FORCE
	$(call asked,$(PUBLIC_URL))
build/offline: FORCE
	$(call asked,$(OFFLINE))

FORCE:

build/en.ready: $(call files,docs/en) docs/measured.json
build/ja.ready: $(call files,docs/ja) docs/measured.json

# A system in a language at a time: begun as soon as the language's pages are there, in a Python that ends with it, for
# Typst keeps all that it has laid out.
print-of = $(foreach system,$(SYSTEMS),build/print/$(1)/$(system).ready)
$(call print-of,en): build/en.ready
$(call print-of,ja): build/ja.ready
$(call print-of,en) $(call print-of,ja): build/print/%.ready: $(PRINTING)
	$(begun)
	$(SITE_TOOLS) print $(subst /, ,$*) --parts build/parts --out build/parts/print --work build/print \
		--public-url "$(PUBLIC_URL)"
	$(done)

build/print.ready: $(call print-of,ja) $(call print-of,en)
	$(if $(PUBLIC_URL),,@echo "no PUBLIC_URL: the codes in the prints lead to the address of make serve")
	@touch $@

# In this order what takes longest is begun first, and neither processor waits for the other at the end.
build/site.ready: build/ja.ready build/en.ready build/runtime.ready build/data.ready build/offline $(call files,overrides/offline) \
		$(if $(filter yes,$(PRINT)),build/print.ready)
	$(begun)
	$(SITE_TOOLS) finish --parts build/parts --site site --offline "$(OFFLINE)"
	$(SITE_TOOLS) check --site site
	$(done)
