import { and, eq, isNull, or } from 'drizzle-orm'
import type { Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { refuseAboveBand } from '../catalogue/age.ts'
import { textOf } from '../catalogue/card.ts'
import { totalsOf } from '../checkout/pricing.ts'
import { reductionOf, usableVoucher, type Voucher } from '../checkout/vouchers.ts'
import { contents } from '../db/schema/catalogue.ts'
import { cinemaTickets } from '../db/schema/checkout.ts'
import type { Deps, Viewer } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'

export type TicketQuote = {
  contentId: string
  hours: number
  titleFa: string
  titleEn: string
  totals: Totals
  voucher: Voucher | null
}
type Question = { id: string; code: string | undefined; viewer: Viewer; language: Language }

/**
 * What a ticket costs this user now. `id` is the title's id, or its public one.
 * @throws Refusal not_found, content_is_age_restricted, conflict (has one already), invalid_voucher, voucher_used
 */
export async function quoteTicket(deps: Deps, question: Question): Promise<TicketQuote> {
  const { id, code, viewer, language } = question
  const { userId } = viewer
  const [film] = await deps.db
    .select()
    .from(contents)
    .where(and(or(eq(contents.id, id), eq(contents.shortId, id)), isNull(contents.removedAt)))
  if (film?.ticketPrice == null || film.ticketHours === null) throw new Refusal('not_found')
  if (film.flags.includes('coming_soon')) throw new Refusal('not_found')
  refuseAboveBand(film.ageLimit, viewer)
  if (await hasTicket(deps, userId, film.id))
    throw new Refusal('conflict', { message: getT(language)('cinema.ticket.owned') })
  const voucher = code ? await usableVoucher(deps, code, { userId, tries: userId }) : null
  if (voucher && (voucher.kind === 'gift' || voucher.packageId !== null))
    throw new Refusal('invalid_voucher', { errors: { discountCode: 'errors.invalid_voucher' } })
  return {
    contentId: film.id,
    hours: film.ticketHours,
    titleFa: textOf(film, 'title', 'fa') ?? '',
    titleEn: textOf(film, 'title', 'en') ?? '',
    totals: totalsOf(film.ticketPrice, 0, voucher && reductionOf(voucher)),
    voucher,
  }
}

async function hasTicket(deps: Deps, userId: string, contentId: string): Promise<boolean> {
  const open = await deps.db
    .select({ expiresAt: cinemaTickets.expiresAt })
    .from(cinemaTickets)
    .where(
      and(
        eq(cinemaTickets.userId, userId),
        eq(cinemaTickets.contentId, contentId),
        isNull(cinemaTickets.endedAt),
      ),
    )
  const now = deps.now()
  return open.some(({ expiresAt }) => expiresAt === null || expiresAt > now)
}
