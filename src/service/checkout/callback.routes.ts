// Where a bank sends the browser back, by GET or by a POST from its own site. The address says which payment it is of
// and proves that the bank had it from us; nothing else in it is believed. The bank itself is asked, and the reply leads
// to a page that only reads.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Deps } from '../deps.ts'
import type { ServiceEnv } from '../http/router.ts'
import {
  callbackFields,
  leadingToPage,
  mayAskBank,
  seeOther,
  UNKNOWN_PAYMENT,
} from './bank-return.ts'
import { adoptAuthority } from './begin-payment.ts'
import { paymentOfNonce } from './callback-address.ts'
import { cardGateways } from './gateways.ts'
import { endPayment, inquire, settle } from './payments.ts'
import { findTransaction, type TransactionRow } from './transactions.queries.ts'

export function callbackRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  // Without a nonce it is of no payment.
  app.on(['GET', 'POST'], '/payments/:gateway/callback', c => seeOther(c, UNKNOWN_PAYMENT))
  const lead = leadingToPage(deps, async c => {
    const gateway = cardGateways(deps).find(({ id }) => id === c.req.param('gateway'))
    const id = gateway && paymentOfNonce(deps, gateway.id, c.req.param('nonce') ?? '')
    if (!id) return seeOther(c, UNKNOWN_PAYMENT)
    const { authority, claimsPaid } = gateway.readCallback(await callbackFields(c))
    const row = await paymentOf(deps, { id, gateway: gateway.id, authority })
    if (!row) return seeOther(c, UNKNOWN_PAYMENT)
    await deps.failpoint?.('callback:received')
    const known = (await mayAskBank(deps, c)) ? await settled(deps, row, claimsPaid) : row
    return seeOther(c, resultPath(known, claimsPaid))
  })
  app.on(['GET', 'POST'], '/payments/:gateway/callback/:nonce', lead)
  return app
}

type Named = { id: string; gateway: string; authority: string | null }

/** The payment of a nonce. An authority, where the bank says one, has to be its own. */
async function paymentOf(deps: Deps, { id, gateway, authority }: Named) {
  const row = await findTransaction(deps.db, id)
  if (row?.gateway !== gateway) return null
  if (row.authority !== null) return authority === null || authority === row.authority ? row : null
  // The bank had our request, and its answer never arrived: what it calls this payment is known by now.
  return authority === null || (await adoptAuthority(deps, id, authority))
    ? findTransaction(deps.db, id)
    : null
}

/** Who says that nothing was paid is not believed either: the payment stays open until its bank says so. */
async function settled(
  deps: Deps,
  row: TransactionRow,
  claimsPaid: boolean,
): Promise<TransactionRow> {
  if (row.state === 'paid' || row.state === 'reversed' || row.authority === null) return row
  if (claimsPaid) return (await settle(deps, row.id)) ?? row
  const known = await inquire(deps, row)
  if (known === 'paid' || known === 'verified') return (await settle(deps, row.id)) ?? row
  if (known !== 'failed' && known !== 'reversed') return row
  return row.state === 'redirected' ? endPayment(deps, row.id, 'failed', 'cancelled') : row
}

/** The page that shows how a payment ended; it asks for the payment itself, as its owner. */
export function resultPath(row: TransactionRow, claimsPaid: boolean): string {
  const isDone = row.state === 'paid' && row.kind !== 'ticket'
  const path = `${isDone ? '/packages/successPayment' : '/payment'}?id=${row.id}`
  const isOpen = row.state === 'redirected' && !claimsPaid
  return localPath(isOpen ? `${path}&returned=unpaid` : path, row.language)
}
