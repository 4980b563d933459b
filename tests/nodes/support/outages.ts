/** Requests a URL several times a second and measures how long it gave no good answer. */
import { setTimeout as wait } from 'node:timers/promises'

export type Watch = {
  /** The longest time without a good answer, in ms. */
  longest: () => number
  /** Statuses and how often they came; `0` when the connection failed. */
  statuses: Map<number, number>
  stop: () => Promise<void>
}

const INTERVAL_MS = 200
const TIMEOUT_MS = 12_000

export function watchOutages(url: string, isGood = (status: number) => status < 400): Watch {
  const statuses = new Map<number, number>()
  let lastGood = performance.now()
  let longest = 0
  let isStopping = false

  async function ask(): Promise<void> {
    const sentAt = performance.now()
    const status = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
      .then(async reply => {
        await reply.arrayBuffer()
        return reply.status
      })
      .catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (isGood(status)) lastGood = Math.max(lastGood, sentAt)
    longest = Math.max(longest, performance.now() - lastGood)
  }

  const asking = (async () => {
    const open = new Set<Promise<void>>()
    while (!isStopping) {
      const one = ask().finally(() => open.delete(one))
      open.add(one)
      await wait(INTERVAL_MS)
    }
    await Promise.all(open)
  })()

  return {
    longest: () => longest,
    statuses,
    stop: async () => {
      isStopping = true
      await asking
    },
  }
}
