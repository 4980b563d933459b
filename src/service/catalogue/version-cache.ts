/**
 * What changes with the catalogue alone is kept in memory and thrown away when its version moves. Every import moves it, in
 * the transaction that changes the titles, so that all nodes agree; a minute at most for what was changed by other hands.
 */
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'

const KEEP_MS = 60_000
/** One page asks a dozen times: within this the version is not read again, unless this process was told that it moved. */
const ASK_MS = 1_000
const SETTLE_MS = 5_000
const MAX_ENTRIES = 5_000
/** Of each kind of thing that has an id. */
const MAX_THINGS = 2_000
const FACT = 'catalogue'

type Cached = {
  version: string
  since: number
  changes: number
  values: Map<string, Promise<unknown>>
}
const cached = new WeakMap<object, Cached>()
let asked: { db: object; at: number; answer: Promise<Cached> } | null = null
let settlesAt = 0
let changes = 0

/** Call it when something may have changed: until it has settled, the version is read each time. */
export function revalidateVersion(): void {
  asked = null
  settlesAt = performance.now() + SETTLE_MS
  changes++
}

/** Runs `load` once for a version of the catalogue and a key. */
export async function cachedPerVersion<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const { values } = await current(deps)
  const found = values.get(key) as Promise<T> | undefined
  if (found) return found
  if (values.size >= MAX_ENTRIES) values.clear()
  // A query of Drizzle's runs again each time it is awaited: what is kept has to be its answer.
  const made = (async () => await load())()
  values.set(key, made)
  made.catch(() => values.delete(key))
  return made
}

type Things<T> = Iterable<readonly [id: string, thing: T]>

/** The same for things with an id: only those that are not known yet are loaded, together. What is not found has no entry. */
export async function cachedEachPerVersion<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: string,
  ids: readonly string[],
  load: (ids: string[]) => Promise<Things<T>>,
): Promise<ReadonlyMap<string, T>> {
  const known = await thingsOf<T>(deps, kind)
  // Taken out before anything is waited for: others may meanwhile make room.
  const all = new Map<string, T>()
  for (const id of ids) {
    const thing = known.get(id)
    if (thing !== undefined) all.set(id, thing)
  }
  const unknown = ids.filter(id => !all.has(id))
  if (unknown.length === 0) return all
  const found = [...(await load(unknown))]
  for (const [id, thing] of found) all.set(id, thing)
  keep(known, found)
  return all
}

/** Things of a kind that were found in another way: `cachedEachPerVersion` need not load them. */
export async function warmCache<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: string,
  things: Things<T>,
): Promise<void> {
  keep(await thingsOf<T>(deps, kind), things)
}

function thingsOf<T>(deps: Pick<Deps, 'db' | 'now'>, kind: string): Promise<Map<string, T>> {
  return cachedPerVersion(deps, kind, async () => new Map<string, T>())
}

function keep<T>(known: Map<string, T>, things: Things<T>): void {
  for (const [id, thing] of things) if (!known.has(id)) known.set(id, thing)
  // The oldest make room: a Map keeps the order in which they came.
  for (const id of known.keys()) {
    if (known.size <= MAX_THINGS) break
    known.delete(id)
  }
}

function current(deps: Pick<Deps, 'db' | 'now'>): Promise<Cached> {
  const at = performance.now()
  if (asked?.db === deps.db && at - asked.at < ASK_MS && at > settlesAt) return asked.answer
  const answer = read(deps)
  asked = { db: deps.db, at, answer }
  answer.catch(() => {
    asked = null
  })
  return answer
}

async function read({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Cached> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select value #>> '{}' as value from facts where key = ${FACT}`,
  )
  const version = rows[0]?.value ?? ''
  const time = now().getTime()
  const known = cached.get(db)
  const isSame = known?.version === version && known.changes === changes
  if (known && isSame && Math.abs(time - known.since) < KEEP_MS) return known
  const fresh: Cached = { version, since: time, changes, values: new Map() }
  cached.set(db, fresh)
  return fresh
}

/** Call it in the transaction that changes the catalogue. */
export async function bumpVersion(tx: Pick<Deps['db'], 'execute'>): Promise<void> {
  revalidateVersion()
  await tx.execute(sql`insert into facts (key, value) values (${FACT}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((facts.value #>> '{}')::bigint + 1), updated_at = now()`)
}
