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
  red: {
    face: 'var(--red)',
    light: 'var(--red-light)',
    dark: 'var(--red-dark)',
    ink: 'var(--white)',
    sign: 'M-4.6 2a3.1 3.1 0 1 0 6.2 0a3.1 3.1 0 1 0-6.2 0z',
  },
  blue: {
    face: 'var(--blue)',
    light: 'var(--blue-light)',
    dark: 'var(--blue-dark)',
    ink: 'var(--white)',
    sign: 'M-2.7-1.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z',
  },
  green: {
    face: 'var(--green)',
    light: 'var(--green-light)',
    dark: 'var(--green-dark)',
    ink: 'var(--white)',
    sign: 'M-1.5-2.2L2.7 2L-1.5 6.2L-5.7 2z',
  },
  yellow: { face: 'var(--yellow)', light: 'var(--yellow-light)', dark: 'var(--yellow-dark)', ink: 'var(--brown)', sign: 'M-1.5-1.8L2.4 5.2H-5.4z' },
  pink: {
    face: 'var(--pink)',
    light: 'var(--pink-light)',
    dark: 'var(--pink-dark)',
    ink: 'var(--pink-ink)',
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
    wall: 'var(--off-white)',
    outline: 'var(--near-black)',
    halo: 'var(--cream)',
    device: 'var(--rust)',
    ground: 'var(--off-white)',
    ink: 'var(--near-black)',
    rim: 'var(--off-white)',
    sign: 'M-1.3-4.6h2.6v3.3h3.3v2.6h-3.3v3.3h-2.6v-3.3h-3.3v-2.6h3.3z',
  },
  black: {
    wall: 'var(--coal)',
    outline: 'var(--parchment)',
    halo: 'var(--near-black)',
    device: 'var(--yellow-light)',
    ground: 'var(--coal)',
    ink: 'var(--white)',
    rim: 'var(--coal)',
    sign: 'M1.6-4.6A4.7 4.7 0 1 0 4.2 2.6A4 4 0 1 1 1.6-4.6z',
  },
  grey: {
    wall: 'var(--grey-light)',
    outline: 'var(--near-black)',
    halo: 'var(--cream)',
    device: 'var(--near-black)',
    ground: 'var(--grey)',
    ink: 'var(--white)',
    rim: 'var(--grey-rim)',
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
