/** Levels of bots by name; those that begin with `exec:` are programs of whoever runs the server. */

import { say } from './settings.svelte'

const PROGRAM = 'exec:'

export function levelName(level: string | null): string {
  return level?.startsWith(PROGRAM) ? say('web.level.exec', { name: level.slice(PROGRAM.length) }) : say(`web.level.${level}`)
}

export function levelNote(level: string): string {
  return level.startsWith(PROGRAM) ? say('web.level.exec.note') : say(`web.level.${level}.note`)
}
