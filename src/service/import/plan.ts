/** Finds the records of a batch that are new or changed, and the problems of the others. */
import type { ImportArtist, ImportTitle } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import type { Deps } from '../deps.ts'
import { hashOf } from './hash.ts'
import { stableId } from './identity.ts'
import { type KnownArtist, type KnownTitle, knownArtists, knownTitles } from './known.ts'
import type { Pictures, StoredPicture } from './pictures.ts'
import { type Problem, RecordError } from './problem.ts'
import { type ArtistWork, type Entry, ownIdsOf, type TitleWork, type Work } from './work.ts'

export type Plan = { work: Work; unchanged: number; problems: Problem[] }
export type Planning = {
  db: Deps['db']
  pictures: Pictures
  /** Pictures are checked, not made. */
  dryRun: boolean
  /** Artists of earlier lines, which a dry run leaves out of the database. */
  isSeenArtist: (externalId: string) => boolean
}

export async function planBatch(entries: readonly Entry[], planning: Planning): Promise<Plan> {
  const { db } = planning
  const titles = entries.flatMap(({ record }) => (record.kind === 'artist' ? [] : [record]))
  const named = entries.flatMap(({ record }) => artistIdsOf(record))
  const [oldTitles, oldArtists] = await Promise.all([
    knownTitles(db, titles.flatMap(ownIdsOf)),
    knownArtists(db, [...new Set(named)]),
  ])
  const work: Work = { titles: [], artists: [], removals: [] }
  const plan: Plan = { work, unchanged: 0, problems: [] }
  const isArtist = (id: string) => oldArtists.has(id) || planning.isSeenArtist(id)
  for (const { line, record } of entries) {
    try {
      if (record.kind === 'artist') {
        const found = await planArtist(line, record, oldArtists.get(record.external_id), planning)
        if (found) work.artists.push(found)
        else plan.unchanged++
      } else if (record.kind === 'title') {
        checkCredits(record, isArtist)
        checkOwners(record, oldTitles)
        const found = await planTitle(line, record, oldTitles.get(record.external_id), planning)
        if (found) work.titles.push(found)
        else plan.unchanged++
      } else {
        const old = oldTitles.get(record.external_id)
        if (!old)
          throw new RecordError(
            'external_id',
            `no title is called ${plainName(record.external_id)}`,
          )
        if (isRemoved(old)) plan.unchanged++
        else work.removals.push({ line, removal: record })
      }
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      plan.problems.push({ line, field: error.field, reason: error.message })
    }
  }
  return plan
}

function artistIdsOf(record: Entry['record']): string[] {
  if (record.kind === 'artist') return [record.external_id]
  return record.kind === 'title' ? (record.credits ?? []).map(({ artist }) => artist) : []
}

/** An id names one thing: an episode never takes the place of a title, nor of another series' episode. */
function checkOwners(title: ImportTitle, known: ReadonlyMap<string, KnownTitle>): void {
  if (known.get(title.external_id)?.seriesId)
    throw new RecordError(
      'external_id',
      `${plainName(title.external_id)} is an episode of another title`,
    )
  const seriesId = stableId('title', title.external_id)
  for (const [at, season] of (title.seasons ?? []).entries()) {
    for (const [index, { external_id }] of season.episodes.entries()) {
      const old = known.get(external_id)
      if (!old || (old.type === 'episode' && old.seriesId === seriesId)) continue
      throw new RecordError(
        `seasons[${at}].episodes[${index}].external_id`,
        `${plainName(external_id)} is another title already`,
      )
    }
  }
}

function checkCredits(title: ImportTitle, isArtist: (id: string) => boolean): void {
  const credits = title.credits ?? []
  const named = new Set(credits.filter(({ name }) => name).map(({ artist }) => artist))
  for (const [at, { artist }] of credits.entries()) {
    if (!named.has(artist) && !isArtist(artist))
      throw new RecordError(
        `credits[${at}].artist`,
        `no artist is called ${plainName(artist)}: give a name here, or a line of its own before this one`,
      )
  }
}

async function planTitle(
  line: number,
  title: ImportTitle,
  old: KnownTitle | undefined,
  { pictures, dryRun }: Planning,
): Promise<TitleWork | null> {
  const backdrops = episodeBackdrops(title)
  const stamps = await Promise.all([
    pictures.stamp('poster', title.poster),
    pictures.stamp('backdrop', title.backdrop),
    ...backdrops.map(({ field, reference }) => pictures.stamp(field, reference)),
  ])
  const hash = hashOf(title, stamps)
  if (old && old.contentHash === hash && !isRemoved(old)) return null
  const work = { line, title, hash, isNew: !old }
  if (dryRun)
    return { ...work, pictures: { poster: null, backdrop: null }, episodeBackdrops: new Map() }
  const poster = await pictures.store('poster', 'poster', title.poster)
  const backdrop = await pictures.store('backdrop', 'backdrop', title.backdrop)
  const made = new Map<string, StoredPicture>()
  for (const { field, reference, externalId } of backdrops) {
    const picture = await pictures.store(field, 'backdrop', reference)
    if (picture) made.set(externalId, picture)
  }
  return { ...work, pictures: { poster, backdrop }, episodeBackdrops: made }
}

function isRemoved({ removedAt, hiddenBySchedule }: KnownTitle): boolean {
  return removedAt !== null && !hiddenBySchedule
}

function episodeBackdrops({ seasons = [] }: ImportTitle) {
  return seasons.flatMap(({ episodes }, season) =>
    episodes.flatMap(({ backdrop, external_id }, episode) => {
      const field = `seasons[${season}].episodes[${episode}].backdrop`
      return backdrop ? [{ field, reference: backdrop, externalId: external_id }] : []
    }),
  )
}

async function planArtist(
  line: number,
  artist: ImportArtist,
  old: KnownArtist | undefined,
  { pictures, dryRun }: Planning,
): Promise<ArtistWork | null> {
  const hash = hashOf(artist, [await pictures.stamp('image', artist.image)])
  if (old && old.contentHash === hash && !old.removedAt) return null
  const picture = dryRun ? null : await pictures.store('image', 'portrait', artist.image)
  return { line, artist, hash, isNew: !old, picture }
}
