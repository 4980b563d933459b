import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import type { Language } from '#src/contract/fields.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { isWithinAge } from '../../accounts/access/age-rating.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { cinemaTickets } from '../../platform/db/schema/entitlements.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'

type TicketRow = typeof cinemaTickets.$inferSelect
type Asked = { viewer: Viewer; language: Language; offset: number; count: number }

/** Returns the tickets of a user for titles within the profile's maxAge, the newest first. */
export async function cinemaTicketPage(deps: Deps, { viewer, language, offset, count }: Asked) {
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
  const suitable = db.select({ id: contents.id }).from(contents).where(isWithinAge(maxAge))
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

/** Returns the status: unused until the first play, then valid for its hours. */
function ticketStatus(
  { expiresAt, endedAt }: Pick<TicketRow, 'expiresAt' | 'endedAt'>,
  now: Date,
): CinemaTicket['status'] {
  if (endedAt !== null || (expiresAt !== null && expiresAt <= now)) return 'ended'
  return expiresAt === null ? 'unused' : 'running'
}
