/** A browser may replace a device's push subscription at any time: the server is given the new one when the table is opened next. */

import { keep, kept } from './kept'
import { keysOf } from './keys'
import { changeSubscription, getSubscriptions, subscribe } from './notifications'
import { deviceKeys, deviceName, endpointDigest } from './push'

const placeOf = (table: string) => `push.${table}`

/** Remember that this device receives the messages of a table, by the digest of its endpoint. */
export function keepDevice(table: string, digest: string): void {
  keep(placeOf(table), digest)
}

/** Hand over this device's subscription if it is another one than the server has. */
export async function renewDevice(table: string): Promise<void> {
  const former = kept(placeOf(table))
  if (former === null) return
  const keys = await deviceKeys()
  const digest = keys && (await endpointDigest(keys.endpoint))
  if (keys === null || digest === null || digest === former) return
  for (const { token } of keysOf(table).seats) {
    const { subscriptions } = await getSubscriptions(table, token)
    const old = subscriptions.find(({ endpoint }) => endpoint === former)
    if (!old) continue
    await subscribe(table, token, { channel: 'push', ...keys, label: deviceName(), settings: old.settings })
    await changeSubscription(table, token, old.id, { do: 'remove' })
  }
  keepDevice(table, digest)
}
