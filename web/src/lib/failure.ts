/** Why an action was not done, in words; null when it was. */

import type { ActAnswer } from './game'
import { say, type Sentence } from './settings.svelte'
import type { Wording } from './wording'

export function failureOf(answer: ActAnswer, wording: () => Wording): Sentence | null {
  if (answer.kind === 'done') return null
  if (answer.kind === 'refused') return () => wording().refusal(answer.refusal)
  return () => say(`web.act.${answer.kind}`)
}
