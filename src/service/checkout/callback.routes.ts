// Where a bank sends the browser back, by GET or by a POST from its own site. Nothing in it is believed but an
// authority to look up; the bank itself is asked, and the reply leads to a page that only reads.
import { Hono } from 'hono'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Deps } from '../deps.ts'
import type { ServiceEnv } from '../http/router.ts'
import { fieldsOf, seeOther } from './bank-return.ts'
import { cardGateways } from './gateways.ts'
import { endPayment, settle } from './payments.ts'
import { findByAuthority, type TransactionRow } from './transactions.queries.ts'

const CALLBACKS = { points: 120, seconds: 60 }

export function callbackRoutes(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.on(['GET', 'POST'], '/payments/:gateway/callback', async c => {
    await deps.limits.volume('callback', c.env?.address ?? '', CALLBACKS)
    const gateway = cardGateways(deps).find(({ id }) => id === c.req.param('gateway'))
    const { authority, claimsPaid } = gateway?.readCallback(await fieldsOf(c)) ?? {
      authority: null,
      claimsPaid: false,
    }
    const row = gateway && authority && (await findByAuthority(deps.db, gateway.id, authority))
    if (!row) return seeOther(c, '/payment?status=unknown')
    await deps.reach?.('callback:received')
    return seeOther(c, resultPath(await settled(deps, row, claimsPaid)))
  })
  return app
}

/** Who cancelled at the bank is believed, unless the bank knows better when the reconciliation asks it. */
async function settled(deps: Deps, row: TransactionRow, claimsPaid: boolean) {
  if (row.state === 'paid' || row.state === 'reversed') return row
  if (claimsPaid) return (await settle(deps, row.id)) ?? row
  if (row.state !== 'redirected') return row
  const known = await bankStateOf(deps, row)
  if (known === 'paid' || known === 'verified') return (await settle(deps, row.id)) ?? row
  return endPayment(deps, row.id, 'failed', 'cancelled')
}

async function bankStateOf(deps: Deps, { gateway, authority }: TransactionRow) {
  const found = cardGateways(deps).find(({ id }) => id === gateway)
  return found?.inquire(authority ?? '').catch(() => 'unknown' as const)
}

/** The page that shows how a payment ended; it asks for the payment itself, as its owner. */
export function resultPath(row: TransactionRow): string {
  const isDone = row.state === 'paid' && row.kind !== 'ticket'
  return localPath(`${isDone ? '/packages/successPayment' : '/payment'}?id=${row.id}`, row.language)
}
