/** Watches the row locks of every transaction in this process, and reports those that are taken against LOCK_ORDER. */
import pg from 'pg'
import { LOCK_ORDER } from '#src/service/platform/db/lock-order.ts'

type Query = (this: pg.Client, ...input: unknown[]) => unknown

const LOCKS = /\bfrom "(\w+)".*\bfor (?:no key )?update(?! skip locked)|^\s*update "(\w+)"/s
/** A new row is known to no other transaction, so nothing waits for it. */
const INSERTS = /^\s*insert into "(\w+)"/
const ENDS = /^\s*(?:commit|rollback)\b(?!\s+to\b)/i
const order: readonly string[] = LOCK_ORDER

/** Each watch in progress; a wrong order is reported to the newest one. */
const watches: Set<string>[] = []
const { query } = pg.Client.prototype as unknown as { query: Query }

/** Returns a function that stops watching and returns one sentence for each wrong order. */
export function watchLockOrder(): () => string[] {
  const wrong = new Set<string>()
  watches.push(wrong)
  if (watches.length === 1) watchQueries(sentence => watches.at(-1)?.add(sentence))
  return () => {
    watches.splice(watches.indexOf(wrong), 1)
    if (watches.length === 0) Object.assign(pg.Client.prototype, { query })
    return [...wrong]
  }
}

function watchQueries(report: (sentence: string) => void): void {
  const locked = new WeakMap<pg.Client, string[]>()
  const watched: Query = function (...input) {
    const [first] = input
    const text = typeof first === 'string' ? first : ((first as { text?: string })?.text ?? '')
    if (/^\s*begin\b/i.test(text) || ENDS.test(text)) locked.delete(this)
    const earlier = locked.get(this) ?? []
    const [, inserted = ''] = INSERTS.exec(text) ?? []
    if (order.includes(inserted)) locked.set(this, [...earlier, inserted])
    const [, selected, updated = ''] = LOCKS.exec(text) ?? []
    const table = selected ?? updated
    if (order.includes(table)) {
      const late = earlier.filter(name => order.indexOf(name) > order.indexOf(table))
      if (!earlier.includes(table) && late.length > 0)
        report(`${table} is locked after ${late.join(', ')}: ${text}`)
      locked.set(this, [...earlier, table])
    }
    return query.apply(this, input)
  }
  Object.assign(pg.Client.prototype, { query: watched })
}
