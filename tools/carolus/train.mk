# The weights of Carolus Magnus, made again from the first ones.
TRAININGS += train-carolus
.PHONY: train-carolus

CAROLUS_TRAIN = PYTHONPATH=build/compiled .venv/bin/python -m aachen --lang en train carolus
CAROLUS_BOTS = src/aachen/bots/carolus
CAROLUS_CLIMB ?= --seed 1 --level planner --generations 1 --climb 40 --games 200 --blocks 150
CAROLUS_GATE ?= --gate --seed 1 --level planner --generations 1 --games 1000 --blocks 150 --explore 0.1 --hold 0.003
CAROLUS_FORECAST ?= --seed 1 --level planner --games 1000 --explore 0.1 --samples 40 --hold 0.01

train-carolus: compile
	$(CAROLUS_TRAIN) $(CAROLUS_CLIMB) --from $(CAROLUS_BOTS)/first_weights.json \
		--out $(CAROLUS_BOTS)/weights.json --page docs/training/carolus.html
	$(CAROLUS_TRAIN) --weight-set "2 players" $(CAROLUS_GATE) --from $(CAROLUS_BOTS)/weights@1.json \
		--out $(CAROLUS_BOTS)/weights.json --page docs/training/carolus-2-players.html
	$(CAROLUS_TRAIN) --weight-set "2 players forecast" --forecast $(CAROLUS_FORECAST) --from $(CAROLUS_BOTS)/weights.json \
		--out $(CAROLUS_BOTS)/weights.json --page docs/training/carolus-forecast.html
	$(CAROLUS_TRAIN) --weight-set "3 players forecast" --forecast $(CAROLUS_FORECAST) --from $(CAROLUS_BOTS)/weights.json \
		--out $(CAROLUS_BOTS)/weights.json --page docs/training/carolus-3-players-forecast.html
	$(CAROLUS_TRAIN) --weight-set "4 players forecast" --forecast $(CAROLUS_FORECAST) --from $(CAROLUS_BOTS)/weights.json \
		--out $(CAROLUS_BOTS)/weights.json --page docs/training/carolus-4-players-forecast.html
