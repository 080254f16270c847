/** The drawings of pieces: one sign for each clan and each side, solid, so that they survive at nine pixels. */

import type { Clan, Side } from './view'

/** Face, top and flank of a cube, and the ink of its sign. */
export interface ClanPaint {
  readonly face: string
  readonly light: string
  readonly dark: string
  readonly ink: string
  readonly sign: string
}

export const CLAN_PAINT: Readonly<Record<Clan, ClanPaint>> = {
  red: { face: '#b3261e', light: '#d9534a', dark: '#7d1711', ink: '#fff', sign: 'M-4.6 2a3.1 3.1 0 1 0 6.2 0a3.1 3.1 0 1 0-6.2 0z' },
  blue: { face: '#2458a6', light: '#4e83cf', dark: '#163a73', ink: '#fff', sign: 'M-2.7-1.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z' },
  green: { face: '#2f7a3d', light: '#57a565', dark: '#1c5228', ink: '#fff', sign: 'M-1.5-2.2L2.7 2L-1.5 6.2L-5.7 2z' },
  yellow: { face: '#e0b02c', light: '#f4d36b', dark: '#a67d12', ink: '#3a2512', sign: 'M-1.5-1.8L2.4 5.2H-5.4z' },
  pink: {
    face: '#d4679a',
    light: '#eda3c4',
    dark: '#963a68',
    ink: '#3d0f28',
    sign: 'M-4.9.2l1.6-1.6L-1.5.4L.3-1.4L1.9.2L.1 2L1.9 3.8L.3 5.4L-1.5 3.6L-3.3 5.4L-4.9 3.8L-3.1 2z',
  },
}

/** A side's castle and its bar: wall, outline, sign on the wall, ground and ink of the bar. */
export interface SidePaint {
  readonly wall: string
  readonly outline: string
  readonly halo: string
  readonly device: string
  readonly ground: string
  readonly ink: string
  readonly rim: string
  readonly sign: string
}

export const SIDE_PAINT: Readonly<Record<Side, SidePaint>> = {
  white: {
    wall: '#fffdf5',
    outline: '#20140a',
    halo: '#fff6dc',
    device: '#8a2a1c',
    ground: '#fffdf5',
    ink: '#20140a',
    rim: '#fffdf5',
    sign: 'M-1.3-4.6h2.6v3.3h3.3v2.6h-3.3v3.3h-2.6v-3.3h-3.3v-2.6h3.3z',
  },
  black: {
    wall: '#26211d',
    outline: '#f6ecd2',
    halo: '#20140a',
    device: '#f4d36b',
    ground: '#26211d',
    ink: '#fff',
    rim: '#26211d',
    sign: 'M1.6-4.6A4.7 4.7 0 1 0 4.2 2.6A4 4 0 1 1 1.6-4.6z',
  },
  grey: {
    wall: '#8f979b',
    outline: '#20140a',
    halo: '#fff6dc',
    device: '#20140a',
    ground: '#6b7174',
    ink: '#fff',
    rim: '#50575a',
    sign: 'M-4.6 3.2L0-3.6L4.6 3.2L2.4 4.6L0 1L-2.4 4.6z',
  },
}

export const CASTLE = 'M-12 12V-7h4.4v3.2h3V-12h2.8v2.6h3.6V-12h2.8v8.2h3V-7H12V12z'

/** A seat's own sign: partners have their side's, and the second of them a mark more. */
export const SEAT_SIGNS: Readonly<Record<string, string>> = {
  white: SIDE_PAINT.white.sign,
  ivory: `${SIDE_PAINT.white.sign}M3-4.6h2v2h-2zM-5-4.6h2v2h-2zM3 2.6h2v2h-2zM-5 2.6h2v2h-2z`,
  black: SIDE_PAINT.black.sign,
  ebony: `${SIDE_PAINT.black.sign}M2.6-2.2h2.6v2.6h-2.6z`,
  grey: SIDE_PAINT.grey.sign,
}
