/** A game as a file on this device. */

import { getLog } from './api'

/** Fetch the log, or the story of a running game, and hand it over as a file. */
export async function saveLog(table: string, game: string, token: string | null): Promise<void> {
  const text = await getLog(table, token)
  saveFile(new Blob([text], { type: 'text/plain' }), `${game}-${table}.jsonl`)
}

/** Hand something over as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
