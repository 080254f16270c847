/** Frames from what comes over the socket: whole ones as they are, and deltas laid on the frame before them. */

import type { Delta, Frame, Plain } from './messages'

type Json = unknown

/** The new data; what a patch does not name is shared with the old. The format is described in docs/server-protocol.md. */
export function applyPatch(old: Json, patch: Json): Json {
  if (Array.isArray(patch)) return patch.length === 1 ? (patch[0] as Json) : applySplices(old, patch as Json[])
  const changes = Object.entries(patch as Plain)
  if (Array.isArray(old)) {
    const items: Json[] = [...(old as Json[])]
    for (const [place, change] of changes) items[Number(place)] = applyPatch(items[Number(place)], change)
    return items
  }
  const data: Record<string, Json> = { ...(old as Plain) }
  for (const [key, change] of changes) {
    if (Array.isArray(change) && change.length === 0) delete data[key]
    else data[key] = applyPatch(data[key], change)
  }
  return data
}

function applySplices(old: Json, splices: readonly Json[]): Json {
  const source = old as string | Json[]
  const parts: (string | Json[])[] = []
  let done = 0
  for (let which = 0; which < splices.length; which += 3) {
    const at = splices[which] as number
    parts.push(source.slice(done, at), splices[which + 2] as string | Json[])
    done = at + (splices[which + 1] as number)
  }
  parts.push(source.slice(done))
  return typeof old === 'string' ? parts.join('') : parts.flatMap((part) => part as Json[])
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** CRC-32 of data as JSON in UTF-8. */
export function checkOf(data: Json): number {
  let rest = 0xffffffff
  for (const byte of new TextEncoder().encode(JSON.stringify(data))) rest = CRC_TABLE[(rest ^ byte) & 0xff]! ^ (rest >>> 8)
  return (rest ^ 0xffffffff) >>> 0
}

/** After so many deltas that did not fit, only whole frames are asked for. */
const MOST_MISFITS = 3

/** Makes whole frames of all that comes; asks for a whole one where a delta does not fit. */
export class FrameReader {
  #last: Frame | null = null
  #waits = false
  #misfits = 0
  readonly #again: (after: number) => void

  /** `again` asks the server for what came after an entry, beginning with a whole frame. */
  constructor(again: (after: number) => void) {
    this.#again = again
  }

  /** The whole frame of a message, or null if it cannot be made yet. */
  read(message: Frame | Delta): Frame | null {
    if (message.say === 'frame') {
      this.#waits = false
      return (this.#last = message)
    }
    if (this.#waits) return null
    const frame = this.#patched(message)
    if (frame !== null) return (this.#last = frame)
    this.#waits = true
    this.#misfits += 1
    this.#again(this.#last?.seq ?? 0)
    return null
  }

  /** Whether deltas are still worth asking for. */
  get wantsDeltas(): boolean {
    return this.#misfits < MOST_MISFITS
  }

  /** A new connection begins with a whole frame. */
  restart(): void {
    this.#waits = false
    this.#last = null
  }

  #patched({ seq, by, events, patch, undo, check }: Delta): Frame | null {
    if (this.#last?.seq !== seq - 1) return null
    try {
      const view = applyPatch(this.#last.view, patch) as Plain
      return check === null || checkOf(view) === check ? { say: 'frame', seq, by, events, view, undo } : null
    } catch {
      return null // it was made for another view than the one we have
    }
  }
}
