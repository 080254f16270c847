/** How a person is called when it is their turn: a sound, a mark on the icon, a notice while the page is out of sight. */

import { keep, kept } from './kept'

/** Two soft notes, a fifth apart. */
const NOTES: readonly { readonly pitch: number; readonly at: number }[] = [
  { pitch: 392, at: 0 },
  { pitch: 587.33, at: 0.16 },
]
const LOUDNESS = 0.06
const LASTING = 0.7

class Alerts {
  /** Sounds are for desks, unless somebody wants them: a phone in a pocket stays silent. */
  sound: boolean = $state(kept('alert.sound') === 'on' || (kept('alert.sound') === null && !matchMedia('(pointer: coarse)').matches))
  /** Whether notices are wanted; the browser must allow them as well. */
  notices: boolean = $state(kept('alert.notices') === 'on')
  /** Whether the browser has refused notices. */
  refused: boolean = $state(false)
  #context: AudioContext | null = null

  hear(wanted: boolean): void {
    this.sound = wanted
    keep('alert.sound', wanted ? 'on' : 'off')
    if (wanted) this.#chime()
  }

  /** Want notices, or not; only here, after a click, is the browser asked to allow them. */
  async notify(wanted: boolean): Promise<void> {
    const allowed = wanted && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
    this.refused = wanted && !allowed
    this.notices = allowed
    keep('alert.notices', allowed ? 'on' : 'off')
  }

  /** It is somebody's turn at this page. */
  async call(title: string, sentence: string): Promise<void> {
    mark(true)
    if (this.sound) this.#chime()
    if (document.hidden && this.notices) await notice(title, sentence).catch(() => undefined)
  }

  /** It is not their turn any more, or they are here. */
  rest(): void {
    mark(false)
  }

  #chime(): void {
    // A page that nobody has touched yet may not make a sound; the browser keeps it silent by itself.
    this.#context ??= new AudioContext()
    const { currentTime, destination } = this.#context
    for (const { pitch, at } of NOTES) {
      const [tone, volume] = [this.#context.createOscillator(), this.#context.createGain()]
      tone.type = 'sine'
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0, currentTime + at)
      volume.gain.linearRampToValueAtTime(LOUDNESS, currentTime + at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, currentTime + at + LASTING)
      tone.connect(volume).connect(destination)
      tone.start(currentTime + at)
      tone.stop(currentTime + at + LASTING)
    }
  }
}

export const alerts = new Alerts()

/** The mark on the tab's icon, and on the program's where it is installed. */
function mark(isTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const address = isTurn ? '/icon-turn.svg' : '/icon.svg'
  if (icon && icon.getAttribute('href') !== address) icon.setAttribute('href', address)
  const badge = isTurn ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.()
  void badge?.catch(() => undefined)
}

/** A notice of the system; phones want it from the service worker. */
async function notice(title: string, body: string): Promise<void> {
  const options = { body, tag: `turn ${location.pathname}`, icon: '/icon-192.png', data: { address: location.pathname } }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker) return worker.showNotification(title, options)
  const shown = new Notification(title, options)
  shown.onclick = () => window.focus()
}
