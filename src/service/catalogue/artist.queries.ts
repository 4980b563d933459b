import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Artist } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { CREDIT_ROLES } from '#src/contract/import.ts'
import { otherLanguages, pick } from '#src/contract/languages.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { listedWithinGivenAge } from '../access/age-rating.ts'
import { columnsOf, localizedOf, textOf } from '../db/localized.ts'
import { prepared } from '../db/prepared.ts'
import { artists } from '../db/schema/catalogue.ts'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { cardContextOf } from './card.queries.ts'
import { toCard } from './card.ts'
import { type CardRow, cardRows } from './card-columns.ts'
import { picturesBase, toPicture } from './picture.ts'
import { roleNames } from './roles.ts'
import { cachedEachPerVersion } from './version-cache.ts'

/** The titles shown on an artist's page. */
const WORKS_MAX = 200

/** What an artist's card is made of. */
export const artistColumns = {
  id: artists.id,
  shortId: artists.shortId,
  ...columnsOf(artists, 'slug'),
  ...columnsOf(artists, 'name'),
  imagePath: artists.imagePath,
  imageColour: artists.imageColour,
}

export type ArtistRow = Pick<typeof artists.$inferSelect, keyof typeof artistColumns>

/** The artists of these ids, in this order; the same objects for everyone who asks. */
export async function artistCards(
  deps: Deps,
  ids: readonly string[],
  language: Language,
): Promise<ArtistCard[]> {
  if (ids.length === 0) return []
  const cards = await cachedEachPerVersion(deps, `artists ${language}`, ids, async unknown => {
    const rows = await artistsOfIds(deps.db).execute({ ids: unknown })
    return rows.map(row => [row.id, toArtistCard(deps, row, language)] as const)
  })
  return ids.flatMap(id => cards.get(id) ?? [])
}

function artistsOfIds(database: Deps['db']) {
  const asked = sql`${artists.id} = any(${sql.placeholder('ids')}::text[])`
  return prepared(database, 'artists of ids', db =>
    db
      .select(artistColumns)
      .from(artists)
      .where(and(asked, isNull(artists.removedAt))),
  )
}

export function toArtistCard(deps: Deps, row: ArtistRow, language: Language): ArtistCard {
  return {
    id: row.id,
    short_id: row.shortId,
    slug: textOf(row, 'slug', language),
    name: textOf(row, 'name', language) ?? '',
    image: toPicture(row.imagePath, row.imageColour, picturesBase(deps.env)),
  }
}

/** @throws ApiError not_found or gone */
export async function artistPage(
  deps: Deps,
  name: string,
  language: Language,
  maxAge: number | null,
): Promise<Artist> {
  const row = await fullRow(deps, name)
  if (!row) throw new ApiError('not_found')
  if (row.removedAt) throw new ApiError('gone')
  const [works, context] = await Promise.all([
    worksOf(deps, row.id, maxAge),
    cardContextOf(deps, language),
  ])
  return {
    ...toArtistCard(deps, row, language),
    slugs: localizedOf(row, 'slug'),
    other_name: otherName(row, language),
    bio: textOf(row, 'bio', language) ?? '',
    roles: roleNames(
      CREDIT_ROLES.filter(role => row.roles.includes(role)),
      language,
    ),
    contents: works.map(work => toCard(work, context)),
  }
}

async function fullRow({ db }: Deps, name: string) {
  const roles = sql<
    string[]
  >`array(select distinct c.role from credits c where c.artist_id = artists.id)`
  const { removedAt } = artists
  const bio = columnsOf(artists, 'bio')
  const query = prepared(db, 'an artist in full', handle =>
    handle
      .select({ ...artistColumns, ...bio, removedAt, roles })
      .from(artists)
      .where(
        or(eq(artists.shortId, sql.placeholder('name')), eq(artists.id, sql.placeholder('name'))),
      ),
  )
  const [row] = await query.execute({ name })
  return row
}

function worksOf(deps: Deps, artistId: string, maxAge: number | null): Promise<CardRow[]> {
  const mine = sql`exists (select from credits c
    where c.content_id = ${contents.id} and c.artist_id = ${sql.placeholder('artistId')})`
  return prepared(deps.db, 'works of an artist', db =>
    cardRows(db, and(listed(contents), mine, listedWithinGivenAge))
      .orderBy(desc(contents.year), desc(contents.publishedAt), desc(contents.id))
      .limit(WORKS_MAX),
  ).execute({ artistId, maxAge })
}

/** The name in a language that the page is not in. */
function otherName(row: ArtistRow, language: Language): string | null {
  const names = localizedOf(row, 'name')
  const others = otherLanguages(language).map(other => names[other])
  return others.find(name => name && name !== pick(names, language)) ?? null
}
