import type { Hono } from 'hono'
import {
  buyCinemaTicket,
  getCinemaInvoice,
  getCinemaTransaction,
  listCinemaGateways,
  listCinemaTickets,
} from '#src/contract/endpoints/cinema.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { beginPayment } from '../../commerce/checkout/begin-payment.ts'
import { siteOriginOf } from '../../commerce/checkout/callback-address.ts'
import { cardGateways, toGateway } from '../../commerce/checkout/gateways.ts'
import { createInvoice } from '../../commerce/checkout/invoices.ts'
import {
  findOwnPayment,
  invoiceOf,
  type PaymentRow,
} from '../../commerce/checkout/payments.queries.ts'
import { checkStatusOnRequest } from '../../commerce/checkout/reconcile.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import { quoteTicket } from './cinema-ticket-quote.ts'
import { cinemaTicketPage } from './cinema-tickets.queries.ts'

export function cinemaRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)

  on(getCinemaInvoice)(async ({ params, query, viewer, address, language }) => {
    const question = { id: params.id, code: query.discountCode, viewer, address, language }
    const order = await quoteTicket(deps, question)
    const [content] = await loadCards(deps, [order.contentId], language)
    if (!content) throw new ApiError('not_found')
    const code = order.voucher?.code ?? null
    return {
      content,
      invoice: invoiceOf(order.totals, { title: content.title, code, language }),
      ticket: { valid_hours: order.hours },
    }
  })

  on(listCinemaGateways)(async ({ language }) => ({
    gateways: cardGateways(deps).map(gateway => toGateway(gateway, language)),
  }))

  on(buyCinemaTicket)(
    async ({ params, body, viewer, address, language, header, storeResponse }) => {
      const { userId } = viewer
      const question = { id: params.id, code: body.discountCode, viewer, address, language }
      const order = await quoteTicket(deps, question)
      const gateway = cardGateways(deps).find(({ id }) => id === body.gateway_id)
      if (!gateway && order.totals.total > 0)
        throw new ApiError('validation_error', { errors: { gateway_id: 'validation.invalid' } })
      const { contentId, hours, totals, voucher } = order
      const invoice = {
        userId,
        language,
        ...translationColumns(order, 'title'),
        totals,
        voucher,
        gateway: gateway?.id ?? null,
        subject: {
          kind: 'ticket' as const,
          contentId,
          ticketHours: hours,
          referralToken: body.referalToken ?? null,
        },
      }
      const free = (row: PaymentRow) => ({ transaction_id: row.id, redirect_url: null })
      const row = await createInvoice(deps, invoice, async (tx, made) => {
        if (made.state !== 'created') await storeResponse(tx, free(made))
      })
      if (row.state !== 'created') return free(row)
      const siteOrigin = siteOriginOf(deps, header('site-origin'))
      const redirect_url = await beginPayment(deps, row.id, { userId, siteOrigin, language })
      return { transaction_id: row.id, redirect_url }
    },
  )

  on(getCinemaTransaction)(async ({ params, viewer, language }) => {
    const own = async () => findOwnPayment(deps.db, params.id, viewer.userId, language)
    const found = await own()
    if (found?.kind !== 'ticket') throw new ApiError('not_found')
    return (await checkStatusOnRequest(deps, params.id)) ? ((await own()) ?? found) : found
  })

  on(listCinemaTickets)(async ({ query, viewer, language }) =>
    cinemaTicketPage(deps, { viewer, language, ...query }),
  )
  return app
}
