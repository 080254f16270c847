#!/usr/bin/env node
// The same bot in JavaScript: lines of JSON come in, lines of JSON go out. It answers with the number of an offer.
import { createInterface } from 'node:readline'

let hello

function value(offer, view) {
  const me = view.viewer
  const side = view.courts[me].side
  if (offer.do === 'advance') {
    const stop = view.stops[offer.steps - 1]
    return stop.side === side ? stop.castles : -stop.castles
  }
  if (offer.do === 'put') {
    const isMine = view.emblems[offer.clan] === me
    if (offer.place === 'court') return isMine ? 0.5 : 1
    return isMine ? 1 : -1
  }
  return offer.do === 'lay' ? -offer.disc : 0
}

function choose(offers, view) {
  if (hello.game !== 'carolus') return Math.floor(Math.random() * offers.length)
  const values = offers.map((offer) => value(offer, view))
  return values.indexOf(Math.max(...values))
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.aachen) {
    hello = message // game, seat, options, seed, clock
  } else {
    const offer = choose(message.offers, message.view)
    console.log(JSON.stringify({ id: message.id, offer }))
  }
}
