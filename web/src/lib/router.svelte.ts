/** Where we are: a handful of addresses, read and written without reloading. */

export type Route =
  | { readonly at: 'home' }
  | { readonly at: 'new'; readonly game: string | null }
  | { readonly at: 'table'; readonly id: string }
  | { readonly at: 'replay'; readonly id: string; readonly seq: number | null; readonly eyes: string | null }
  | { readonly at: 'learn'; readonly path: string }
  | { readonly at: 'position' }
  | { readonly at: 'puzzles'; readonly name: string | null }
  | { readonly at: 'about' }
  | { readonly at: 'nowhere' }

/** The route of an address of ours. */
export function routeOf(address: URL): Route {
  const path = address.pathname.replace(/\/+$/, '')
  const asked = address.searchParams
  if (path === '') return { at: 'home' }
  if (path === '/new') return { at: 'new', game: asked.get('game') }
  if (path === '/position') return { at: 'position' }
  if (path === '/about') return { at: 'about' }
  if (path === '/learn' || path.startsWith('/learn/')) return { at: 'learn', path }
  const puzzle = /^\/puzzles(?:\/([a-z0-9-]+))?$/.exec(path)
  if (puzzle) return { at: 'puzzles', name: puzzle[1] ?? null }
  const table = /^\/t\/([A-Za-z0-9_-]+)(\/replay)?$/.exec(path)
  if (!table) return { at: 'nowhere' }
  const id = table[1]!
  if (!table[2]) return { at: 'table', id }
  const seq = /^\d{1,7}$/.test(asked.get('at') ?? '') ? Number(asked.get('at')) : null
  return { at: 'replay', id, seq, eyes: asked.get('eyes') }
}

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)))

  constructor() {
    addEventListener('popstate', () => this.#read())
    addEventListener('click', (event) => this.#follow(event))
  }

  /** Go to an address of ours and remember where we were. */
  go(path: string): void {
    history.pushState(null, '', path)
    this.#read()
    scrollTo(0, 0)
  }

  /** Change the address of what is shown, without a step to go back to. */
  rename(path: string): void {
    history.replaceState(null, '', path)
  }

  #read(): void {
    this.route = routeOf(new URL(location.href))
  }

  /** Follow a plain click on a link of ours without loading the page again. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const address = new URL(link.href)
    if (address.origin !== location.origin || address.pathname.startsWith('/api/')) return
    if (address.hash && address.pathname === location.pathname) return
    event.preventDefault()
    this.go(address.pathname + address.search + address.hash)
  }
}

export const router = new Router()
