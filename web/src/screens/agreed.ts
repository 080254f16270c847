/** What was agreed on when a table was made, for whoever is invited. */

import type { ClockWish, Sheet } from '$lib/messages'
import { say } from '$lib/settings.svelte'

interface Agreed {
  readonly label: string
  readonly value: string
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The variant, the hourglass, the clock, whether moves may be taken back, and hints. */
export function agreedOn(sheet: Sheet): Agreed[] {
  const { variant, hourglass, last_year: year } = sheet.options
  const found: Agreed[] = [{ label: say('web.new.game'), value: say(`web.game.${sheet.game}`) }]
  if (typeof variant === 'string') found.push({ label: say('web.new.variant'), value: say(`web.new.variant.${variant}`) })
  if (typeof year === 'number') found.push({ label: say('web.new.last_year'), value: String(year) })
  if (typeof hourglass === 'number')
    found.push({ label: say('web.new.hourglass'), value: hourglass ? say('web.new.seconds', { number: hourglass }) : say('web.new.none') })
  found.push({ label: say('web.new.clock'), value: sheet.clock ? clockInWords(sheet.clock) : say('web.new.clock.none') })
  found.push({ label: say('web.new.undo'), value: say(`web.new.undo.${sheet.undo}`) })
  found.push({ label: say('web.new.hints'), value: say(`web.new.hints.${sheet.hints ? 'on' : 'off'}`) })
  return found
}

function clockInWords(clock: ClockWish): string {
  return say('web.gather.clock', { bank: long(clock.bank), more: long(clock.add ?? 0) })
}

function long(seconds: number): string {
  if (seconds >= DAY) return `${Math.round(seconds / DAY)} d`
  if (seconds >= HOUR) return `${Math.round(seconds / HOUR)} h`
  return seconds >= MINUTE ? `${Math.round(seconds / MINUTE)} min` : `${seconds} s`
}

/** Whether an address leads to this computer only, wherever it is opened. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}
