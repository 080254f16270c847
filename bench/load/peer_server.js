// boardgame.io's own server, as its documentation starts it: in memory, nothing durable.
// The game is a counter for three players whose state is as large as one of our screens.
'use strict';

const fromHere = (name) => require(require.resolve(name, { paths: [process.cwd()] }));
const { Server } = fromHere('boardgame.io/server');

const LANDS = 90; // about nine thousand bytes of state, as a view of ours has

const counter = {
  name: 'counter',
  minPlayers: 3,
  maxPlayers: 3,
  setup: () => ({
    count: 0,
    lands: Array.from({ length: LANDS }, (_, at) => ({
      region: `region_${at % 8}`, followers: { red: at % 3, blue: at % 2 }, gangs: at % 4, forest: false,
    })),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G }) => {
      G.count += 1;
      G.lands[G.count % LANDS].gangs += 1;
    },
  },
};

process.env.NODE_ENV = 'production';
const server = Server({ games: [counter], origins: [/.*/] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(JSON.stringify({ port: appServer.address().port }));
});
