/** Where the regions' card rows lie on the board: fixtures outside the lands, which move with the map. Pure sums. */

import type { RegionName } from '../types'
import type { Box } from './camera'
import type { Chart } from './chart'

export interface RowPlace {
  readonly x: number
  readonly y: number
  /** The slots stand beside each other in so many columns. */
  readonly columns: number
  readonly width: number
  readonly height: number
}

export interface SlotPlace {
  readonly x: number
  readonly y: number
}

const WIDTH = 146
const HEIGHT = 92
const GAP = 8
const HEAD = 40
const EDGE = 10

// The places that the drawn map keeps free: sea, outside lands, corners.
const PLACES: { readonly [region: RegionName]: Partial<RowPlace> & { readonly x: number; readonly y: number } } = {
  neustrie: { x: 46, y: 372, columns: 3 },
  lotharingien: { x: 512, y: 116, columns: 2, width: 150 },
  sachsen: { x: 1196, y: 122, columns: 1 },
  alamannien: { x: 1238, y: 500, columns: 1 },
  bourgogne: { x: 512, y: 1346, columns: 1 },
  aquitaine: { x: 44, y: 1412, columns: 3, width: 136, height: 86 },
  bayern: { x: 1412, y: 300, columns: 1 },
  longobardi: { x: 1302, y: 1128, columns: 2, width: 126, height: 84 },
}

/** Where a region's row lies; a region of a board of the user's own has its row in its middle. */
export function rowPlace(chart: Chart, region: RegionName): RowPlace {
  const middle = chart.regions.find(({ id }) => id === region)?.at ?? [80, 80]
  const own = PLACES[region] ?? { x: middle[0] - WIDTH / 2, y: middle[1] + 40 }
  return { columns: 1, width: WIDTH, height: HEIGHT, ...own }
}

/** Where a slot lies, from the row's corner. */
export function slotPlace(row: RowPlace, slot: number): SlotPlace {
  return { x: (slot % row.columns) * (row.width + GAP), y: Math.floor(slot / row.columns) * (row.height + GAP) }
}

/** The inner size of a row with so many slots. */
export function rowSize(row: RowPlace, slots: number): { width: number; height: number } {
  const columns = Math.min(row.columns, slots)
  const lines = Math.ceil(slots / row.columns)
  return { width: columns * (row.width + GAP) - GAP, height: lines * (row.height + GAP) - GAP }
}

/** The box around a row with its name and its frame. */
export function rowBox(row: RowPlace, slots: number): Box {
  const { width, height } = rowSize(row, slots)
  return { left: row.x - EDGE, top: row.y - HEAD, right: row.x + width + EDGE, bottom: row.y + height + EDGE }
}
