/** LISTEN on a separate connection, which is opened again if it breaks or does not answer. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, openConnection } from './connection.ts'
import type { Log } from './embedded.ts'

const RETRY_MS = 1_000
const CHECK_MS = 1_000
/** If the reply to a check takes longer, the server counts as unreachable. */
const ANSWER_MS = 5_000

export type ListenOptions = {
  url: string
  channel: string
  onMessage: (payload: string) => void
  /** Called when it listens again after a break, during which messages may have been missed. */
  onResume: () => void
  /** Called every second, after all messages so far have been delivered. */
  onAlive?: () => void
  log: Log
}

/** Behind a pooler in transaction mode, the query may reach another session than LISTEN did. */
const LISTENS = 'select 1 from pg_listening_channels() as channel where channel = $1'

/** Resolves when it listens. Returns the function that stops listening. */
export async function listenTo(options: ListenOptions): Promise<() => Promise<void>> {
  const { url, channel, onMessage, onResume, onAlive, log } = options
  const stopping = new AbortController()
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
  let client = await open()

  async function open(): Promise<pg.Client> {
    const next = await openConnection(url, {
      query_timeout: ANSWER_MS,
      application_name: 'pardeh listen',
    })
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await next.query(`listen ${channel}`)
      onAlive?.()
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
      try {
        const { rows } = await current.query(LISTENS, [channel])
        if (rows.length === 0) throw new Error('a connection pooler dropped LISTEN')
        onAlive?.()
      } catch {
        return closeClient(current)
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await watchUntilEnd(client)
      if (stopping.signal.aborted) return
      log.warn({ channel }, 'the notification channel broke')
      const next = await reopen()
      if (!next) return
      client = next
      onResume()
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
  return async () => {
    stopping.abort()
    await closeClient(client)
    await running
  }
}
