import { and, asc, isNull, sql } from 'drizzle-orm'
import { listedWithinAge } from '../access/age-rating.ts'
import { columnsOf, type LocalizedColumns, localizedOf } from '../db/localized.ts'
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
  const { shortId, updatedAt } = contents
  const slugs = columnsOf(contents, 'slug')
  const where = and(listed(contents), listedWithinAge(maxAge))
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, ...slugs, updatedAt })
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
  const { shortId, updatedAt } = artists
  const slugs = columnsOf(artists, 'slug')
  const where = isNull(artists.removedAt)
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, ...slugs, updatedAt })
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
  const { id, updatedAt } = categories
  const slugs = columnsOf(categories, 'slug')
  const where = sql`${categories.isListed}`
  const [rows, total] = await Promise.all([
    db
      .select({ shortId: id, ...slugs, updatedAt })
      .from(categories)
      .where(where)
      .orderBy(asc(categories.position), asc(id))
      .limit(count)
      .offset(offset),
    db.$count(categories, where),
  ])
  return { items: rows.map(toEntry), total }
}

function toEntry(row: LocalizedColumns<'slug'> & { shortId: string; updatedAt: Date }) {
  return {
    short_id: row.shortId,
    slugs: localizedOf(row, 'slug'),
    updated_at: row.updatedAt.toISOString(),
  }
}
