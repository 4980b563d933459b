import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { callOtherNodes } from '../node-work.ts'
import { sendSms } from '../sms/send.ts'
import { runWorkerPool } from '../worker-pool.ts'
import { chargeOf, firstCharge } from './charge-claims.ts'
import { chargeDue } from './charges.ts'
import {
  activateContract,
  CANCEL_AT_BANK,
  type ContractRow,
  cancelAtBank,
  expireContracts,
  lockContract,
} from './contracts.ts'
import { notifyUpcoming } from './messages.ts'

const CHARGE = 'direct-debit.charge'
const BATCH = 200
const AT_ONCE = 8
const ANNOUNCED_AT_ONCE = 2
const HOUR = 3_600_000

/**
 * Tells whose debit comes within a day, debits whose time has come, ends what is over. Any number of nodes may run it; a
 * part that fails or waits for the bank holds up no other.
 */
export async function renew(deps: Deps): Promise<void> {
  const parts = { expireContracts, verifySigned, announceAndCharge }
  await Promise.all(
    Object.entries(parts).map(async ([part, work]) => {
      try {
        await work(deps)
      } catch (error) {
        deps.log.error({ err: error, part }, 'renewal')
      }
    }),
  )
}

async function announceAndCharge(deps: Deps): Promise<void> {
  await openFirstCharges(deps)
  await giveNotice(deps)
  await callOtherNodes(deps, CHARGE)
  await chargeDue(deps)
}

/** Goes on where a callback was cut off between signing and verifying. */
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

/** Goes on where a callback was cut off between verifying and the first debit. */
async function openFirstCharges(deps: Deps): Promise<void> {
  const activated = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .leftJoin(ddCharges, eq(ddCharges.contractId, ddContracts.id))
    .where(and(eq(ddContracts.state, 'active'), eq(ddContracts.period, 0), isNull(ddCharges.id)))
    .limit(BATCH)
  for (const { id } of activated) await firstCharge(deps, id)
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
  const horizon = new Date(now.getTime() + DIRECT_DEBIT.noticeHours * HOUR)
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
  const charge = await chargeOf(tx, contract, contract.nextChargeAt, now)
  const [noticed] = await tx
    .update(ddCharges)
    .set({ noticedAt: now, updatedAt: now })
    .where(and(eq(ddCharges.id, charge.id), isNull(ddCharges.noticedAt)))
    .returning()
  if (noticed && (await wantsReminders(tx, contract)))
    await notifyUpcoming(deps, tx, contract, noticed)
}

async function wantsReminders(tx: Tx, { userId }: ContractRow): Promise<boolean> {
  const [user] = await tx
    .select({ wants: users.wantsReminders })
    .from(users)
    .where(eq(users.id, userId))
  return user?.wants ?? false
}

export function registerDirectDebitJobs(deps: Deps): void {
  deps.jobs.define('direct-debit.renew', async () => renew(deps), {
    cron: '* * * * *',
    retries: 0,
  })
  deps.jobs.define(CHARGE, async () => chargeDue(deps), { retries: 0 })
  deps.jobs.define<{ id: string }>(
    CANCEL_AT_BANK,
    async ({ data }) => cancelAtBank(deps, data.id),
    {
      // For days: a bank that is not told goes on to allow debits.
      retries: 1_000,
      retryDelaySeconds: 30,
      concurrency: 4,
    },
  )
  // Enqueued by the release before; a job that is not defined would wait for ever.
  deps.jobs.define<{ to: string; kind: string; text: string }>(
    'direct-debit.sms',
    async ({ data }) => sendSms(deps, data),
    { retries: 5, concurrency: 4 },
  )
}
