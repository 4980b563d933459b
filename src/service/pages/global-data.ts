/** What the shell of every page asks for: the message over it, and what its menus list. */

import { and, asc, desc, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { GlobalData, SystemMessage } from '#src/contract/pages.ts'
import { allCategories } from '../catalogue/categories.ts'
import { categoryCounts } from '../catalogue/category-counts.ts'
import { textOf } from '../db/localized.ts'
import { prepared } from '../db/prepared.ts'
import { globalLinks, systemMessages } from '../db/schema/pages.ts'
import type { Deps } from '../deps.ts'

/** The newest of those that are on now. */
export async function systemMessage(
  { db, now }: Deps,
  language: Language,
): Promise<SystemMessage | null> {
  const time = sql.placeholder('time')
  const query = prepared(db, 'the message over the pages', handle =>
    handle
      .select()
      .from(systemMessages)
      .where(
        and(
          lte(systemMessages.startsAt, time),
          or(isNull(systemMessages.endsAt), gt(systemMessages.endsAt, time)),
        ),
      )
      .orderBy(desc(systemMessages.startsAt), desc(systemMessages.id))
      .limit(1),
  )
  const [row] = await query.execute({ time: now().toISOString() })
  if (!row) return null
  const text = textOf(row, 'text', language)
  return { text, type: row.type, is_dismissable: row.isDismissable }
}

/** A child gets the genres that have titles for its age, and no links: editors make those for grown-ups. */
export async function globalData(
  deps: Deps,
  language: Language,
  maxAge: number | null,
): Promise<GlobalData> {
  const query = prepared(deps.db, 'links of the menus', db =>
    db.select().from(globalLinks).orderBy(asc(globalLinks.position), asc(globalLinks.id)),
  )
  const isOfChild = maxAge !== null
  const [categories, links, counts] = await Promise.all([
    allCategories(deps),
    isOfChild ? [] : query.execute(),
    isOfChild ? categoryCounts(deps, maxAge) : null,
  ])
  return {
    categories: categories
      .filter(
        ({ id, type, isListed }) => type === 'genre' && isListed && (!counts || counts.has(id)),
      )
      .map(row => ({
        type: row.type,
        id: row.id,
        title: textOf(row, 'title', language),
        short_id: row.id,
        slug: textOf(row, 'slug', language),
      })),
    links: links.map(row => ({
      id: row.id,
      display_title: textOf(row, 'title', language),
      configuration: {
        navigation_type: row.navigationType,
        url: row.url,
        category_id: row.categoryId,
        sort_order: row.sortOrder,
      },
    })),
  }
}
