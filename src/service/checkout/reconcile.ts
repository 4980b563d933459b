// Finds what the bank knows and we don't: people who closed the window, callbacks that were lost, crashes in the
// middle. Runs every minute; every payment is settled or given back within RECONCILE_MINUTES.
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { BankState } from '../adapters/payments/gateway.ts'
import { GatewayFault } from '../adapters/payments/gateway.ts'
import { transactions } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import { cardGateways, gatewayOf } from './gateways.ts'
import { endPayment, settle } from './payments.ts'
import { dueRefunds, sendRefund } from './refunds.ts'
import { findByAuthority, OPEN_STATES, type TransactionRow } from './transactions.queries.ts'

const BATCH = 200
const LOOK_AGAIN = 2 * 60_000
/** A bank's page outlives the invoice a little. */
const GRACE = 15 * 60_000

export async function reconcile(deps: Deps): Promise<void> {
  for (const row of await dueTransactions(deps)) await guarded(deps, row.id, () => look(deps, row))
  for (const gateway of cardGateways(deps))
    await guarded(deps, gateway.id, async () => {
      for (const authority of await gateway.listUnverified()) {
        const row = await findByAuthority(deps.db, gateway.id, authority)
        if (row) await guarded(deps, row.id, () => settle(deps, row.id))
      }
    })
  for (const refund of await dueRefunds(deps.db, deps.now()))
    await guarded(deps, refund.id, () => sendRefund(deps, refund))
}

/** One payment that cannot be settled now never holds up the others. */
async function guarded(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GatewayFault)) deps.log.error({ err: error, what }, 'reconciliation')
  }
}

async function dueTransactions(deps: Deps): Promise<TransactionRow[]> {
  return deps.db
    .select()
    .from(transactions)
    .where(and(inArray(transactions.state, OPEN_STATES), lte(transactions.checkAt, deps.now())))
    .orderBy(asc(transactions.checkAt))
    .limit(BATCH)
}

/** How often one payment is asked about because somebody looks at its page. */
const ON_REQUEST = 5_000

/**
 * Somebody waits at the page of this payment without having come back from the bank: it is asked about at once, and
 * then every five seconds, however often the page asks.
 */
export async function lookOnRequest(deps: Deps, id: string): Promise<void> {
  const now = deps.now().getTime()
  const [row] = await deps.db
    .update(transactions)
    .set({ checkAt: new Date(now + LOOK_AGAIN) })
    .where(
      and(
        eq(transactions.id, id),
        eq(transactions.state, 'redirected'),
        lte(transactions.checkAt, new Date(now + LOOK_AGAIN - ON_REQUEST)),
      ),
    )
    .returning()
  if (row) await guarded(deps, id, () => look(deps, row))
}

async function look(deps: Deps, row: TransactionRow): Promise<void> {
  if (row.kind === 'direct_debit') return
  if (row.state === 'created' || !row.authority) {
    await endPayment(deps, row.id, 'expired', 'expired')
    return
  }
  const known = await gatewayOf(deps, row.gateway).inquire(row.authority)
  const next = nextStep(row, known, deps.now())
  if (next === 'settle') await settle(deps, row.id)
  else if (next === 'wait') await waitMore(deps, row)
  else await endPayment(deps, row.id, next, next === 'failed' ? 'bank' : 'expired')
}

/** What the bank's word on a payment asks for. */
export function nextStep(
  row: Pick<TransactionRow, 'state' | 'expiresAt'>,
  known: BankState,
  now: Date,
): 'settle' | 'wait' | 'failed' | 'expired' {
  if (known === 'paid' || known === 'verified') return 'settle'
  if (known === 'failed' || known === 'reversed') return 'failed'
  if (row.state !== 'redirected') return 'settle'
  return now.getTime() > row.expiresAt.getTime() + GRACE ? 'expired' : 'wait'
}

async function waitMore(deps: Deps, { id }: TransactionRow): Promise<void> {
  await deps.db
    .update(transactions)
    .set({ checkAt: new Date(deps.now().getTime() + LOOK_AGAIN) })
    .where(and(eq(transactions.id, id), eq(transactions.state, 'redirected')))
}
