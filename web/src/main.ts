import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { settings } from './lib/settings.svelte'
import { prepare } from './screens/parts'
import './styles/tokens.css'
import './styles/ui.css'
import './styles/pages.css'
import './styles/sides.css'

/** Without any words nothing can be said by the page; index.html has a sentence for this case. */
function fail(): void {
  document.getElementById('failed')!.hidden = false
}

// The page itself is kept for the next visit; a browser that cannot do that does without.
if (import.meta.env.PROD) addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined))

const opened = settings.open()
prepare(router.route)
await opened.then(() => mount(App, { target: document.getElementById('app')! }), fail)
