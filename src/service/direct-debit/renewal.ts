import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { chargeOf, dueCharges, firstCharge, runCharge } from './charges.ts'
import {
  activateContract,
  CANCEL_AT_BANK,
  type ContractRow,
  cancelAtBank,
  expireContracts,
  lockContract,
} from './contracts.ts'
import { notifyUpcoming, SEND_SMS } from './messages.ts'

const BATCH = 200
const HOUR = 3_600_000

/** Tells whose period ends within a day, debits whose time has come, ends what is over. Any number of nodes may run it. */
export async function renew(deps: Deps): Promise<void> {
  await expireContracts(deps)
  await resume(deps)
  await giveNotice(deps)
  for (const id of await dueCharges(deps, BATCH)) {
    try {
      await runCharge(deps, id)
    } catch (error) {
      deps.log.error({ err: error, charge: id }, 'renewal')
    }
  }
}

/** Goes on where a callback was cut off: between signing and verifying, or between that and the first debit. */
async function resume(deps: Deps): Promise<void> {
  const signed = await deps.db
    .select()
    .from(ddContracts)
    .where(and(eq(ddContracts.state, 'waiting'), isNotNull(ddContracts.authorizationId)))
    .limit(BATCH)
  for (const contract of signed)
    await activateContract(deps, contract, contract.authorizationId ?? '')
  const activated = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .leftJoin(ddCharges, eq(ddCharges.contractId, ddContracts.id))
    .where(and(eq(ddContracts.state, 'active'), eq(ddContracts.period, 0), isNull(ddCharges.id)))
    .limit(BATCH)
  for (const { id } of activated) await firstCharge(deps, id)
}

async function giveNotice(deps: Deps): Promise<void> {
  const now = deps.now()
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
  for (const { id } of soon) await inTransaction(deps.db, tx => noticeOf(deps, tx, id))
}

async function noticeOf(deps: Deps, tx: Tx, id: string): Promise<void> {
  const now = deps.now()
  const contract = await lockContract(tx, id)
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
  deps.jobs.define<{ id: string }>(
    CANCEL_AT_BANK,
    async ({ data }) => cancelAtBank(deps, data.id),
    {
      retries: 20,
      retryDelaySeconds: 30,
    },
  )
  deps.jobs.define<{ to: string; kind: string; text: string }>(SEND_SMS, async ({ data }) =>
    deps.sms.send(data),
  )
}
