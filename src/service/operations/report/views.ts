/** Reports views and hours by title; episodes count towards their series. */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { contentWatchDays } from '../../platform/db/schema/player.ts'
import { type MakeSection, sumColumns } from './section.ts'

export const viewsSection: MakeSection = async ({ db }, { from, to }) => {
  const { day } = contentWatchDays
  const id = sql<string>`coalesce(${contents.seriesId}, ${contents.id})`
  const number = (value: ReturnType<typeof sql>) => sql<number>`${value}`.mapWith(Number)
  const count = number(sql`sum(${contentWatchDays.views})`)
  const found = await db
    .select({
      id,
      views: count,
      hours: number(sql`round(sum(${contentWatchDays.seconds}) / 3600.0, 1)`),
    })
    .from(contentWatchDays)
    .innerJoin(contents, eq(contents.id, contentWatchDays.contentId))
    .where(and(gte(day, toWire(from).slice(0, 10)), lt(day, toWire(to).slice(0, 10))))
    .groupBy(id)
    .orderBy(sql`${count} desc`, id)
  const ids = found.map(row => row.id)
  const titles = await db.select().from(contents).where(inArray(contents.id, ids))
  const byId = new Map(titles.map(row => [row.id, row]))
  const rows = found.map(({ id, views, hours }) => {
    const row = byId.get(id)
    return [
      row?.externalId ?? id,
      row ? translatedText(row, 'title', DEFAULT_LANGUAGE) : null,
      views,
      hours,
    ]
  })
  return {
    name: 'titles',
    title: 'Views and hours by title',
    columns: ['title id', 'title', 'views', 'hours'],
    rows,
    total: sumColumns(rows, 'all'),
  }
}
