# Two commands matter: `make recheck` and `make test`. Both set up .venv first, from the pinned lock.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: help setup recheck test lock clean

help:
	@echo "make recheck   re-check every dispute in checks/ and write its report"
	@echo "make test      run all tests"
	@echo "make setup     only create .venv from requirements.lock"
	@echo "make lock      renew requirements.lock from pyproject.toml (needs uv)"

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "lakatos needs Python 3.11 or newer; %s is %d.%d. Try: make setup PYTHON=python3.11" % (sys.executable, v[0], v[1]))'
	@echo "Installing the pinned environment into $(VENV) (a minute or two) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

recheck: setup
	@$(BIN)/lakatos check --report

test: setup
	@$(BIN)/python -m pytest $(TESTS)

# uv writes neither the address of an index nor a path of this machine into the lock.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --all-extras --group dev --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) .lakatos
