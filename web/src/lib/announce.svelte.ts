/** What a screen reader is told in passing: events, refusals, lost connections. */

class Announcements {
  polite: string = $state('')
  urgent: string = $state('')
}

export const announcements = new Announcements()

/** Say something to who cannot see the board; urgently when it must interrupt. */
export function announce(sentence: string, urgently = false): void {
  const repeated = urgently ? announcements.urgent === sentence : announcements.polite === sentence
  // The same words twice are only read twice if something changed.
  const said = repeated ? `${sentence}\u00a0` : sentence
  if (urgently) announcements.urgent = said
  else announcements.polite = said
}
