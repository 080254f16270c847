/** A table nobody acts at: one view, to be looked at. */

import type { TableModel } from '$lib/game'
import { settings } from '$lib/settings.svelte'
import { EMPTY_STAGE } from '$lib/stage'
import { CarolusWording } from './wording'
import type { CarolusView } from './view'

const NOTHING = { kind: 'lost' } as const

export function stillTable(view: () => CarolusView): TableModel {
  return {
    id: '',
    game: 'carolus',
    seat: null,
    get view() {
      return view()
    },
    seq: 0,
    news: [],
    live: false,
    undoable: [],
    log: [],
    summary: { name: '', state: 'finished', seats: [], sand: null },
    get wording() {
      return new CarolusWording(settings.catalogue)
    },
    get settings() {
      return settings
    },
    act: async () => NOTHING,
    why: async () => null,
    preview: async () => [],
    undo: async () => NOTHING,
    hint: async () => null,
    earlier: async () => false,
    stage: EMPTY_STAGE,
  }
}
