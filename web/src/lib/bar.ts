/** The middle of the bar above a table belongs to the game: what is attached with this is shown there. */

/** Moves an element into the bar, if the page has one. */
export function inBar(element: HTMLElement): () => void {
  document.getElementById('bar-middle')?.append(element)
  return () => element.remove()
}
