/** A game as a file on this device. */

import { getLog } from './api'

/** Fetch the log, or the story of a running game, and hand it over as a file. */
export async function saveLog(table: string, game: string, token: string | null): Promise<void> {
  const text = await getLog(table, token)
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${game}-${table}.jsonl`
  link.click()
  URL.revokeObjectURL(address)
}
