/** Browser push: whether this browser can receive it here, and the subscription of this device. */

import { Trouble } from './api'
import type { PushKeys } from './notifications'
import { say } from './settings.svelte'

/** Why this browser receives nothing, or that it can. */
export type PushState = 'ready' | 'blocked' | 'insecure' | 'home_screen' | 'unsupported'

/** Whether this browser can receive push messages from this address, and if not, what is in the way. */
export function pushState(): PushState {
  if (!isSecureContext) return 'insecure'
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)) return isAppleTouch() ? 'home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** iPhones and iPads offer push only to pages that were put on the home screen; an iPad calls itself a Mac. */
function isAppleTouch(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

/** Ask for permission, which must happen in answer to a click, and subscribe this device with the server's key. */
export async function subscribeDevice(key: string): Promise<PushKeys> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Trouble('push_blocked', () => say('web.notify.push.blocked'))
  const worker = await registration()
  const wanted = bytesOf(key)
  try {
    const former = await worker.pushManager.getSubscription()
    // A subscription for a former key of the server is of no use to it.
    if (former && !isFor(former, wanted)) await former.unsubscribe()
    return keysOf(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted }))
  } catch {
    throw new Trouble('push_failed', () => say('web.notify.push.failed'))
  }
}

/** The subscription that this device has already, or null. */
export async function deviceKeys(): Promise<PushKeys | null> {
  if (pushState() !== 'ready') return null
  const worker = await navigator.serviceWorker.getRegistration()
  const made = await worker?.pushManager.getSubscription()
  return made ? keysOf(made) : null
}

/** The registration of our worker; a browser that could not keep it has none. */
async function registration(): Promise<ServiceWorkerRegistration> {
  if (await navigator.serviceWorker.getRegistration()) return navigator.serviceWorker.ready
  throw new Trouble('push_failed', () => say('web.notify.push.failed'))
}

function keysOf(made: PushSubscription): PushKeys {
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint ?? made.endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

function isFor(made: PushSubscription, key: Uint8Array): boolean {
  const own = made.options.applicationServerKey
  return own !== null && own.byteLength === key.length && new Uint8Array(own).every((byte, at) => byte === key[at])
}

/** The bytes that base64url stands for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}

/** How the server calls an endpoint: its SHA-256, in hexadecimal. */
export async function endpointDigest(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** What this device is called in the list of somebody's devices. */
export function deviceName(agent: string = navigator.userAgent): string {
  const named = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(agent))?.[1] ?? [])
  return named.join(', ') || 'Browser'
}
