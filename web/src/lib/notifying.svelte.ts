/** Everything that is set up to tell a person about one seat, and a host about one table, with what can be done about it. */

import { announce } from './announce.svelte'
import { Job } from './job.svelte'
import {
  changeSubscription,
  type Channel,
  type FeedAddresses,
  getChannels,
  getSubscriptions,
  type NewSubscription,
  type NotificationChannels,
  type NotificationSettings,
  subscribe,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionList,
  usualSettings,
} from './notifications'
import { keepDevice } from './push_renewal'
import { deviceKeys, deviceName, endpointDigest, pushState, type PushState, subscribeDevice } from './push'
import { say } from './settings.svelte'

type Wanted<Of> = Of extends unknown ? Omit<Of, 'settings'> : never

export class Notifying {
  readonly #table: string
  /** The token of the seat; null for a host without one. */
  readonly #seat: string | null
  readonly #host: string | null
  readonly job = new Job()
  offered: NotificationChannels | null = $state.raw(null)
  list: SubscriptionList = $state.raw({ subscriptions: [], webhooks: [] })
  /** What was chosen here, saved or not. */
  chosen: NotificationSettings = $state.raw(usualSettings([]))
  push: PushState = $state(pushState())
  /** The digest of this device's endpoint. */
  device: string | null = $state(null)
  /** The addresses of feeds that were made just now: they are shown only once. */
  addresses: FeedAddresses | null = $state.raw(null)

  constructor(table: string, seat: string | null, host: string | null) {
    this.#table = table
    this.#seat = seat
    this.#host = host
  }

  get hasSeat(): boolean {
    return this.#seat !== null
  }

  get isHost(): boolean {
    return this.#host !== null
  }

  /** Whether there is room for another subscription of this seat. */
  get isFull(): boolean {
    return this.offered !== null && this.list.subscriptions.length >= this.offered.subscriptions
  }

  /** The subscription of this very device, if it has one. */
  get here(): Subscription | null {
    return (this.device && this.list.subscriptions.find(({ channel, endpoint }) => channel === 'push' && endpoint === this.device)) || null
  }

  /** Whether what is chosen here is not yet what the server has. */
  get isChanged(): boolean {
    return this.list.subscriptions.some(({ settings }) => !isSame(settings, this.chosen))
  }

  offers(channel: Channel): boolean {
    return this.offered?.channels.includes(channel) ?? false
  }

  of(channel: Channel): readonly Subscription[] {
    return this.list.subscriptions.filter((each) => each.channel === channel)
  }

  load(): Promise<boolean> {
    return this.job.run(async () => {
      const [offered, list, keys] = await Promise.all([getChannels(), getSubscriptions(this.#table, this.#token), deviceKeys().catch(() => null)])
      this.device = keys && (await endpointDigest(keys.endpoint))
      this.list = list
      this.chosen = list.subscriptions[0]?.settings ?? usualSettings(offered.events)
      this.offered = offered
    })
  }

  /** Receive push messages on this device. */
  async addDevice(): Promise<boolean> {
    const key = this.offered?.push_key
    if (!key) return false
    const done = await this.job.run(async () => {
      const keys = await subscribeDevice(key)
      this.device = await endpointDigest(keys.endpoint)
      await this.#add({ channel: 'push', ...keys, label: deviceName() })
      keepDevice(this.#table, this.device)
    })
    this.push = pushState()
    if (done) announce(say('web.notify.push.added'))
    return done
  }

  async add(wish: Wanted<NewSubscription>): Promise<boolean> {
    const done = await this.job.run(() => this.#add(wish))
    if (done) announce(say(`web.notify.${wish.channel}.added`))
    return done
  }

  async #add(wish: Wanted<NewSubscription>): Promise<void> {
    const token = wish.channel === 'webhook' ? this.#host! : this.#token
    const { feed } = await subscribe(this.#table, token, { ...wish, settings: this.#settings } as NewSubscription)
    if (feed) this.addresses = feed
    this.list = await getSubscriptions(this.#table, this.#token)
  }

  async change(subscription: Subscription, change: SubscriptionChange): Promise<boolean> {
    const done = await this.job.run(() => this.#change(subscription, change))
    if (done) announce(say(`web.notify.done.${change.do}`))
    return done
  }

  /** Save what was chosen, for every channel of the seat. */
  async save(): Promise<boolean> {
    const done = await this.job.run(async () => {
      for (const each of this.list.subscriptions) await this.#change(each, { do: 'change', settings: this.#settings })
    })
    if (done) announce(say('web.notify.done.change'))
    return done
  }

  /** Have the server forget every address of this seat. */
  async removeAll(): Promise<boolean> {
    const done = await this.job.run(async () => {
      for (const each of this.list.subscriptions) await this.#change(each, { do: 'remove' })
    })
    if (done) announce(say('web.notify.done.remove_all'))
    return done
  }

  async #change(subscription: Subscription, change: SubscriptionChange): Promise<void> {
    const token = subscription.channel === 'webhook' ? this.#host! : this.#token
    const list = await changeSubscription(this.#table, token, subscription.id, change)
    // A host without this seat is told about the table's webhooks only.
    this.list = token === this.#token ? list : { ...this.list, webhooks: list.webhooks }
    if (change.do === 'remove' && subscription.channel === 'feed') this.addresses = null
  }

  /** Messages come in the language and the time zone that the reader has now. */
  get #settings(): NotificationSettings {
    const { language, zone } = usualSettings([])
    return { ...this.chosen, language, zone }
  }

  get #token(): string {
    return (this.#seat ?? this.#host)!
  }
}

function isSame(one: NotificationSettings, other: NotificationSettings): boolean {
  const facts = ({ events, remind, quiet, every }: NotificationSettings) =>
    [...events].sort().concat(`${remind} ${every} ${quiet?.from} ${quiet?.until}`)
  return facts(one).join() === facts(other).join()
}
