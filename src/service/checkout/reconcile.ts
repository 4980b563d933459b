// Finds what the bank knows and we don't: people who closed the window, callbacks that were lost, crashes in the
// middle, pages that were paid after their invoice had ended. Runs every minute; every payment is settled or given back
// within RECONCILE_MINUTES of the moment at which its bank calls it paid.
import { and, eq, notInArray } from 'drizzle-orm'
import { type BankState, type CardGateway, GatewayError } from '../adapters/payments/gateway.ts'
import { isPause, workThrough } from '../adapters/provider-work.ts'
import { transactions } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import { runWorkerPool } from '../worker-pool.ts'
import {
  claimPayments,
  claimRefunds,
  releasePayments,
  releaseRefunds,
  unpaidInvoices,
  unsettledOf,
} from './due.queries.ts'
import { cardGateways, gatewayOf } from './gateways.ts'
import { inquiryInterval, isPastBankDeadline, isPastGrace } from './inquiry-schedule.ts'
import { endPayment, settle } from './payments.ts'
import { sendRefund } from './refunds.ts'
import { findTransaction, SETTLED_STATES, type TransactionRow } from './transactions.queries.ts'

/** Calls to one gateway at a time: at 300 ms a call and two or three of them a payment, 26 payments a second. */
const CONCURRENCY = 24
/** A run ends before the next one begins; what it leaves stays due. */
const LONGEST_MS = 50_000

/** Every gateway by itself, so that one that hangs holds up none of another's. */
export async function reconcile(deps: Deps): Promise<void> {
  const time = AbortSignal.timeout(LONGEST_MS)
  const gateways = cardGateways(deps)
  await Promise.all([
    guarded(deps, 'invoices', async () => expireInvoices(deps)),
    ...gateways.map(gateway => reconcileGateway(deps, gateway, time).catch(ignorePause)),
  ])
}

async function reconcileGateway(deps: Deps, gateway: CardGateway, time: AbortSignal) {
  const { id } = gateway
  // A bank that gives no answers is left alone until the next run.
  const isOver = () => time.aborted || deps.providers.isPaused(id)
  const shared = { concurrency: CONCURRENCY, isOver }
  await guarded(deps, id, async () => {
    await workThrough(deps.providers, id, {
      ...shared,
      claim: limit => claimPayments(deps, id, limit),
      work: row => guarded(deps, row.id, () => checkStatus(deps, row)),
      giveBack: rows => releasePayments(deps, rows),
    })
    const missed = isOver() ? [] : await listed(deps, gateway)
    await runWorkerPool(
      async () => missed.splice(0),
      transaction => guarded(deps, transaction, () => settle(deps, transaction)),
      shared,
    )
    await workThrough(deps.providers, id, {
      ...shared,
      claim: limit => claimRefunds(deps, id, limit),
      work: refund => guarded(deps, refund.id, () => sendRefund(deps, refund)),
      giveBack: rows => releaseRefunds(deps, rows),
    })
  })
}

/** What the bank itself lists as paid and not verified, where it lists anything. */
async function listed(deps: Deps, gateway: CardGateway): Promise<string[]> {
  const authorities = await gateway.listUnverified().catch((error: unknown) => {
    if (error instanceof GatewayError) return []
    throw error
  })
  return unsettledOf(deps, gateway.id, authorities)
}

async function expireInvoices(deps: Deps): Promise<void> {
  await runWorkerPool(
    async () => unpaidInvoices(deps),
    async id => void (await endPayment(deps, id, 'expired', 'expired')),
    { concurrency: 2 },
  )
}

/** One payment that cannot be settled now never holds up the others. @throws only that its bank is paused */
async function guarded(deps: Deps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPause(error)) throw error
    if (!(error instanceof GatewayError)) deps.log.error({ err: error, what }, 'reconciliation')
  }
}

function ignorePause(error: unknown): void {
  if (!isPause(error)) throw error
}

/** How often one payment is asked about because somebody looks at its page. */
const ON_REQUEST = 5_000

/**
 * Somebody waits at the page of this payment without having come back from the bank: it is asked about at once, and
 * then every five seconds, however often the page asks. False when there was nothing to ask.
 */
export async function checkStatusOnRequest(deps: Deps, id: string): Promise<boolean> {
  const row = await findTransaction(deps.db, id)
  if (!row?.authority || !row.checkAt || !ON_REQUEST_STATES.has(row.state)) return false
  const now = await deps.databaseNow(deps.db)
  const next = now.getTime() + inquiryInterval(row, now)
  if (row.checkAt.getTime() > next - ON_REQUEST) return false
  const claimed = await deps.db
    .update(transactions)
    .set({ checkAt: new Date(next) })
    .where(and(eq(transactions.id, id), eq(transactions.checkAt, row.checkAt)))
    .returning({ id: transactions.id })
  if (claimed.length === 0) return false
  await guarded(deps, id, async () => checkStatus(deps, row)).catch(ignorePause)
  return true
}
const ON_REQUEST_STATES: ReadonlySet<string> = new Set(['redirected', 'failed', 'expired'])

/** @throws GatewayError when the bank gives no answer */
async function checkStatus(deps: Deps, row: TransactionRow): Promise<void> {
  await applyStatus(deps, row, await gatewayOf(deps, row.gateway).inquire(row.authority ?? ''))
}

/** Does what the bank's word asks for, with a payment that is not settled. */
export async function applyStatus(
  deps: Deps,
  row: TransactionRow,
  known: BankState,
): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const next = nextStep(row, known, now)
  if (next === 'settle') await settle(deps, row.id)
  else if (next === 'wait') await scheduleInquiry(deps, row, inquiryInterval(row, now))
  else if (next === 'over') {
    if (known === 'unknown') deps.log.error({ transaction: row.id }, 'the bank never told the end')
    await scheduleInquiry(deps, row, null)
  } else await endPayment(deps, row.id, next, next === 'failed' ? 'bank' : 'expired')
}

type CheckedPayment = Pick<
  TransactionRow,
  'state' | 'expiresAt' | 'gateway' | 'authority' | 'redirectedAt'
>

/** What the bank's word on a payment asks for. `over`: it has no more to say. */
export function nextStep(
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
  { id }: TransactionRow,
  pause: number | null,
): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const checkAt = pause === null ? null : new Date(now.getTime() + pause)
  await deps.db
    .update(transactions)
    .set({ checkAt })
    .where(
      and(
        eq(transactions.id, id),
        notInArray(transactions.state, [...SETTLED_STATES, 'verifying', 'needs_review']),
      ),
    )
}
