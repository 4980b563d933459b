import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Artist, ArtistCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { CREDIT_ROLES } from '#src/contract/import.ts'
import { otherLanguages, pickTranslation } from '#src/contract/languages.ts'
import { isListedWithinAgeParameter } from '../../accounts/access/age-rating.ts'
import { translatedText, translationColumns, translationsOf } from '../../platform/db/localized.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { artists } from '../../platform/db/schema/catalogue.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { createCardContext } from './card.queries.ts'
import { toCard } from './card.ts'
import { type CardRow, cardRows } from './card-columns.ts'
import { cachedEachPerVersion } from './catalogue-cache.ts'
import { picturesBase, toPicture } from './picture.ts'
import { roleNames } from './roles.ts'

/** Maximum number of titles on an artist's page. */
const WORKS_MAX = 200

/** Columns of an artist's card. */
export const artistColumns = {
  id: artists.id,
  shortId: artists.shortId,
  ...translationColumns(artists, 'slug'),
  ...translationColumns(artists, 'name'),
  imagePath: artists.imagePath,
  imageColour: artists.imageColour,
}

export type ArtistRow = Pick<typeof artists.$inferSelect, keyof typeof artistColumns>

/** Returns the artists with these ids, in this order. All callers share the same objects. */
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
  return preparedQuery(database, 'artists of ids', db =>
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
    slug: translatedText(row, 'slug', language),
    name: translatedText(row, 'name', language) ?? '',
    image: toPicture(row.imagePath, row.imageColour, picturesBase(deps.env)),
  }
}

/** Returns the page of an artist. @throws ApiError not_found or gone */
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
    createCardContext(deps, language),
  ])
  return {
    ...toArtistCard(deps, row, language),
    slugs: translationsOf(row, 'slug'),
    other_name: otherName(row, language),
    bio: translatedText(row, 'bio', language) ?? '',
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
  const bio = translationColumns(artists, 'bio')
  const query = preparedQuery(db, 'an artist in full', handle =>
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
  return preparedQuery(deps.db, 'works of an artist', db =>
    cardRows(db, and(isListedTitle(contents), mine, isListedWithinAgeParameter))
      .orderBy(desc(contents.year), desc(contents.publishedAt), desc(contents.id))
      .limit(WORKS_MAX),
  ).execute({ artistId, maxAge })
}

/** Returns the name in a language other than that of the page. */
function otherName(row: ArtistRow, language: Language): string | null {
  const names = translationsOf(row, 'name')
  const others = otherLanguages(language).map(other => names[other])
  return others.find(name => name && name !== pickTranslation(names, language)) ?? null
}
