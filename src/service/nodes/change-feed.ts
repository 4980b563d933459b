/**
 * What a service node has heard of changes, as lines for page nodes: over a stream of its own (change-stream.ts), and over Redis. The
 * lines of a node are numbered, so that a receiver notices a missing one; a heartbeat says the number of the last.
 */
import { randomUUID } from 'node:crypto'

export const HEARTBEAT_MS = 1_000
/** Answered by service nodes to holders of the key: lines without end. */
export const CHANGES_PATH = '/nodes/changes'
/** The channel of Redis. */
export const CHANGES_CHANNEL = 'pardeh:changes'

/** A heartbeat has no tags. `*` stands for all pages. */
export type ChangeLine = { from: string; n: number; tags?: string[] }

export type ChangeFeed = {
  publish: (tags: string[]) => void
  /** Says that this node would have heard of any change until now. */
  beat: () => void
  /** Returns the function that ends it. */
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

/** Null for what is no such line. */
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
