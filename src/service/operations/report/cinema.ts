/** Reports cinema tickets by title. */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { cinemaTickets } from '../../platform/db/schema/entitlements.ts'
import { MONEY_COLUMNS, moneyCells, sumLedger } from './ledger-sums.queries.ts'
import { type MakeSection, type ReportDeps, sumColumns } from './section.ts'

export const cinemaSection: MakeSection = async (deps, period) => {
  const key = sql<string>`${payments.contentId}`
  const found = await sumLedger(deps.db, period, key, eq(payments.kind, 'ticket'))
  const titles = await titlesOf(
    deps,
    found.map(row => row.key ?? ''),
  )
  const played = await playedOf(deps, period)
  const rows = found.map(row => [
    row.key,
    titles.get(row.key ?? '') ?? null,
    played.get(row.key ?? '') ?? 0,
    ...moneyCells(row),
  ])
  return {
    name: 'cinema',
    title: 'Cinema tickets by title',
    columns: ['title id', 'title', 'played', ...MONEY_COLUMNS],
    rows,
    total: sumColumns(rows, 'all'),
  }
}

async function titlesOf({ db }: ReportDeps, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(contents).where(inArray(contents.id, ids))
  return new Map(rows.map(row => [row.id, translatedText(row, 'title', DEFAULT_LANGUAGE)]))
}

/** Counts the tickets that were first played in the period. */
async function playedOf({ db }: ReportDeps, { from, to }: { from: Date; to: Date }) {
  const { contentId, firstPlayedAt } = cinemaTickets
  const rows = await db
    .select({ contentId, played: sql<number>`count(*)`.mapWith(Number) })
    .from(cinemaTickets)
    .where(and(gte(firstPlayedAt, from), lt(firstPlayedAt, to)))
    .groupBy(contentId)
  return new Map(rows.map(row => [row.contentId, row.played]))
}
