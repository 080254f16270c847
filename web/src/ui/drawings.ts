/** The small drawings that all pages share: fetched beside the words, so that the first chunk stays small. */

export const drawings = import('./tiles.svg?raw')
