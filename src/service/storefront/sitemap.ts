import { and, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { isListedWithinAge } from '../accounts/access/age-rating.ts'
import { hasTrailer } from '../catalogue/titles/card-columns.ts'
import { picturesBase, toPicture } from '../catalogue/titles/picture.ts'
import {
  type LocalizedColumns,
  translatedColumn,
  translationColumns,
  translationsOf,
} from '../platform/db/localized.ts'
import { artists, categories } from '../platform/db/schema/catalogue.ts'
import { contents, isListedTitle } from '../platform/db/schema/contents.ts'
import type { Deps } from '../platform/deps.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Page = { offset: number; count: number }

/** Lists every public page of a kind once, in a stable order. @throws ApiError not_found */
export async function listSitemapPages(
  deps: Deps,
  kind: string,
  page: Page,
  maxAge: number | null,
) {
  if (kind === 'contents') return contentsOf(deps, page, maxAge)
  if (kind === 'artists') return artistsOf(deps, page)
  if (kind === 'categories') return categoriesOf(deps, page)
  throw new ApiError('not_found')
}

/** Returns the newest change of each chunk, in the order of the chunks, without reading texts or pictures. @throws ApiError not_found */
export async function listSitemapChunkTimes(
  { db }: Deps,
  kind: string,
  count: number,
  maxAge: number | null,
): Promise<Array<{ updated_at: string }>> {
  const { table, updatedAt, where, order } = listOf(kind, maxAge)
  const position = sql<number>`(row_number() over (order by ${sql.join(order, sql`, `)}) - 1)`
  const list = db
    .select({ updatedAt, chunk: sql<number>`${position} / ${count}::int`.as('chunk') })
    .from(table)
    .where(where)
    .as('list')
  const rows = await db
    .select({ newest: max(list.updatedAt) })
    .from(list)
    .groupBy(list.chunk)
    .orderBy(list.chunk)
  return rows.flatMap(({ newest }) => (newest ? [{ updated_at: newest.toISOString() }] : []))
}

type List = {
  table: PgTable
  updatedAt: AnyPgColumn<{ data: Date }>
  where: SQL | undefined
  order: AnyPgColumn[]
}

/** Returns the query of the pages of a kind that belong in the sitemap. */
function listOf(kind: string, maxAge: number | null): List {
  if (kind === 'contents')
    return {
      table: contents,
      updatedAt: contents.updatedAt,
      order: [contents.id],
      where: and(isListedTitle(contents), isListedWithinAge(maxAge)),
    }
  if (kind === 'artists')
    return {
      table: artists,
      updatedAt: artists.updatedAt,
      order: [artists.id],
      where: isNull(artists.removedAt),
    }
  if (kind === 'categories')
    return {
      table: categories,
      updatedAt: categories.updatedAt,
      order: [categories.position, categories.id],
      where: eq(categories.isListed, true),
    }
  throw new ApiError('not_found')
}

async function contentsOf(deps: Deps, { offset, count }: Page, maxAge: number | null) {
  const { db, env } = deps
  const { shortId, updatedAt, posterPath, backdropPath } = contents
  const shown = { posterPath, backdropPath }
  const words = {
    title: translatedColumn(contents, 'title', DEFAULT_LANGUAGE),
    summary: translatedColumn(contents, 'summary', DEFAULT_LANGUAGE),
  }
  const trailer = { publishedAt: contents.publishedAt, ageLimit: contents.ageLimit, hasTrailer }
  const slugs = translationColumns(contents, 'slug')
  const { where, order } = listOf('contents', maxAge)
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, ...slugs, ...words, ...shown, ...trailer, updatedAt })
      .from(contents)
      .where(where)
      .orderBy(...order)
      .limit(count)
      .offset(offset),
    db.$count(contents, where),
  ])
  const base = picturesBase(env)
  const items = rows.map(row => ({
    ...toEntry(row),
    title: row.title ?? undefined,
    poster_image: toPicture(row.posterPath, null, base),
    backdrop_image: toPicture(row.backdropPath, null, base),
    trailer: row.hasTrailer
      ? {
          description: row.summary ?? '',
          published_at: row.publishedAt.toISOString(),
          age_label: row.ageLimit,
        }
      : null,
  }))
  return { items, total }
}

async function artistsOf({ db, env }: Deps, { offset, count }: Page) {
  const { shortId, updatedAt, imagePath } = artists
  const slugs = translationColumns(artists, 'slug')
  const { where, order } = listOf('artists', null)
  const title = translatedColumn(artists, 'name', DEFAULT_LANGUAGE)
  const [rows, total] = await Promise.all([
    db
      .select({ shortId, ...slugs, title, imagePath, updatedAt })
      .from(artists)
      .where(where)
      .orderBy(...order)
      .limit(count)
      .offset(offset),
    db.$count(artists, where),
  ])
  const items = rows.map(row => ({
    ...toEntry(row),
    title: row.title ?? undefined,
    portrait_image: toPicture(row.imagePath, null, picturesBase(env)),
  }))
  return { items, total }
}

async function categoriesOf({ db }: Deps, { offset, count }: Page) {
  const { id, updatedAt } = categories
  const slugs = translationColumns(categories, 'slug')
  const { where, order } = listOf('categories', null)
  const [rows, total] = await Promise.all([
    db
      .select({ shortId: id, ...slugs, updatedAt })
      .from(categories)
      .where(where)
      .orderBy(...order)
      .limit(count)
      .offset(offset),
    db.$count(categories, where),
  ])
  return { items: rows.map(toEntry), total }
}

function toEntry(row: LocalizedColumns<'slug'> & { shortId: string; updatedAt: Date }) {
  return {
    short_id: row.shortId,
    slugs: translationsOf(row, 'slug'),
    updated_at: row.updatedAt.toISOString(),
  }
}
