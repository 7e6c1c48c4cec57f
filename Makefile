# Every habit of the project is a target here; .ci/run calls the same ones.
#
#   make run      open Pioche on http://127.0.0.1:8000   (PORT=8001, HOST=0.0.0.0 for the house)
#   make demo     add the demo's players, collections and matches
#   make test     the whole suite                        (TESTS=tests/rules, ARGS="-k spy")
#   make check    everything that can be said without running the application
#   make format   put code and templates in the form that `make check` wants
#   make bench    measure; never a test
#   make messages gather the texts to translate
#   make picture  take the README's picture again

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
TESTS ?= tests
ARGS ?=

PY := .venv/bin/python
INSTALL := $(PY) -m pip install -qq --disable-pip-version-check -c constraints.txt
TEMPLATES = $(shell find templates -name '*.html' -o -name '*.txt')
TYPED = rules $(wildcard collection/services* collection/selectors* \
	matches/services* matches/selectors*)

.PHONY: run demo test check format bench messages picture clean

run: .venv/run.stamp
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

demo: .venv/run.stamp
	@$(PY) manage.py prepare
	@$(PY) manage.py demo

test: .venv/dev.stamp
	@$(PY) -m pytest --numprocesses auto $(TESTS) $(ARGS)

check: .venv/dev.stamp
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy --strict $(TYPED)
	$(PY) manage.py makemigrations --check --dry-run
	PIOCHE_URL=https://pioche.example.org $(PY) manage.py check --deploy --fail-level WARNING
	.venv/bin/djade --check $(TEMPLATES)

format: .venv/dev.stamp
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	-.venv/bin/djade $(TEMPLATES)

bench: .venv/dev.stamp .venv-bench/peers.stamp
	$(PY) -m tests.load $(ARGS)

messages: .venv/dev.stamp
	$(PY) manage.py makemessages --locale en --no-wrap --add-location file \
		--ignore .venv --ignore var --ignore tests

picture: .venv/dev.stamp
	$(PY) -m pytest tests/browser/test_readme.py
	cp var/screenshots/readme.png docs/pioche.png

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Pioche a besoin de Python 3.11 ou plus : make run PYTHON=python3.12' >&2; exit 1; }
	@echo 'Préparation de Pioche (une seule fois, environ une minute)…'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo 'Il manque le module venv de Python (Debian, Ubuntu : apt install python3-venv).' >&2; \
		exit 1; }

.venv/run.stamp: pyproject.toml constraints.txt | $(PY)
	@$(INSTALL) -e .
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | $(PY)
	@$(INSTALL) -e '.[dev]'
	@touch $@ .venv/run.stamp

# What the rules are measured against; Pioche itself needs none of it.
.venv-bench/peers.stamp: tests/load/peers.txt | $(PY)
	@$(PY) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r $< \
		|| echo '!! some peers could not be installed: they will be missing below' >&2
	@touch $@

clean:
	rm -rf .venv .venv-bench .mypy_cache .pytest_cache .ruff_cache .hypothesis
