/** Notifications of a seat or a table: what the server offers, what was subscribed to, and the requests that change it. */

import { ask } from './api'
import { settings as reader } from './settings.svelte'

export type Channel = 'push' | 'mail' | 'webhook' | 'feed'

/** What this server can send by. */
export interface NotificationChannels {
  readonly channels: readonly Channel[]
  readonly push_key: string | null
  readonly sender: string | null
  readonly webhooks: readonly string[]
  readonly events: readonly string[]
  readonly subscriptions: number
}

export interface QuietHours {
  readonly from: string
  readonly until: string
}

/** When somebody wants to be told, and how. */
export interface NotificationSettings {
  readonly language: string
  readonly events: readonly string[]
  /** Seconds before the time runs out. */
  readonly remind: number
  readonly zone: string
  readonly quiet: QuietHours | null
  /** Seconds between two mails at the least. */
  readonly every: number
}

export interface DeliveryFault {
  readonly reason: string
  readonly at: number
  readonly status: number | null
}

export interface Subscription {
  readonly id: string
  readonly channel: Channel
  readonly label: string
  readonly state: 'unconfirmed' | 'on' | 'off'
  /** Of push: the SHA-256 of the endpoint, in hexadecimal. */
  readonly endpoint?: string | null
  readonly settings: NotificationSettings
  readonly made: number
  readonly sent: number | null
  readonly fault: DeliveryFault | null
  readonly next: number | null
}

export interface SubscriptionList {
  readonly subscriptions: readonly Subscription[]
  readonly webhooks: readonly Subscription[]
}

/** The private addresses of a feed; the server tells them once. */
export interface FeedAddresses {
  readonly atom: string
  readonly calendar: string
}

export interface Subscribed {
  readonly subscription: Subscription
  readonly feed: FeedAddresses | null
}

export interface PushKeys {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

type Wish =
  | ({ readonly channel: 'push'; readonly label: string } & PushKeys)
  | { readonly channel: 'mail'; readonly address: string; readonly link: boolean }
  | { readonly channel: 'webhook'; readonly kind: string; readonly url: string; readonly secret: string | null; readonly room: string | null }
  | { readonly channel: 'feed' }

export type NewSubscription = Wish & { readonly settings: NotificationSettings }

export type SubscriptionChange =
  | { readonly do: 'change'; readonly settings: NotificationSettings }
  | { readonly do: 'confirm'; readonly code: string }
  | { readonly do: 'test' | 'resume' | 'remove' }

const at = (table: string) => `/api/tables/${table}/notifications`

export const getChannels = () => ask<NotificationChannels>('GET', '/api/notifications')

export const getSubscriptions = (table: string, token: string) => ask<SubscriptionList>('GET', at(table), { token })

export const subscribe = (table: string, token: string, body: NewSubscription) => ask<Subscribed>('POST', at(table), { token, body })

export const changeSubscription = (table: string, token: string, id: string, body: SubscriptionChange) =>
  ask<SubscriptionList>('POST', `${at(table)}/${id}`, { token, body })

/** What is chosen for who has not chosen anything yet: everything, two hours before the time runs out, at any hour. */
export function usualSettings(events: readonly string[]): NotificationSettings {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return { language: reader.language, events, remind: 7200, zone, quiet: null, every: 3600 }
}
