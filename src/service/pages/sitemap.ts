import { and, asc, isNull, sql } from 'drizzle-orm'
import { listedWithinAge } from '../access/age-rating.ts'
import { artists, categories } from '../db/schema/catalogue.ts'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'

type Page = { offset: number; count: number }

/** Every public page of a kind once, in an order that does not move. @throws ApiError not_found */
export async function sitemapOf(deps: Deps, kind: string, page: Page, maxAge: number | null) {
  if (kind === 'contents') return contentsOf(deps, page, maxAge)
  if (kind === 'artists') return artistsOf(deps, page)
  if (kind === 'categories') return categoriesOf(deps, page)
  throw new ApiError('not_found')
}

async function contentsOf({ db }: Deps, { offset, count }: Page, maxAge: number | null) {
  const { shortId, slugFa, slugEn, updatedAt } = contents
  const where = and(listed(contents), listedWithinAge(maxAge))
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, slugFa, slugEn, updatedAt })
      .from(contents)
      .where(where)
      .orderBy(asc(contents.id))
      .limit(count)
      .offset(offset),
    db.$count(contents, where),
  ])
  return { items: rows.map(toEntry), total }
}

async function artistsOf({ db }: Deps, { offset, count }: Page) {
  const { shortId, slugFa, slugEn, updatedAt } = artists
  const where = isNull(artists.removedAt)
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, slugFa, slugEn, updatedAt })
      .from(artists)
      .where(where)
      .orderBy(asc(artists.id))
      .limit(count)
      .offset(offset),
    db.$count(artists, where),
  ])
  return { items: rows.map(toEntry), total }
}

async function categoriesOf({ db }: Deps, { offset, count }: Page) {
  const { id, slugFa, slugEn, updatedAt } = categories
  const where = sql`${categories.isListed}`
  const [rows, total] = await Promise.all([
    db
      .select({ shortId: id, slugFa, slugEn, updatedAt })
      .from(categories)
      .where(where)
      .orderBy(asc(categories.position), asc(id))
      .limit(count)
      .offset(offset),
    db.$count(categories, where),
  ])
  return { items: rows.map(toEntry), total }
}

function toEntry(row: { shortId: string; slugFa: string; slugEn: string; updatedAt: Date }) {
  return {
    short_id: row.shortId,
    slugs: { fa: row.slugFa, en: row.slugEn },
    updated_at: row.updatedAt.toISOString(),
  }
}
