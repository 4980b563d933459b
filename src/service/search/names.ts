/**
 * The names of all listed titles and artists, in memory: read once, then only what changed when the version of the catalogue
 * moved. About 95 MB for 100,000 titles and 25,000 artists.
 */
import { and, asc, gt, gte, inArray, type SQL } from 'drizzle-orm'
import type { ContentType } from '#src/contract/content.ts'
import { TYPE_FILTERS } from '#src/contract/limits.ts'
import { type ArtistRow, artistColumns } from '../catalogue/artist.queries.ts'
import type { Listable } from '../catalogue/filter.ts'
import { oncePerVersion } from '../catalogue/version.ts'
import { artists, contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { createNameIndex, type Named, type NameIndex } from './name-index.ts'

export type TitleName = Named & Listable & { type: ContentType; rank: number }
/** With what a card of theirs is made of: it changes no oftener than the name. */
export type ArtistName = Named & ArtistRow
export type Names = { titles: NameIndex<TitleName>; artists: NameIndex<ArtistName> }

/** So many rows are read and put in their places at once, and nobody else waits for longer. */
const BATCH = 2_000
/** What was committed so much later than the moment it wrote, or written by a clock so much behind ours, is still seen. */
const LATE_MS = 60_000
/** All are read again this often, whatever clocks said. */
const AGAIN_MS = 3_600_000

type Kept = Names & {
  reading: Promise<void>
  /** Moments, in ms: when all were last read, and up to where changes were. */
  allReadAt: number
  until: { titles: number; artists: number }
}
const kept = new WeakMap<object, Kept>()
type Reader = Pick<Deps, 'db' | 'now'>

export async function namesOf(deps: Reader): Promise<Names> {
  return oncePerVersion(deps, 'names', async () => {
    const names = kept.get(deps.db) ?? empty()
    kept.set(deps.db, names)
    await read(deps, names)
    // Nobody waits for this one: what is known is good enough until then.
    if (deps.now().getTime() - names.allReadAt >= AGAIN_MS)
      read(deps, names, true).catch(() => undefined)
    return names
  })
}

/** One after the other: each begins where the one before it ended, or with all. */
function read(deps: Reader, names: Kept, all = names.allReadAt === 0): Promise<void> {
  const before = names.reading.catch(() => undefined)
  names.reading = before.then(() => readChanges(deps, names, all))
  return names.reading
}

function empty(): Kept {
  return {
    titles: createNameIndex<TitleName>((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1)),
    artists: createNameIndex<ArtistName>(
      (a, b) => a.text.length - b.text.length || (a.id < b.id ? -1 : 1),
    ),
    reading: Promise.resolve(),
    allReadAt: 0,
    until: { titles: 0, artists: 0 },
  }
}

async function readChanges({ db, now }: Reader, names: Kept, all: boolean): Promise<void> {
  const shared = sharing()
  const at = now().getTime()
  const isFirst = names.allReadAt === 0
  const since = all ? { titles: 0, artists: 0 } : names.until
  // A clock ahead of ours wrote what is later: were we to go on from there, we would miss what others write until then.
  const notLater = (moment: number) => Math.min(moment, now().getTime())
  const titlesUntil = await eachBatch(
    { index: names.titles, since: since.titles, isFirst },
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
      flags: shared(row.flags),
      categoryIds: shared(row.categoryIds),
      countries: shared(row.countries),
    }),
  )
  const artistsUntil = await eachBatch(
    { index: names.artists, since: since.artists, isFirst },
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
  names.until = { titles: notLater(titlesUntil), artists: notLater(artistsUntil) }
  if (all) names.allReadAt = at
}

type Changed = { id: string; updatedAt: Date; removedAt: Date | null }
type Where = (table: typeof contents | typeof artists) => SQL | undefined

type Target<Entry extends Named> = { index: NameIndex<Entry>; since: number; isFirst: boolean }

/** Puts what was written since then, a batch at a time. @returns the moment to go on from */
async function eachBatch<Row extends Changed, Entry extends Named>(
  { index, since, isFirst }: Target<Entry>,
  read: (where: Where) => PromiseLike<Row[]>,
  entryOf: (row: Row) => Entry,
): Promise<number> {
  const from = new Date(Math.max(0, since - LATE_MS))
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
    // Others may ask in between; but nobody does before all were read once, and settling takes time for all there are.
    if (!isFirst || isLast || put > index.size() / 3) {
      if (put > 0) index.settle()
      put = 0
    }
    if (isLast) return latest
    last = (rows.at(-1) as Row).id
  }
}

/** Few lists of words are different ones: equal ones are kept once. */
function sharing(): (list: string[]) => string[] {
  const lists = new Map<string, string[]>()
  return list => {
    const key = list.join(' ')
    const known = lists.get(key)
    if (!known) lists.set(key, list)
    return known ?? list
  }
}
