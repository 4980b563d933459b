/**
 * The names of all listed titles and artists in memory. Loaded once, then updated whenever the catalogue version
 * changes.
 */

import type { Deps } from '../../platform/deps.ts'
import { cachedPerVersion } from '../titles/catalogue-cache.ts'
import {
  type ArtistRow,
  BATCH,
  FULL_READ_MS,
  type Mark,
  readCatalogue,
  type TitleRow,
} from './catalogue-changes.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'
import type { IndexEntry } from './segment.ts'
import { runInSlices } from './steps.ts'
import { createTagNumbers, storedFields, type TagNumbers } from './title-entry.ts'

type CatalogueIndex = {
  titles: NameIndex
  artists: NameIndex
  tags: TagNumbers
  /** Waits until the index contains the changes, except during a large import, whose changes follow within seconds. */
  refresh: () => Promise<void>
  isLoaded: () => boolean
}
type Reader = Pick<Deps, 'db' | 'now'>

export function createCatalogueIndex(deps: Reader): CatalogueIndex {
  const { db } = deps
  const now = () => deps.now().getTime()
  const titles = createNameIndex({ idsDescend: true })
  const artists = createNameIndex()
  const tags = createTagNumbers()
  let mark: Mark | null = null
  let allReadAt = 0
  /** True if the last read of changes exceeded one batch. */
  let isBulk = false
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null

  /** Runs one read at a time; at most one more waits. */
  function read(onBulk: () => void): Promise<void> {
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = null
        running = readChanges(mark, onBulk)
        return running
      })
    return queued
  }

  async function readChanges(since: Mark | null, onBulk: () => void): Promise<void> {
    let isLarge = false
    const at = now()
    const taking =
      <Row extends { id: string; isRemoved: boolean }>(
        index: NameIndex,
        entryOf: (row: Row) => IndexEntry,
      ) =>
      async (rows: Row[]) => {
        for (const row of rows) {
          if (row.isRemoved) index.remove(row.id)
          else if (mark === null) index.add(entryOf(row))
          else index.put(entryOf(row))
        }
        await runInSlices(index.commit())
        isLarge ||= rows.length === BATCH
        if (isLarge) onBulk()
        await runInSlices(index.tidy({ isLoading: mark === null }))
      }
    const next = await readCatalogue(db, since, now, {
      titles: taking(titles, row => titleEntry(row, tags)),
      artists: taking(artists, artistEntry),
    })
    // Until now they were merged only for loading.
    for (const index of [titles, artists]) await runInSlices(index.tidy())
    if (since === null) allReadAt = at
    mark = next
    isBulk = since !== null && isLarge
  }

  async function update(): Promise<void> {
    if (mark === null) await read(() => undefined)
    else {
      const isWaiting = !isBulk
      const seen = Promise.withResolvers<void>()
      const done = read(() => seen.resolve())
      done.catch(() => undefined)
      if (isWaiting) await Promise.race([done, seen.promise])
    }
    // The index stays in use while everything is read again.
    if (now() - allReadAt < FULL_READ_MS) return
    allReadAt = now()
    running = running.catch(() => undefined).then(() => readChanges(null, () => undefined))
    running.catch(() => {
      allReadAt = 0
    })
  }

  return {
    titles,
    artists,
    tags,
    refresh: () => cachedPerVersion(deps, 'search index', update),
    isLoaded: () => mark !== null,
  }
}

function titleEntry(
  { id, text, rank, type, ageLimit, publishedAt, year, ...row }: TitleRow,
  tags: TagNumbers,
) {
  const [flags, categoryIds, countries] = [row.flags, row.categoryIds, row.countries].map(wordsOf)
  const fields = {
    type,
    ageLimit,
    publishedAt,
    year,
    flags: flags ?? [],
    categoryIds: categoryIds ?? [],
    countries: countries ?? [],
  }
  return { id, text, order: -rank, ...storedFields(fields, tags) }
}

function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** Among equally good matches, the shorter name comes first. */
function artistEntry({ id, text }: ArtistRow) {
  return { id, text, order: text.length, values: [], tags: [] }
}
