# Every target makes the environment first; only python3 has to be there.
PYTHON ?= python3
LOCK = .venv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 $(UPGRADE)
GAMES = $(patsubst src/aachen/games/%/game.py,%,$(wildcard src/aachen/games/*/game.py))
TRAININGS =
.DEFAULT_GOAL = play

# What is about one game: how its weights are made, and maps of its boards.
include $(wildcard tools/*/*.mk)

.PHONY: play test puzzles check format bench attacks mutants compile lock soak test-env test-ray train report release container ready

play:
	@$(PYTHON) play

test:
	@$(PYTHON) test

check:
	@$(PYTHON) tools/check.py

# Puts right what can be put right by itself.
format: ready
	@.venv/bin/ruff check --quiet --fix .
	@.venv/bin/ruff format --quiet .
	@.venv/bin/python tools/typography.py
	@$(PYTHON) tools/check.py --format-page

compile: ready
	@.venv/bin/python tools/compile.py

# Against named peers, as written and compiled: docs/how-to/benchmark.md.
bench: compile
	@.venv/bin/python bench/run.py
	@.venv/bin/python bench/load/run.py

# How late a move is at a quiet table while one address does its worst.
attacks: ready
	@.venv/bin/python bench/load/attacks.py

# Long random games, and servers killed in the middle of play, for hours when nobody waits.
soak: ready
	for game in $(GAMES); do .venv/bin/aachen fuzz --game $$game --games 10000 || exit; done
	.venv/bin/python -m tests.server.soak --kills 1000
	.venv/bin/python -m tests.server.soak --kills 200 --postgres
	AACHEN_SOAK=1 .venv/bin/python -m pytest -q -s tests/storage/test_power_cut.py
	AACHEN_SOAK=1 .venv/bin/python -m pytest -q -n auto tests/server tests/properties tests/conformance \
		tests/house/test_documented_commands.py

# The environments in every variant and number of players, by the whole of the suites of PettingZoo, Gymnasium and OpenSpiel.
test-env: ready
	AACHEN_SOAK=1 .venv/bin/python -m pytest -q -n auto tests/env

# Faults planted one at a time in a copy of the tree: the tests must find every one. Takes the better part of an hour.
mutants: ready
	@.venv/bin/python tools/run_mutants.py

# The weights that are shipped, made again: docs/how-to/train.md. Each game's recipe is in its folder.
train: $(TRAININGS)

# How balanced the games are, as far as our planner can tell: docs/how-to/report.md. Goes on where it was interrupted.
report: compile
	PYTHONPATH=build/compiled .venv/bin/python -m aachen --lang en report --games 1000 --level planner --seed 1 \
		--results build/balance --out docs/balance.html

# The puzzles that ship, solved again by deep searches with other seeds: docs/how-to/puzzles.md.
puzzles: compile
	PYTHONPATH=build/compiled .venv/bin/python -m aachen --lang en puzzles --check

# Everything that would be uploaded, built and checked; nothing is uploaded: docs/how-to/release.md.
release: ready
	@.venv/bin/python tools/release.py

# The container: linted, built by buildah from the wheels in dist/, and asked for the page: docs/how-to/release.md.
container: ready
	@.venv/bin/python tools/container_check.py

# The arena on a cluster of two nodes, one of which is killed: docs/how-to/arena.md.
test-ray: ready
	@.venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes -r requirements/ray.txt
	@.venv/bin/python -m pytest -q tests/arena/on_a_cluster.py

# Pins and hashes from pyproject.toml; `make lock UPGRADE=--upgrade` takes the newest versions.
lock: ready
	$(LOCK) pyproject.toml -o requirements/play.txt
	$(LOCK) pyproject.toml --extra test --extra train --extra env --extra openspiel -c requirements/play.txt -o requirements/test.txt
	$(LOCK) pyproject.toml --extra compile -c requirements/test.txt -o requirements/compile.txt
	$(LOCK) pyproject.toml --extra train -c requirements/test.txt -o requirements/train.txt
	$(LOCK) pyproject.toml --extra release -c requirements/test.txt -o requirements/release.txt
	$(LOCK) pyproject.toml --extra env -c requirements/test.txt -o requirements/env.txt
	$(LOCK) pyproject.toml --extra openspiel -c requirements/test.txt -o requirements/openspiel.txt
	$(LOCK) pyproject.toml --extra map -c requirements/test.txt -o requirements/map.txt
	$(LOCK) pyproject.toml --extra ray -c requirements/test.txt -o requirements/ray.txt
	$(LOCK) requirements/node.in -o requirements/node.txt
	$(LOCK) requirements/boot.in -c requirements/test.txt -o requirements/boot.txt

ready:
	@$(PYTHON) tools/bootstrap.py test
