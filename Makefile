# Everything sets itself up on first use: `make run` or `make test` on a fresh clone is enough.
# Only pip and apt use the network, only during that set-up; the program itself never does.

.DEFAULT_GOAL := help
.PHONY: help run test lint i18n pictures bench soak package package-check package-windows clean \
    libraries window-libraries package-libraries
.DELETE_ON_ERROR:

SYSTEM := $(if $(filter Windows_NT,$(OS)),Windows,$(shell uname -s))
PY := .venv/$(if $(filter Windows,$(SYSTEM)),Scripts/python.exe,bin/python)
SCREEN := $(or $(filter Windows Darwin,$(SYSTEM)),$(DISPLAY),$(WAYLAND_DISPLAY))
OFFSCREEN := QT_QPA_PLATFORM=offscreen
PICTURES := build/pictures
export PYTHON

help: ## this list
	@echo "KV Lab. make TARGET, with ARGS='…' for more arguments where it says so."
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

run: ## start the program (without a display: draw its pictures); ARGS, as in ARGS='--help'
ifeq ($(SCREEN)$(ARGS),)
run: pictures
	@echo "There is no display, so no window: the pictures of all labs are in $(PICTURES)"
else
run: $(if $(SCREEN),window-libraries,libraries) .venv/ready
	@$(if $(SCREEN),,$(OFFSCREEN)) $(PY) -m kvlab_desktop $(ARGS)
endif

test: libraries .venv/ready-dev ## run the tests; ARGS, as in ARGS='tests/core -x'
	@$(OFFSCREEN) $(PY) -m pytest -n auto $(ARGS)

lint: .venv/ready-dev ## check style (ruff) and types (mypy)
	@$(PY) -m ruff check .
	@$(PY) -m mypy

i18n: libraries .venv/ready-dev ## collect the texts into i18n/*.ts, compile them; ARGS=--check
	@$(PY) packaging/i18n/update.py $(ARGS)

pictures: libraries .venv/ready ## draw every lab in both languages into build/pictures
	@mkdir -p $(PICTURES)
	@$(OFFSCREEN) $(PY) -m kvlab_desktop export all --out $(PICTURES) --lang both

bench: libraries .venv/ready-dev ## measure times and memory on this machine; ARGS
	@$(OFFSCREEN) $(PY) -m tests.bench $(ARGS)

soak: libraries .venv/ready-dev ## the tests that run for minutes; ARGS
	@$(OFFSCREEN) $(PY) -m pytest -m soak $(ARGS)

package: package-libraries .venv/ready-package ## build the Linux folder and the .deb into dist/
	@sh packaging/linux/build.sh

package-check: package ## try what was built: smoke test, wheel, .deb in a clean Debian (root)
	@sh packaging/check.sh

package-windows: .venv/ready-package ## build and try the Windows installer under Wine (root)
	@sh packaging/windows/build_under_wine.sh

clean: ## remove what was built, except .venv
	@rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

libraries:
	@sh packaging/system_libraries.sh

window-libraries:
	@sh packaging/system_libraries.sh window

package-libraries:
	@sh packaging/system_libraries.sh package

# Made again when pyproject.toml changes.
.venv/ready: pyproject.toml
	@sh packaging/make_venv.sh
	@touch $@

.venv/ready-dev: pyproject.toml
	@sh packaging/make_venv.sh '[dev]'
	@touch .venv/ready $@

.venv/ready-package: pyproject.toml
	@sh packaging/make_venv.sh '[package]'
	@touch .venv/ready $@
