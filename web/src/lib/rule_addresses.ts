/** Where a rule is explained: the address of a section or a ruling on the rules pages. */

import type { GameName } from './game'

/** A section of Scenario 814 is cited as "814 §4.2.2"; addresses carry neither blanks nor signs. */
export function anchorOf(section: string): string {
  return section.replace(/^814 §\s*/, '814-')
}

/** The address of a rule; a refusal's ruling comes along, so that the page can point at both. */
export function ruleAddress(game: GameName, section: string, ruling?: string | null): string {
  const asked = ruling ? `?ruling=${encodeURIComponent(ruling)}` : ''
  return `/learn/${game}${asked}#${anchorOf(section)}`
}

/** The address of a ruling alone. */
export function rulingAddress(game: GameName, ruling: string): string {
  return `/learn/${game}#${ruling}`
}
