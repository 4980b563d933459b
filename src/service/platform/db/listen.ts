/** LISTEN on a separate connection, which is opened again if it breaks or does not answer. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, openConnection } from './connection.ts'
import type { Log } from './embedded.ts'

const RETRY_MS = 1_000
const CHECK_MS = 1_000
/** If the reply to a check takes longer, the server counts as unreachable. */
const ANSWER_MS = 5_000

type Subscription = {
  channel: string
  onMessage: (payload: string) => void
  /** Called when the connection listens again after a break, during which messages may have been missed. */
  onResume: () => void
  /** Called every second, after all messages so far have been delivered. */
  onAlive?: () => void
}
export type Listener = {
  /** Resolves when messages of the channel arrive. Returns the function that unsubscribes. */
  subscribe: (subscription: Subscription) => Promise<() => Promise<void>>
  stop: () => Promise<void>
}

/** Behind a pooler in transaction mode, the query may reach another session than LISTEN did. */
const LISTENS =
  'select count(*)::int as count from pg_listening_channels() as channel where channel = any($1)'

/** Opens one connection for all subscriptions of a node. */
export async function openListener(url: string, log: Log): Promise<Listener> {
  const stopping = new AbortController()
  const subscriptions = new Set<Subscription>()
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
  const channels = () => [...new Set([...subscriptions].map(({ channel }) => channel))]
  let client = await open()

  function confirm(): void {
    for (const { onAlive } of subscriptions) onAlive?.()
  }

  async function open(): Promise<pg.Client> {
    const next = await openConnection(url, {
      query_timeout: ANSWER_MS,
      application_name: 'pardeh listen',
    })
    next.on('notification', ({ channel, payload }) => {
      for (const each of subscriptions) if (each.channel === channel) each.onMessage(payload ?? '')
    })
    try {
      for (const channel of channels()) await next.query(`listen ${channel}`)
      return next
    } catch (error) {
      await closeClient(next)
      throw error
    }
  }

  /** Resolves when the connection is broken. Without checks, a connection that only listens would never notice that. */
  async function watchUntilEnd(current: pg.Client): Promise<void> {
    const ended = new Promise(resolve => current.once('end', resolve))
    while (!stopping.signal.aborted) {
      await Promise.race([ended, pause(CHECK_MS)])
      const expected = channels()
      try {
        const { rows } = await current.query(LISTENS, [expected])
        if (rows[0].count < expected.length) throw new Error('a connection pooler dropped LISTEN')
        confirm()
      } catch {
        return closeClient(current)
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await watchUntilEnd(client)
      if (stopping.signal.aborted) return
      log.warn({ channels: channels() }, 'the notification channel broke')
      const next = await reopen()
      if (!next) return
      client = next
      confirm()
      for (const { onResume } of subscriptions) onResume()
    }
  }

  async function reopen(): Promise<pg.Client | null> {
    while (!stopping.signal.aborted) {
      try {
        return await open()
      } catch {
        await pause(RETRY_MS)
      }
    }
    return null
  }

  const running = run()
  return {
    subscribe: async subscription => {
      // A connection that is opened from now on listens to the channel too.
      subscriptions.add(subscription)
      try {
        await client.query(`listen ${subscription.channel}`)
      } catch (error) {
        subscriptions.delete(subscription)
        throw error
      }
      subscription.onAlive?.()
      return async () => void subscriptions.delete(subscription)
    },
    stop: async () => {
      stopping.abort()
      await closeClient(client)
      await running
    },
  }
}
