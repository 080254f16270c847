/** Lets keyboards scroll a part whose text does not fit; one that fits is no stop on the way of the Tab key. */
export function scrollable(part: HTMLElement): () => void {
  const heed = () => {
    if (part.scrollHeight > part.clientHeight + 1) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
  const watch = new ResizeObserver(heed)
  watch.observe(part)
  const read = new MutationObserver(heed)
  read.observe(part, { childList: true, characterData: true, subtree: true })
  return () => {
    watch.disconnect()
    read.disconnect()
  }
}
