// The route to which a bank sends the browser back, by GET or by a cross-site POST. The address names the payment and proves that we gave
// it to the bank; other fields are not trusted. The service asks the bank itself and redirects to a page that only reads.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ServiceEnv } from '../../platform/http/router.ts'
import {
  readCallbackFields,
  redirectOnError,
  redirectToPage,
  takeBankReturn,
  UNKNOWN_PAYMENT,
} from './bank-return.ts'
import { adoptAuthority } from './begin-payment.ts'
import { paymentOfNonce } from './callback-address.ts'
import { cardGateways } from './gateways.ts'
import { findPaymentRow, type PaymentRow } from './payments.queries.ts'
import { endPayment, inquireAtBank, settlePayment } from './payments.ts'

export function callbackRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  // A request without a nonce belongs to no payment.
  app.on(['GET', 'POST'], '/payments/:gateway/callback', c => redirectToPage(c, UNKNOWN_PAYMENT))
  const lead = redirectOnError(deps, async c => {
    const gateway = cardGateways(deps).find(({ id }) => id === c.req.param('gateway'))
    const id = gateway && paymentOfNonce(deps, gateway.id, c.req.param('nonce') ?? '')
    if (!id) return redirectToPage(c, UNKNOWN_PAYMENT)
    const { authority, claimsPaid } = gateway.readCallback(await readCallbackFields(c))
    const row = await paymentOf(deps, { id, gateway: gateway.id, authority })
    if (!row) return redirectToPage(c, UNKNOWN_PAYMENT)
    await deps.failpoint?.('callback:received')
    const known = (await takeBankReturn(deps, c)) ? await settled(deps, row, claimsPaid) : row
    return redirectToPage(c, paymentResultPath(known, claimsPaid))
  })
  app.on(['GET', 'POST'], '/payments/:gateway/callback/:nonce', lead)
  return app
}

type Named = { id: string; gateway: string; authority: string | null }

/** Finds the payment of a nonce. An authority in the callback must be that of the payment. */
async function paymentOf(deps: Deps, { id, gateway, authority }: Named) {
  const row = await findPaymentRow(deps.db, id)
  if (row?.gateway !== gateway) return null
  if (row.authority !== null) return authority === null || authority === row.authority ? row : null
  // The bank received our request but its answer was lost, so the callback is the first to name the authority.
  return authority === null || (await adoptAuthority(deps, id, authority))
    ? findPaymentRow(deps.db, id)
    : null
}

/** Does not trust a callback that reports no payment either: the payment stays open until the bank confirms it. */
async function settled(deps: Deps, row: PaymentRow, claimsPaid: boolean): Promise<PaymentRow> {
  if (row.state === 'paid' || row.state === 'reversed' || row.authority === null) return row
  if (claimsPaid) return (await settlePayment(deps, row.id)) ?? row
  const known = await inquireAtBank(deps, row)
  if (known === 'paid' || known === 'verified') return (await settlePayment(deps, row.id)) ?? row
  if (known !== 'failed' && known !== 'reversed') return row
  return row.state === 'redirected' ? endPayment(deps, row.id, 'failed', 'cancelled') : row
}

/** Returns the page that shows the result of a payment; the page reads the payment as its owner. */
function paymentResultPath(row: PaymentRow, claimsPaid: boolean): string {
  const isDone = row.state === 'paid' && row.kind !== 'ticket'
  const path = `${isDone ? '/packages/successPayment' : '/payment'}?id=${row.id}`
  const isOpen = row.state === 'redirected' && !claimsPaid
  return localPath(isOpen ? `${path}&returned=unpaid` : path, row.language)
}
