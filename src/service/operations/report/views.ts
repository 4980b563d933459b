/** Reports views and hours by title; episodes count towards their series. */
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { translatedText, translationColumns } from '../../platform/db/localized.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { contentWatchDays } from '../../platform/db/schema/player.ts'
import { type MakeSection, sumColumns } from './section.ts'

export const viewsSection: MakeSection = async ({ db }, { from, to }) => {
  const { day } = contentWatchDays
  const id = sql<string>`coalesce(${contents.seriesId}, ${contents.id})`
  const watched = db
    .select({
      id: id.as('title_id'),
      views: sql<number>`sum(${contentWatchDays.views})`.mapWith(Number).as('views'),
      hours: sql<number>`round(sum(${contentWatchDays.seconds}) / 3600.0, 1)`
        .mapWith(Number)
        .as('hours'),
    })
    .from(contentWatchDays)
    .innerJoin(contents, eq(contents.id, contentWatchDays.contentId))
    .where(and(gte(day, toWire(from).slice(0, 10)), lt(day, toWire(to).slice(0, 10))))
    .groupBy(id)
    .as('watched')
  // The database joins the titles: a query with their ids would exceed the number of its values.
  const found = await db
    .select({
      id: watched.id,
      externalId: contents.externalId,
      ...translationColumns(contents, 'title'),
      views: watched.views,
      hours: watched.hours,
    })
    .from(watched)
    .innerJoin(contents, eq(contents.id, watched.id))
    .orderBy(desc(watched.views), asc(watched.id))
  const rows = found.map(row => [
    row.externalId ?? row.id,
    translatedText(row, 'title', DEFAULT_LANGUAGE),
    row.views,
    row.hours,
  ])
  return {
    name: 'titles',
    title: 'Views and hours by title',
    columns: ['title id', 'title', 'views', 'hours'],
    rows,
    total: sumColumns(rows, 'all'),
  }
}
