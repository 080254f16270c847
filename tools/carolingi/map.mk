# The map of a board file: `make map BOARD=my.json`, see docs/how-to/draw-a-map.md.
.PHONY: map

map: ready
	@.venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes -r requirements/map.txt
	@.venv/bin/python -m tools.carolingi.mapmaker $(BOARD)
