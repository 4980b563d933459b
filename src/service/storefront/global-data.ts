/** Data for the frame of every page: the system message, and the entries of the menus. */

import { and, asc, desc, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { GlobalData, SystemMessage } from '#src/contract/pages.ts'
import { listedCategories } from '../catalogue/titles/listed-categories.ts'
import { translatedText } from '../platform/db/localized.ts'
import { preparedQuery } from '../platform/db/prepared.ts'
import { globalLinks, systemMessages } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'

/** Returns the newest current message. */
export async function readSystemMessage(
  { db, now }: Deps,
  language: Language,
): Promise<SystemMessage | null> {
  const time = sql.placeholder('time')
  const query = preparedQuery(db, 'the message over the pages', handle =>
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
  const text = translatedText(row, 'text', language)
  return { text, type: row.type, is_dismissable: row.isDismissable }
}

/**
 * Returns the entries of the menus. A child gets genres that have titles for the age, and no links, because editors make links for adults.
 */
export async function readGlobalData(
  deps: Deps,
  language: Language,
  maxAge: number | null,
): Promise<GlobalData> {
  const query = preparedQuery(deps.db, 'links of the menus', db =>
    db.select().from(globalLinks).orderBy(asc(globalLinks.position), asc(globalLinks.id)),
  )
  const [categories, links] = await Promise.all([
    listedCategories(deps, maxAge),
    maxAge === null ? query.execute() : [],
  ])
  return {
    categories: categories
      .filter(({ type }) => type === 'genre')
      .map(row => ({
        type: row.type,
        id: row.id,
        title: translatedText(row, 'title', language),
        short_id: row.id,
        slug: translatedText(row, 'slug', language),
      })),
    links: links.map(row => ({
      id: row.id,
      display_title: translatedText(row, 'title', language),
      configuration: {
        navigation_type: row.navigationType,
        url: row.url,
        category_id: row.categoryId,
        sort_order: row.sortOrder,
      },
    })),
  }
}
