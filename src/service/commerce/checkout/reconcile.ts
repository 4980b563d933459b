// Finds payments that the bank knows about and we do not: payers who closed the window, lost callbacks, crashes, pages that were paid after
// their invoice had ended. Runs every minute. Every payment is settled or refunded within RECONCILE_MINUTES of the moment at which its bank
// reports it as paid.
import { and, eq, notInArray } from 'drizzle-orm'
import {
  type BankState,
  type CardGateway,
  GatewayError,
} from '../../platform/adapters/payments/gateway.ts'
import { isProviderPause, processDueItems } from '../../platform/adapters/provider-work.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { runWorkerPool } from '../../platform/worker-pool.ts'
import {
  claimPayments,
  claimRefunds,
  listExpiredInvoices,
  listUnsettledPayments,
  releasePayments,
  releaseRefunds,
} from './due.queries.ts'
import { cardGateways, requireGateway } from './gateways.ts'
import { inquiryInterval, isPastBankDeadline, isPastGrace } from './inquiry-schedule.ts'
import { findPaymentRow, type PaymentRow, SETTLED_STATES } from './payments.queries.ts'
import { endPayment, settlePayment } from './payments.ts'
import { ignorePause, sendRefund } from './refunds.ts'

/** Concurrent requests to one gateway: 26 payments per second, at 300 ms per request and two or three requests per payment. */
const CONCURRENCY = 24
/** Time limit of a run, so that it ends before the next one starts; remaining rows stay due. */
const LONGEST_MS = 50_000

/** Reconciles the gateways independently, so that a slow one does not delay the others. */
export async function reconcilePayments(
  deps: Deps,
  onBacklog?: () => Promise<void>,
): Promise<void> {
  const time = AbortSignal.timeout(LONGEST_MS)
  const gateways = cardGateways(deps)
  await Promise.all([
    guarded(deps, 'invoices', async () => expireInvoices(deps)),
    ...gateways.map(gateway =>
      reconcileGateway(deps, gateway, { time, onBacklog }).catch(ignorePause),
    ),
  ])
}

async function reconcileGateway(
  deps: Deps,
  gateway: CardGateway,
  { time, onBacklog }: { time: AbortSignal; onBacklog: (() => Promise<void>) | undefined },
) {
  const { id } = gateway
  // A bank that does not answer is not asked again until the next run.
  const isOver = () => time.aborted || deps.providers.isPaused(id)
  const shared = { concurrency: CONCURRENCY, isOver }
  await guarded(deps, id, async () => {
    await processDueItems(deps.providers, id, {
      ...shared,
      onBacklog,
      claim: limit => claimPayments(deps, id, limit),
      work: row => guarded(deps, row.id, () => checkStatus(deps, row)),
      giveBack: rows => releasePayments(deps, rows),
    })
    const missed = isOver() ? [] : await listed(deps, gateway)
    await runWorkerPool(
      async () => missed.splice(0),
      payment => guarded(deps, payment, () => settlePayment(deps, payment)),
      shared,
    )
    await processDueItems(deps.providers, id, {
      ...shared,
      onBacklog,
      claim: limit => claimRefunds(deps, id, limit),
      work: refund => guarded(deps, refund.id, () => sendRefund(deps, refund)),
      giveBack: rows => releaseRefunds(deps, rows),
    })
  })
}

/** Returns our unsettled payments among those that the bank lists as paid but not verified, if it has such a list. */
async function listed(deps: Deps, gateway: CardGateway): Promise<string[]> {
  const authorities = await gateway.listUnverified().catch((error: unknown) => {
    if (error instanceof GatewayError) return []
    throw error
  })
  return listUnsettledPayments(deps, gateway.id, authorities)
}

async function expireInvoices(deps: Deps): Promise<void> {
  await runWorkerPool(
    async () => listExpiredInvoices(deps),
    async id => void (await endPayment(deps, id, 'expired', 'expired')),
    { concurrency: 2 },
  )
}

/** Keeps one payment that cannot be settled now from stopping the others. @throws only the pause of a bank */
async function guarded(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isProviderPause(error)) throw error
    if (!(error instanceof GatewayError))
      deps.log.error({ err: error, what }, 'reconciling a payment failed')
  }
}

/** Minimum pause between inquiries that a visitor's page triggers for one payment, in milliseconds. */
const ON_REQUEST = 5_000

/**
 * Asks the bank about a payment whose page a visitor has open without having returned from the bank: at once, and then at most every
 * five seconds, however often the page asks. Returns false if there was nothing to ask.
 */
export async function checkStatusOnRequest(deps: Deps, id: string): Promise<boolean> {
  const row = await findPaymentRow(deps.db, id)
  if (!row?.authority || !row.checkAt || !ON_REQUEST_STATES.has(row.state)) return false
  const now = await deps.databaseNow(deps.db)
  const next = now.getTime() + inquiryInterval(row, now)
  if (row.checkAt.getTime() > next - ON_REQUEST) return false
  const claimed = await deps.db
    .update(payments)
    .set({ checkAt: new Date(next) })
    .where(and(eq(payments.id, id), eq(payments.checkAt, row.checkAt)))
    .returning({ id: payments.id })
  if (claimed.length === 0) return false
  await guarded(deps, id, async () => checkStatus(deps, row)).catch(ignorePause)
  return true
}
const ON_REQUEST_STATES: ReadonlySet<string> = new Set(['redirected', 'failed', 'expired'])

/** @throws GatewayError if the bank gives no answer */
async function checkStatus(deps: Deps, row: PaymentRow): Promise<void> {
  await applyBankState(
    deps,
    row,
    await requireGateway(deps, row.gateway).inquire(row.authority ?? ''),
  )
}

/** Applies the bank's report to a payment that is not settled. */
export async function applyBankState(deps: Deps, row: PaymentRow, known: BankState): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const next = nextPaymentStep(row, known, now)
  if (next === 'settle') await settlePayment(deps, row.id)
  else if (next === 'wait') await scheduleInquiry(deps, row, inquiryInterval(row, now))
  else if (next === 'over') {
    if (known === 'unknown')
      deps.log.error({ payment: row.id }, 'the bank never reported a final state')
    await scheduleInquiry(deps, row, null)
  } else await endPayment(deps, row.id, next, next === 'failed' ? 'bank' : 'expired')
}

type CheckedPayment = Pick<
  PaymentRow,
  'state' | 'expiresAt' | 'gateway' | 'authority' | 'redirectedAt'
>

/** Returns the next step for a payment after the bank's report. `over`: the bank can no longer change it. */
export function nextPaymentStep(
  row: CheckedPayment,
  known: BankState,
  now: Date,
): 'settle' | 'wait' | 'failed' | 'expired' | 'over' {
  if (known === 'paid' || known === 'verified') return 'settle'
  if (row.state === 'failed' || row.state === 'expired') {
    const isOver = known === 'reversed' || isPastBankDeadline(row, now, known === 'unknown')
    return isOver ? 'over' : 'wait'
  }
  if (known === 'failed' || known === 'reversed') return 'failed'
  if (row.state !== 'redirected') return 'settle'
  return isPastGrace(row, now) ? 'expired' : 'wait'
}

async function scheduleInquiry(
  deps: Deps,
  { id }: PaymentRow,
  pause: number | null,
): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const checkAt = pause === null ? null : new Date(now.getTime() + pause)
  await deps.db
    .update(payments)
    .set({ checkAt })
    .where(
      and(
        eq(payments.id, id),
        notInArray(payments.state, [...SETTLED_STATES, 'verifying', 'needs_review']),
      ),
    )
}
