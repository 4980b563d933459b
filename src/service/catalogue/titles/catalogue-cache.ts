/**
 * Caches values that depend only on the catalogue, and drops them when its version changes. Every import changes the
 * version in the transaction that changes the titles, so that all nodes agree. Changes made in other ways take effect
 * within a minute.
 */
import { sql } from 'drizzle-orm'
import { preparedSql } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'

const KEEP_MS = 60_000
/**
 * One page asks a dozen times: within this time the version is not read again, unless this process was notified of a
 * change.
 */
const ASK_MS = 1_000
const SETTLE_MS = 5_000
const MAX_ENTRIES = 5_000
/** Maximum number of cached values of each kind with ids. */
const MAX_THINGS = 2_000
const FACT = 'catalogue'
/** Channel on which every node hears of a new version when its transaction commits. */
export const CATALOGUE_CHANNEL = 'catalogue_version'

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

/** Marks the version as possibly outdated: it is read on every call until it has settled. */
export function revalidateVersion(): void {
  asked = null
  settlesAt = performance.now() + SETTLE_MS
  changes++
}

/** Runs `load` once per version of the catalogue and key. */
export async function cachedPerVersion<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const { values } = await current(deps)
  const found = values.get(key) as Promise<T> | undefined
  if (found) return found
  if (values.size >= MAX_ENTRIES) values.clear()
  // A Drizzle query runs again each time it is awaited, so the cache must hold its result.
  const made = (async () => await load())()
  values.set(key, made)
  made.catch(() => values.delete(key))
  return made
}

type Things<T> = Iterable<readonly [id: string, thing: T]>

/**
 * Does the same for values with an id: only those missing from the cache are loaded, in one call. Ids that are not
 * found have no entry.
 */
export async function cachedEachPerVersion<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: string,
  ids: readonly string[],
  load: (ids: string[]) => Promise<Things<T>>,
): Promise<ReadonlyMap<string, T>> {
  const known = await thingsOf<T>(deps, kind)
  // Values are taken before the first await, because others may be evicted meanwhile.
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

/** Caches values that were loaded in another way, so that `cachedEachPerVersion` need not load them. */
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
  // Evicts the oldest values: a Map keeps insertion order.
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
  const query = preparedSql<{ value: string }>(
    db,
    'version of the catalogue',
    () => sql`select value #>> '{}' as value from facts where key = ${FACT}`,
  )
  const [row] = await query.execute()
  const version = row?.value ?? ''
  const time = now().getTime()
  const known = cached.get(db)
  const isSame = known?.version === version && known.changes === changes
  if (known && isSame && Math.abs(time - known.since) < KEEP_MS) return known
  const fresh: Cached = { version, since: time, changes, values: new Map() }
  cached.set(db, fresh)
  return fresh
}

/** Changes the version. Must be called in the transaction that changes the catalogue. */
export async function bumpVersion(tx: Pick<Deps['db'], 'execute'>): Promise<void> {
  revalidateVersion()
  await tx.execute(sql`insert into facts (key, value) values (${FACT}, '1'::jsonb)
    on conflict (key) do update set value = to_jsonb((facts.value #>> '{}')::bigint + 1), updated_at = now()
    returning pg_notify(${CATALOGUE_CHANNEL}, '')`)
}
