/**
 * Keeps the page itself at hand, so that it opens at once and without a network.
 *
 * Only files in /assets/ are answered from the store: their names change with their content, so they are never old.
 * The page is always asked for first; the kept one is shown only when no server answers.
 * Everything else (the server's answers, maps, sockets) is none of this worker's business.
 */

const STORE = 'aachen-1'
const PAGE = '/'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)))))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(event.request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})

/** The newest page; where nobody answers, the one that was kept. */
async function page(request) {
  const store = await caches.open(STORE)
  try {
    const fresh = await fetch(request)
    if (fresh.ok && fresh.headers.get('content-type')?.includes('text/html')) await keepPage(store, fresh.clone())
    return fresh
  } catch (trouble) {
    const kept = await store.match(PAGE)
    if (kept) return kept
    throw trouble
  }
}

/** Keep the page; when it is another one than before, what belonged to the old one goes. */
async function keepPage(store, fresh) {
  const [text, kept] = [await fresh.clone().text(), await store.match(PAGE)]
  if (kept && (await kept.text()) === text) return
  for (const request of await store.keys()) await store.delete(request)
  await store.put(PAGE, fresh)
}

async function asset(request) {
  const store = await caches.open(STORE)
  const kept = await store.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await store.put(request, fresh.clone())
  return fresh
}

/** A message of the server: a notification of the system, in the place of an earlier one about the same thing. */
self.addEventListener('push', (event) => {
  const { title, text, tag, url, at } = messageOf(event.data)
  const options = { body: text, tag, icon: '/icon-192.png', timestamp: at, renotify: Boolean(tag), data: { address: ownAddress(url) } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** What a message says; browsers demand that something is shown, also where it cannot be read. */
function messageOf(data) {
  try {
    const { title, text, tag, url, at } = data.json()
    return { title: String(title ?? 'Aachen'), text: String(text ?? ''), tag: String(tag ?? ''), url: String(url ?? PAGE), at: Number(at) || Date.now() }
  } catch {
    return { title: 'Aachen', text: '', tag: '', url: PAGE, at: Date.now() }
  }
}

/** The path of an address on this server; no message leads anywhere else. */
function ownAddress(url) {
  try {
    const { origin, pathname } = new URL(url, location.origin)
    return origin === location.origin ? pathname : PAGE
  } catch {
    return PAGE
  }
}

/** A browser may replace the subscription of this device: the new one is handed over when its table is opened next. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription: former, newSubscription: fresh } = event
  if (fresh || !former) return
  event.waitUntil(self.registration.pushManager.subscribe(former.options))
})

/** Who taps a notification comes to the table it is about. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = event.notification.data?.address ?? PAGE
  event.waitUntil(
    clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const there = open.find(({ url }) => new URL(url).pathname === address)
      return there ? there.focus() : clients.openWindow(address)
    }),
  )
})
