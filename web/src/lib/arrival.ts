/** Where the keyboard is on a page that was just gone to: at its heading, for readers of the screen to begin there. */

const PATIENCE = 10_000

let stop = () => {}

/** Wait for another page than the one before, and put the focus on its heading, unless something has it already. */
export function arrive(before: Element | null): void {
  stop()
  const look = () => {
    const main = document.querySelector('main')
    if (!main || main === before || main.getAttribute('aria-busy')) return
    stop()
    if (document.activeElement && document.activeElement !== document.body) return
    const heading = main.querySelector<HTMLElement>('h1') ?? main
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const watching = new MutationObserver(look)
  const patience = setTimeout(() => stop(), PATIENCE)
  stop = () => {
    watching.disconnect()
    clearTimeout(patience)
    stop = () => {}
  }
  watching.observe(document.body, { subtree: true, childList: true })
}
