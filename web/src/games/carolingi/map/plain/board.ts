/** What a board file says about its map, as far as a plain one needs it. See docs/board-file.md. */

export type Degrees = readonly [number, number]

export interface FileLand {
  readonly id: string
  readonly label: string
  readonly region: string
  readonly lon?: number
  readonly lat?: number
  readonly anchor?: Degrees
  readonly seeds?: readonly Degrees[]
}

export interface FileRegion {
  readonly id: string
  readonly label: string
  readonly slots: number
}

export interface FileBorder {
  readonly a: string
  readonly b: string
  readonly kind: 'land' | 'sea'
}

export interface BoardFile {
  readonly lands: readonly FileLand[]
  readonly regions: readonly FileRegion[]
  readonly borders: readonly FileBorder[]
  readonly outside?: readonly { readonly seeds?: readonly Degrees[] }[]
  readonly void_seeds?: readonly Degrees[]
}
