# Everything sets itself up on first use: `make run` or `make test` on a fresh clone is enough.
# Only pip and apt use the network, only during that set-up; the program itself never does.

.DEFAULT_GOAL := help
.PHONY: help run test lint i18n pictures bench soak clean
.DELETE_ON_ERROR:

SYSTEM := $(if $(filter Windows_NT,$(OS)),Windows,$(shell uname -s))
PY := .venv/$(if $(filter Windows,$(SYSTEM)),Scripts/python.exe,bin/python)
SCREEN := $(or $(filter Windows Darwin,$(SYSTEM)),$(DISPLAY),$(WAYLAND_DISPLAY))
OFFSCREEN := QT_QPA_PLATFORM=offscreen
PICTURES := build/pictures
export PYTHON

help: ## this list
	@echo "KV Lab. make TARGET, with ARGS='…' for more arguments where it says so."
	@sed -n 's/^\([a-z0-9]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

run: .venv/ready ## start the program (without a display: draw its pictures); ARGS
ifeq ($(SCREEN),)
run: pictures
	@echo "There is no display, so no window: the pictures of all labs are in $(PICTURES)"
else
run:
	@sh packaging/system_libraries.sh window
	@$(PY) -m kvlab_desktop $(ARGS)
endif

test: .venv/ready-dev ## run the tests; ARGS, as in ARGS='tests/core -x'
	@sh packaging/system_libraries.sh
	@$(OFFSCREEN) $(PY) -m pytest $(ARGS)

lint: .venv/ready-dev ## check style (ruff) and types (mypy)
	@$(PY) -m ruff check .
	@$(PY) -m mypy

i18n: .venv/ready-dev ## collect the texts into i18n/*.ts and compile them to *.qm
	@sh packaging/system_libraries.sh
	@$(PY) packaging/i18n/update.py $(ARGS)

pictures: .venv/ready ## draw every lab in both languages into build/pictures
	@sh packaging/system_libraries.sh
	@mkdir -p $(PICTURES)
	@for language in zh en; do \
	    $(OFFSCREEN) $(PY) -m kvlab_desktop export all --out $(PICTURES) \
	        --lang $$language --format png || exit; \
	done

bench: .venv/ready-dev ## measure times and memory on this machine; ARGS
	@sh packaging/system_libraries.sh
	@$(OFFSCREEN) $(PY) -m tests.bench $(ARGS)

soak: .venv/ready-dev ## the tests that run for minutes
	@sh packaging/system_libraries.sh
	@$(OFFSCREEN) $(PY) -m pytest -m soak $(ARGS)

clean: ## remove what was built, except .venv
	@rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

# Made again when pyproject.toml changes.
.venv/ready: pyproject.toml
	@sh packaging/make_venv.sh
	@touch $@

.venv/ready-dev: pyproject.toml
	@sh packaging/make_venv.sh '[dev]'
	@touch .venv/ready $@
