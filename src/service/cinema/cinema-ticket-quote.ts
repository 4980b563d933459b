import { eq, or } from 'drizzle-orm'
import type { Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { requireAccess } from '../access/access.ts'
import { totalsOf } from '../checkout/pricing.ts'
import { reductionOf, usableVoucher, type Voucher } from '../checkout/vouchers.ts'
import { type LocalizedColumns, localizedColumns, textOf } from '../db/localized.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'

export type CinemaTicketQuote = LocalizedColumns<'title'> & {
  contentId: string
  hours: number
  totals: Totals
  voucher: Voucher | null
}
type Question = {
  id: string
  code: string | undefined
  viewer: Viewer
  address: string
  language: Language
}

/**
 * What a ticket costs this user now. `id` is the title's id, or its public one.
 * @throws ApiError not_found, that of a reason not to buy it, invalid_voucher, voucher_used
 */
export async function quoteTicket(deps: Deps, question: Question): Promise<CinemaTicketQuote> {
  const { id, code, viewer, address, language } = question
  const { userId } = viewer
  const [film] = await deps.db
    .select()
    .from(contents)
    .where(or(eq(contents.id, id), eq(contents.shortId, id)))
  if (!film) throw new ApiError('not_found')
  await requireAccess(deps, film.id, 'buy', { viewer, address, language })
  if (film.ticketPrice === null || film.ticketHours === null) throw new ApiError('not_found')
  const voucher = code ? await usableVoucher(deps, code, { userId, tries: userId }) : null
  if (voucher && (voucher.kind === 'gift' || voucher.packageId !== null))
    throw new ApiError('invalid_voucher', { errors: { discountCode: 'errors.invalid_voucher' } })
  return {
    contentId: film.id,
    hours: film.ticketHours,
    ...localizedColumns('title', language => textOf(film, 'title', language) ?? ''),
    totals: totalsOf(film.ticketPrice, 0, voucher && reductionOf(voucher)),
    voucher,
  }
}
