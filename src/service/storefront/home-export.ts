/** Exports a page as a file for `./pardeh home apply`. Applying the file changes nothing. */
import { and, asc, eq } from 'drizzle-orm'
import { type Language, mapLanguages } from '#src/contract/languages.ts'
import { translationsOf } from '../platform/db/localized.ts'
import { categories } from '../platform/db/schema/catalogue.ts'
import { globalLinks, homeWidgets } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { HomeFile } from './home-file.ts'

type Db = Pick<Deps, 'db'>

/** Returns null if editors have made no such page. The links of the header belong to the page `home`. */
export async function exportHome({ db }: Db, page: HomeFile['page']): Promise<HomeFile | null> {
  const rows = await db
    .select()
    .from(homeWidgets)
    .where(and(eq(homeWidgets.page, page), eq(homeWidgets.isVisible, true)))
    .orderBy(asc(homeWidgets.position), asc(homeWidgets.id))
  if (rows.length === 0) return null
  return HomeFile.parse({
    page,
    widgets: rows.map(row => ({
      type: row.type,
      ...(row.type !== 'banner' && { title: texts(translationsOf(row, 'title')) }),
      ...(row.moreLink && { more_link: row.moreLink }),
      ...row.config,
    })),
    ...(page === 'home' && { links: await links(db) }),
  })
}

async function links(db: Deps['db']) {
  const rows = await db
    .select({ link: globalLinks, category: categories.key, categoryId: categories.id })
    .from(globalLinks)
    .leftJoin(categories, eq(categories.id, globalLinks.categoryId))
    .orderBy(asc(globalLinks.position), asc(globalLinks.id))
  return rows.map(({ link, category, categoryId }) => ({
    title: texts(translationsOf(link, 'title')),
    ...(link.navigationType === 'internal_route'
      ? { url: link.url }
      : { category: category ?? categoryId, ...(link.sortOrder && { order: link.sortOrder }) }),
  }))
}

function texts(of: Partial<Record<Language, string | null>>) {
  return mapLanguages(language => of[language] ?? '')
}
