// boardgame.io's tic-tac-toe through its reducer: the framework without its network and client.
// Started inside the folder that holds node_modules; speaks the same lines as host.py.
'use strict';

const path = require('path');
const readline = require('readline');

const fromHere = (name) => require(require.resolve(name, { paths: [process.cwd()] }));
const { InitializeGame, CreateGameReducer } = fromHere('boardgame.io/internal');
const { INVALID_MOVE } = fromHere('boardgame.io/core');
const { version } = require(path.join(process.cwd(), 'node_modules/boardgame.io/package.json'));

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

const hasLine = (cells) =>
  LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

const ticTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (hasLine(G.cells)) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

const reducer = CreateGameReducer({ game: ticTacToe });
const opening = InitializeGame({ game: ticTacToe, numPlayers: 2 });

// The framework lists no moves itself, so the free cells are listed by hand.
function emptyCells(cells) {
  const free = [];
  for (let cell = 0; cell < 9; cell++) if (cells[cell] === null) free.push(cell);
  return free;
}

function playGame(tally) {
  let state = opening;
  while (state.ctx.gameover === undefined) {
    const offers = emptyCells(state.G.cells);
    const cell = offers[Math.floor(Math.random() * offers.length)];
    const payload = { type: 'mark', args: [cell], playerID: state.ctx.currentPlayer };
    state = reducer(state, { type: 'MAKE_MOVE', payload });
    tally.count += 1;
    tally.listed += offers.length;
  }
  tally.games += 1;
}

function play(seconds) {
  const tally = { count: 0, cpu: 0, games: 0, listed: 0 };
  const started = process.cpuUsage();
  while (tally.cpu < seconds) {
    playGame(tally);
    const { user, system } = process.cpuUsage(started);
    tally.cpu = (user + system) / 1e6;
  }
  return tally;
}

function answer(asked) {
  try {
    return play(asked.seconds);
  } catch (trouble) {
    return { error: String(trouble) };
  }
}

const tell = (message) => process.stdout.write(JSON.stringify(message) + '\n');

tell({ about: { version: `boardgame.io ${version} on node ${process.version}`, requests: ['tic_tac_toe'] } });
readline.createInterface({ input: process.stdin }).on('line', (line) => tell(answer(JSON.parse(line))));
