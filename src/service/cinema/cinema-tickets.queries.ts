import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import type { Language } from '#src/contract/fields.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { maxAgeOfViewer, withinAge } from '../access/age-rating.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { contents } from '../db/schema/contents.ts'
import { cinemaTickets } from '../db/schema/entitlements.ts'
import type { Deps, Viewer } from '../deps.ts'

type TicketRow = typeof cinemaTickets.$inferSelect
type Asked = { viewer: Viewer; language: Language; offset: number; count: number }

/** The tickets of a user for titles within the profile's maxAge, the newest first. */
export async function cinemaTicketsOf(deps: Deps, { viewer, language, offset, count }: Asked) {
  const maxAge = maxAgeOfViewer(viewer)
  const mine = and(eq(cinemaTickets.userId, viewer.userId), isOfBand(deps, maxAge))
  const rows = await deps.db
    .select()
    .from(cinemaTickets)
    .where(mine)
    .orderBy(desc(cinemaTickets.createdAt), desc(cinemaTickets.id))
    .offset(offset)
    .limit(count)
  const ids = [...new Set(rows.map(({ contentId }) => contentId))]
  const cards = new Map((await loadCards(deps, ids, language, maxAge)).map(card => [card.id, card]))
  const items = rows.flatMap(row => {
    const content = cards.get(row.contentId)
    return content ? [{ ...toCinemaTicket(row, deps.now()), content }] : []
  })
  return { items, total: await deps.db.$count(cinemaTickets, mine), offset, count }
}

function isOfBand({ db }: Deps, maxAge: number | null) {
  if (maxAge === null) return undefined
  const suitable = db.select({ id: contents.id }).from(contents).where(withinAge(maxAge))
  return inArray(cinemaTickets.contentId, suitable)
}

function toCinemaTicket(row: TicketRow, now: Date): Omit<CinemaTicket, 'content'> {
  return {
    id: row.id,
    bought_at: toWire(row.createdAt),
    first_played_at: row.firstPlayedAt && toWire(row.firstPlayedAt),
    expires_at: row.expiresAt && toWire(row.expiresAt),
    valid_hours: row.hours,
    status: ticketStatus(row, now),
  }
}

/** Unused until its first play; then it runs for its hours. */
export function ticketStatus(
  { expiresAt, endedAt }: Pick<TicketRow, 'expiresAt' | 'endedAt'>,
  now: Date,
): CinemaTicket['status'] {
  if (endedAt !== null || (expiresAt !== null && expiresAt <= now)) return 'ended'
  return expiresAt === null ? 'unused' : 'running'
}
