import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Artist } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { CREDIT_ROLES } from '#src/contract/import.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import { artists, contents, credits, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { cardRows, lookOf, withinBand } from './card.queries.ts'
import { textOf, toCard } from './card.ts'
import { picturesBase, toPicture } from './picture.ts'
import { roleNames } from './roles.ts'

/** The titles shown on an artist's page. */
const WORKS_MAX = 200

type ArtistRow = typeof artists.$inferSelect

/** The artists of these ids, in this order. */
export async function artistCards(
  deps: Deps,
  ids: readonly string[],
  language: Language,
): Promise<ArtistCard[]> {
  if (ids.length === 0) return []
  const rows = await deps.db
    .select()
    .from(artists)
    .where(and(inArray(artists.id, [...ids]), isNull(artists.removedAt)))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [toArtistCard(deps, row, language)] : []
  })
}

export function toArtistCard(
  deps: Deps,
  row: Pick<
    ArtistRow,
    'id' | 'shortId' | 'slugFa' | 'slugEn' | 'nameFa' | 'nameEn' | 'imagePath' | 'imageColour'
  >,
  language: Language,
): ArtistCard {
  return {
    id: row.id,
    short_id: row.shortId,
    slug: language === 'fa' ? row.slugFa : row.slugEn,
    name: textOf(row, 'name', language) ?? '',
    image: toPicture(row.imagePath, row.imageColour, picturesBase(deps.env)),
  }
}

/** @throws Refusal not_found or gone */
export async function artistPage(
  deps: Deps,
  name: string,
  language: Language,
  band: number | null,
): Promise<Artist> {
  const [row] = await deps.db
    .select()
    .from(artists)
    .where(or(eq(artists.shortId, name), eq(artists.id, name)))
  if (!row) throw new Refusal('not_found')
  if (row.removedAt) throw new Refusal('gone')
  const [works, roles, look] = await Promise.all([
    worksOf(deps, row.id, band),
    rolesOf(deps, row.id),
    lookOf(deps, language),
  ])
  return {
    ...toArtistCard(deps, row, language),
    slugs: { fa: row.slugFa, en: row.slugEn },
    other_name: otherName(row, language),
    bio: textOf(row, 'bio', language) ?? '',
    roles: roleNames(roles, language),
    contents: works.map(work => toCard(work, look)),
  }
}

function worksOf(deps: Deps, artistId: string, band: number | null) {
  const mine = sql`exists (select from credits c where c.content_id = ${contents.id} and c.artist_id = ${artistId})`
  return cardRows(deps.db, and(listed(contents), mine, withinBand(band)))
    .orderBy(desc(contents.year), desc(contents.publishedAt), desc(contents.id))
    .limit(WORKS_MAX)
}

async function rolesOf(deps: Deps, artistId: string) {
  const rows = await deps.db
    .selectDistinct({ role: credits.role })
    .from(credits)
    .where(eq(credits.artistId, artistId))
  const has = new Set(rows.map(({ role }) => role))
  return CREDIT_ROLES.filter(role => has.has(role))
}

/** The name in the language that the page is not in. */
function otherName(row: ArtistRow, language: Language): string | null {
  const other = language === 'fa' ? row.nameEn : row.nameFa
  return other === textOf(row, 'name', language) ? null : other
}
