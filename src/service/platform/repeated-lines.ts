/**
 * Limits lines about an outage: while a server is away, every poll fails in the same way. The first line is written, the following
 * ones are counted, and their number is written once a minute.
 */

const EVERY_MS = 60_000
/** Lines with further keys are all written. Keys contain no ids, so there are a few dozen. */
const MAX_KEYS = 300

type Write = (more: { repeated?: number }) => void
type Entry = { count: number; write: Write }

/** Returns a function that calls `write` now, if a line with this key is new, or at the end of the minute with the number of lines. */
export function createLineLimit(): (key: string, write: Write) => void {
  const entries = new Map<string, Entry>()

  function follow(key: string, entry: Entry): void {
    const timer = setInterval(() => {
      const { count, write } = entry
      entry.count = 0
      if (count > 0) return write({ repeated: count })
      entries.delete(key)
      clearInterval(timer)
    }, EVERY_MS)
    timer.unref()
  }

  return (key, write) => {
    const known = entries.get(key)
    if (known) {
      known.count++
      known.write = write
      return
    }
    write({})
    if (entries.size >= MAX_KEYS) return
    const entry = { count: 0, write }
    entries.set(key, entry)
    follow(key, entry)
  }
}
