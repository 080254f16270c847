/** Why an action was not done, in words; null when it was. */

import type { ActAnswer } from './game'
import { say, type Told } from './settings.svelte'
import type { Wording } from './wording'

export function failureOf(answer: ActAnswer, wording: () => Wording): Told | null {
  if (answer.kind === 'done') return null
  if (answer.kind === 'refused') return () => wording().refusal(answer.refusal)
  return () => say(`web.act.${answer.kind}`)
}
