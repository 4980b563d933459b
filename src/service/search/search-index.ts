/**
 * The search indexes of all listed titles and artists, in memory: loaded once, then updated with the rows that changed whenever the
 * catalogue version moves. About 95 MB for 100,000 titles and 25,000 artists.
 */
import { and, asc, gt, gte, inArray, type SQL } from 'drizzle-orm'
import type { ContentType } from '#src/contract/content.ts'
import { TYPE_FILTERS } from '#src/contract/limits.ts'
import { type ArtistRow, artistColumns } from '../catalogue/artist.queries.ts'
import type { Listable } from '../catalogue/filter.ts'
import { cachedPerVersion } from '../catalogue/version-cache.ts'
import { artists } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { createNameIndex, type IndexEntry, type NameIndex } from './name-index.ts'

export type TitleEntry = IndexEntry & Listable & { type: ContentType; rank: number }
/** Includes the columns of an artist card. */
export type ArtistEntry = IndexEntry & ArtistRow
export type SearchIndexes = { titles: NameIndex<TitleEntry>; artists: NameIndex<ArtistEntry> }

/** Rows per batch: between batches other requests are served. */
const BATCH = 2_000
/** Changes are read again from this long before the last one: transactions commit late, and clocks differ. */
const OVERLAP_MS = 60_000
/** All rows are read again this often. */
const RELOAD_MS = 3_600_000

type State = SearchIndexes & {
  reading: Promise<void>
  /** In ms since 1970: the last full read, and up to when changes were read. */
  allReadAt: number
  until: { titles: number; artists: number }
}
const states = new WeakMap<object, State>()
type Reader = Pick<Deps, 'db' | 'now'>

export async function searchIndexes(deps: Reader): Promise<SearchIndexes> {
  return cachedPerVersion(deps, 'search indexes', async () => {
    const state = states.get(deps.db) ?? empty()
    states.set(deps.db, state)
    await read(deps, state)
    // The reload runs in the background; queries use the current state meanwhile.
    if (deps.now().getTime() - state.allReadAt >= RELOAD_MS)
      read(deps, state, true).catch(() => undefined)
    return state
  })
}

/** Runs one update after another; each starts where the last one ended, or reads everything. */
function read(deps: Reader, state: State, all = state.allReadAt === 0): Promise<void> {
  const before = state.reading.catch(() => undefined)
  state.reading = before.then(() => readChanges(deps, state, all))
  return state.reading
}

function empty(): State {
  return {
    titles: createNameIndex<TitleEntry>((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1)),
    artists: createNameIndex<ArtistEntry>(
      (a, b) => a.text.length - b.text.length || (a.id < b.id ? -1 : 1),
    ),
    reading: Promise.resolve(),
    allReadAt: 0,
    until: { titles: 0, artists: 0 },
  }
}

async function readChanges({ db, now }: Reader, state: State, all: boolean): Promise<void> {
  const interned = createInterner()
  const at = now().getTime()
  const isFirst = state.allReadAt === 0
  const since = all ? { titles: 0, artists: 0 } : state.until
  // Capped at our own time: a row from a clock ahead of ours would hide later changes of others.
  const capped = (moment: number) => Math.min(moment, now().getTime())
  const titlesUntil = await eachBatch(
    { index: state.titles, since: since.titles, isFirst },
    where =>
      db
        .select({
          id: contents.id,
          text: contents.searchText,
          type: contents.type,
          rank: contents.rank,
          flags: contents.flags,
          ageLimit: contents.ageLimit,
          categoryIds: contents.categoryIds,
          countries: contents.countries,
          publishedAt: contents.publishedAt,
          updatedAt: contents.updatedAt,
          removedAt: contents.removedAt,
        })
        .from(contents)
        .where(and(inArray(contents.type, [...TYPE_FILTERS]), where(contents)))
        .orderBy(asc(contents.id))
        .limit(BATCH),
    ({ updatedAt: _, removedAt: __, ...row }) => ({
      ...row,
      publishedAt: row.publishedAt.getTime(),
      flags: interned(row.flags),
      categoryIds: interned(row.categoryIds),
      countries: interned(row.countries),
    }),
  )
  const artistsUntil = await eachBatch(
    { index: state.artists, since: since.artists, isFirst },
    where =>
      db
        .select({
          ...artistColumns,
          text: artists.searchText,
          updatedAt: artists.updatedAt,
          removedAt: artists.removedAt,
        })
        .from(artists)
        .where(where(artists))
        .orderBy(asc(artists.id))
        .limit(BATCH),
    ({ updatedAt: _, removedAt: __, ...row }) => row,
  )
  state.until = { titles: capped(titlesUntil), artists: capped(artistsUntil) }
  if (all) state.allReadAt = at
}

type Changed = { id: string; updatedAt: Date; removedAt: Date | null }
type Where = (table: typeof contents | typeof artists) => SQL | undefined

type Target<Entry extends IndexEntry> = { index: NameIndex<Entry>; since: number; isFirst: boolean }

/** Adds the rows that changed since then to the index, in batches. @returns where to continue, in ms */
async function eachBatch<Row extends Changed, Entry extends IndexEntry>(
  { index, since, isFirst }: Target<Entry>,
  read: (where: Where) => PromiseLike<Row[]>,
  entryOf: (row: Row) => Entry,
): Promise<number> {
  const from = new Date(Math.max(0, since - OVERLAP_MS))
  let last = ''
  let latest = since
  let put = 0
  for (;;) {
    const rows = await read(table => and(gte(table.updatedAt, from), gt(table.id, last)))
    for (const row of rows) {
      if (row.removedAt) index.remove(row.id)
      else index.put(entryOf(row))
      latest = Math.max(latest, row.updatedAt.getTime())
    }
    put += rows.length
    const isLast = rows.length < BATCH
    // Commit now and then, so that other requests see a consistent index; not during the first load, since a commit costs time.
    if (!isFirst || isLast || put > index.size() / 3) {
      if (put > 0) index.commit()
      put = 0
    }
    if (isLast) return latest
    last = (rows.at(-1) as Row).id
  }
}

/** Interns equal lists: few of them differ. */
function createInterner(): (list: string[]) => string[] {
  const lists = new Map<string, string[]>()
  return list => {
    const key = list.join(' ')
    const known = lists.get(key)
    if (!known) lists.set(key, list)
    return known ?? list
  }
}
