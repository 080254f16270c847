# The weights of Carolingi, made again from the first ones.
TRAININGS += train-carolingi
.PHONY: train-carolingi

CAROLINGI_TRAIN = PYTHONPATH=build/compiled .venv/bin/python -m aachen --lang en train carolingi
CAROLINGI_BOTS = src/aachen/bots/carolingi
CAROLINGI_CLIMB ?= --seed 1 --level planner --generations 1 --climb 24 --tries 20 --pace 2 --games 100 --blocks 100 --hold 0.05
CAROLINGI_FORECAST ?= --seed 1 --level planner --games 1000 --explore 0.15 --samples 16 --hold 0.003
CAROLINGI_DUEL_FORECAST ?= --seed 1 --level planner --games 800 --explore 0.05 --samples 24 --hold 0.01
CAROLINGI_OTHER_FORECASTS ?= --seed 1 --level planner --games 420 --explore 0.05 --samples 24 --hold 0.08

train-carolingi: compile
	$(CAROLINGI_TRAIN) $(CAROLINGI_CLIMB) --from $(CAROLINGI_BOTS)/first_weights.json \
		--out $(CAROLINGI_BOTS)/weights.json --page docs/training/carolingi.html
	$(CAROLINGI_TRAIN) --forecast $(CAROLINGI_FORECAST) --from $(CAROLINGI_BOTS)/weights.json \
		--out $(CAROLINGI_BOTS)/weights.json --page docs/training/carolingi-outlook.html
	$(CAROLINGI_TRAIN) --weight-set base_2_outlook --forecast $(CAROLINGI_DUEL_FORECAST) --from $(CAROLINGI_BOTS)/weights.json \
		--out $(CAROLINGI_BOTS)/weights.json --page docs/training/carolingi-2-players-forecast.html
	$(CAROLINGI_TRAIN) --weight-set advanced_outlook --forecast $(CAROLINGI_OTHER_FORECASTS) --from $(CAROLINGI_BOTS)/weights.json \
		--out $(CAROLINGI_BOTS)/weights.json --page docs/training/carolingi-advanced-forecast.html
	$(CAROLINGI_TRAIN) --weight-set 814_outlook --forecast $(CAROLINGI_OTHER_FORECASTS) --from $(CAROLINGI_BOTS)/weights.json \
		--out $(CAROLINGI_BOTS)/weights.json --page docs/training/carolingi-814-forecast.html
