// Tables of three against boardgame.io's server: the next move as soon as every screen shows the last.
// usage: node peer_driver.js PORT TABLES SECONDS
'use strict';

const path = require('path');
const fromHere = (name) => require(require.resolve(name, { paths: [process.cwd()] }));
const { io } = fromHere('socket.io-client');
const { version } = require(path.join(process.cwd(), 'node_modules/boardgame.io/package.json'));

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const PLAYERS = 3;
const taken = [];
const now = () => Number(process.hrtime.bigint()) / 1e9;

class Table {
  constructor(number) {
    this.id = `table${process.pid}x${number}`;
    this.waiting = 0;
    this.stateID = -1;
  }

  async sit() {
    this.sockets = [];
    for (let seat = 0; seat < PLAYERS; seat++) this.sockets.push(await this.connect(String(seat)));
  }

  connect(seat) {
    return new Promise((resolve) => {
      const socket = io(`http://127.0.0.1:${port}/counter`, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('sync', this.id, seat, undefined, PLAYERS));
      socket.on('sync', (id, { state }) => { this.look(state); resolve(socket); });
      socket.on('update', (id, state) => this.look(state, true));
    });
  }

  look(state, isNews = false) {
    this.ctx = state.ctx;
    this.stateID = Math.max(this.stateID, state._stateID);
    if (!isNews || state._stateID !== this.wanted) return;
    this.waiting -= 1;
    if (this.waiting === 0) {
      taken.push(now() - this.sent);
      this.move();
    }
  }

  move() {
    if (now() >= until) return;
    const seat = this.ctx.currentPlayer;
    this.wanted = this.stateID + 1;
    this.waiting = PLAYERS;
    this.sent = now();
    const payload = { type: 'step', args: [], playerID: seat };
    this.sockets[Number(seat)].emit('update', { type: 'MAKE_MOVE', payload }, this.stateID, this.id, seat);
  }
}

let until = 0;

(async () => {
  const all = Array.from({ length: tables }, (_, number) => new Table(number));
  for (const table of all) await table.sit();
  const began = now();
  until = began + seconds;
  for (const table of all) table.move();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 500));
  taken.sort((a, b) => a - b);
  const at = (share) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))];
  console.log(JSON.stringify({
    version, tables, moves: taken.length / seconds, p50: at(0.5), p99: at(0.99),
  }));
  process.exit(0);
})();
