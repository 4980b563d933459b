import { eq, or } from 'drizzle-orm'
import type { Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { requireAccess } from '../../accounts/access/access.ts'
import { computeTotals } from '../../commerce/checkout/pricing.ts'
import {
  reductionOf,
  requireUsableVoucher,
  type Voucher,
} from '../../commerce/checkout/vouchers.ts'
import {
  type LocalizedColumns,
  localizedColumns,
  translatedText,
} from '../../platform/db/localized.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'

type CinemaTicketQuote = LocalizedColumns<'title'> & {
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
 * Returns the current price of a ticket for this user. `id` is the title's internal or public id.
 * @throws ApiError not_found, the reason against a purchase, invalid_voucher, voucher_used
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
  const voucher = code
    ? await requireUsableVoucher(deps, code, { userId, tries: userId, field: 'discountCode' })
    : null
  if (voucher && (voucher.kind === 'gift' || voucher.packageId !== null))
    throw new ApiError('invalid_voucher', { errors: { discountCode: 'errors.invalid_voucher' } })
  return {
    contentId: film.id,
    hours: film.ticketHours,
    ...localizedColumns('title', language => translatedText(film, 'title', language) ?? ''),
    totals: computeTotals(film.ticketPrice, 0, voucher && reductionOf(voucher)),
    voucher,
  }
}
