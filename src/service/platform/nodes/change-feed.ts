/**
 * Changes known to a service node, as lines for page nodes: over its own stream (change-stream.ts), and over Redis. The lines of a node
 * are numbered, so that a receiver notices a missing one; a heartbeat repeats the last number.
 */
import { randomUUID } from 'node:crypto'

export const HEARTBEAT_MS = 1_000
/** Path of the endless stream of lines, for holders of the key. */
export const CHANGES_PATH = '/nodes/changes'
/** Channel of Redis. */
export const CHANGES_CHANNEL = 'pardeh:changes'

/** A heartbeat has no tags. `*` means all pages. */
export type ChangeLine = { from: string; n: number; tags?: string[] }

export type ChangeFeed = {
  publish: (tags: string[]) => void
  /** Reports that changes may have been missed: skips a number, which each receiver notices. */
  miss: () => void
  /** Confirms that this node would know any change until now. */
  beat: () => void
  /** Returns the function that unsubscribes. */
  subscribe: (send: (line: string) => void) => () => void
}

export function createChangeFeed(): ChangeFeed {
  const from = randomUUID()
  const subscribers = new Set<(line: string) => void>()
  let n = 0
  let aliveAt = Number.NEGATIVE_INFINITY
  const lineOf = (tags?: string[]): string =>
    `${JSON.stringify({ from, n, ...(tags ? { tags } : {}) } satisfies ChangeLine)}\n`
  const send = (line: string) => {
    for (const each of subscribers) each(line)
  }
  return {
    publish: tags => {
      n++
      send(lineOf(tags))
    },
    miss: () => {
      n++
      send(lineOf())
    },
    beat: () => {
      aliveAt = performance.now()
      send(lineOf())
    },
    subscribe: each => {
      subscribers.add(each)
      if (performance.now() - aliveAt < 2 * HEARTBEAT_MS) each(lineOf())
      return () => void subscribers.delete(each)
    },
  }
}

/** Parses a line; null if it is malformed. */
export function parseChange(line: string): ChangeLine | null {
  try {
    const { from, n, tags } = JSON.parse(line) as Partial<ChangeLine>
    if (typeof from !== 'string' || typeof n !== 'number') return null
    if (tags === undefined) return { from, n }
    return Array.isArray(tags) && tags.every(tag => typeof tag === 'string')
      ? { from, n, tags }
      : null
  } catch {
    return null
  }
}
