import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { callOtherNodes } from '../../platform/node-work.ts'
import { sendSms } from '../../platform/sms/send.ts'
import { runWorkerPool } from '../../platform/worker-pool.ts'
import { ensureCharge, ensureFirstCharge } from './charge-claims.ts'
import { runDueCharges } from './charges.ts'
import {
  activateContract,
  CANCEL_AT_BANK,
  type ContractRow,
  cancelAtBank,
  expireContracts,
  lockContract,
} from './contracts.ts'
import { notifyUpcomingDebit } from './messages.ts'

const CHARGE = 'direct-debit.charge'
const BATCH = 200
const AT_ONCE = 8
const ANNOUNCED_AT_ONCE = 2

/**
 * Notifies users whose debit is within a day, makes due debits, and expires contracts. Any number of nodes can run it. A part that fails
 * or waits for the bank does not stop the others.
 */
export async function renewContracts(deps: Deps): Promise<void> {
  const parts = { expireContracts, verifySigned, announceAndCharge }
  await Promise.all(
    Object.entries(parts).map(async ([part, work]) => {
      try {
        await work(deps)
      } catch (error) {
        deps.log.error({ err: error, part }, 'a part of the renewal failed')
      }
    }),
  )
}

async function announceAndCharge(deps: Deps): Promise<void> {
  await openFirstCharges(deps)
  await giveNotice(deps)
  await runDueCharges(deps, callOtherNodes(deps, CHARGE))
}

/** Resumes callbacks that stopped between signing and verifying. */
async function verifySigned(deps: Deps): Promise<void> {
  const signed = await deps.db
    .select()
    .from(ddContracts)
    .where(and(eq(ddContracts.state, 'waiting'), isNotNull(ddContracts.authorizationId)))
    .limit(BATCH)
  await runWorkerPool(
    async () => signed.splice(0),
    async contract => void (await activateContract(deps, contract, contract.authorizationId ?? '')),
    { concurrency: AT_ONCE, isOver: () => deps.providers.isPaused('vandar') },
  )
}

/** Resumes callbacks that stopped between verifying and the first debit. */
async function openFirstCharges(deps: Deps): Promise<void> {
  const activated = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .leftJoin(ddCharges, eq(ddCharges.contractId, ddContracts.id))
    .where(and(eq(ddContracts.state, 'active'), eq(ddContracts.period, 0), isNull(ddCharges.id)))
    .limit(BATCH)
  for (const { id } of activated) await ensureFirstCharge(deps, id)
}

async function giveNotice(deps: Deps): Promise<void> {
  await runWorkerPool(
    () => unannounced(deps),
    id => inTransaction(deps.db, tx => noticeOf(deps, tx, id)),
    { concurrency: ANNOUNCED_AT_ONCE },
  )
}

async function unannounced(deps: Deps): Promise<string[]> {
  const now = await deps.databaseNow(deps.db)
  const horizon = new Date(now.getTime() + DIRECT_DEBIT.noticeHours * HOUR_MS)
  const soon = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .leftJoin(
      ddCharges,
      and(
        eq(ddCharges.contractId, ddContracts.id),
        eq(ddCharges.period, sql`${ddContracts.period} + 1`),
      ),
    )
    .where(
      and(
        eq(ddContracts.state, 'active'),
        lte(ddContracts.nextChargeAt, horizon),
        isNull(ddCharges.noticedAt),
      ),
    )
    .limit(BATCH)
  return soon.map(({ id }) => id)
}

async function noticeOf(deps: Deps, tx: Tx, id: string): Promise<void> {
  const contract = await lockContract(tx, id)
  const now = await deps.databaseNow(tx)
  if (contract.state !== 'active' || !contract.nextChargeAt) return
  const charge = await ensureCharge(tx, contract, contract.nextChargeAt, now)
  const [noticed] = await tx
    .update(ddCharges)
    .set({ noticedAt: now, updatedAt: now })
    .where(and(eq(ddCharges.id, charge.id), isNull(ddCharges.noticedAt)))
    .returning()
  if (noticed && (await wantsReminders(tx, contract)))
    await notifyUpcomingDebit(deps, tx, contract, noticed)
}

async function wantsReminders(tx: Tx, { userId }: ContractRow): Promise<boolean> {
  const [user] = await tx
    .select({ wants: users.wantsReminders })
    .from(users)
    .where(eq(users.id, userId))
  return user?.wants ?? false
}

export function registerDirectDebitJobs(deps: Deps): void {
  deps.jobs.define('direct-debit.renew', async () => renewContracts(deps), {
    cron: '* * * * *',
    retries: 0,
  })
  deps.jobs.define(CHARGE, async () => runDueCharges(deps), { retries: 0 })
  deps.jobs.define<{ id: string }>(
    CANCEL_AT_BANK,
    async ({ data }) => cancelAtBank(deps, data.id),
    {
      // Repeats for days, because a bank that does not know of the end continues to allow debits.
      retries: 1_000,
      retryDelaySeconds: 30,
      concurrency: 4,
    },
  )
  // The previous release enqueued this job; without a handler it would wait forever.
  deps.jobs.define<{ to: string; kind: string; text: string }>(
    'direct-debit.sms',
    async ({ data }) => sendSms(deps, data),
    { retries: 5, concurrency: 4 },
  )
}
