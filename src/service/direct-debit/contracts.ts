// The life of a contract: waiting → active → cancelled or expired; declined when the bank or its person says no.

import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Contract } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { addJalaliMonths } from '#src/lib/text/jalali.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { GatewayError } from '../adapters/payments/gateway.ts'
import { callbackUrl } from '../checkout/callback-address.ts'
import { bankName, gatewayApiError } from '../checkout/gateways.ts'
import { findPackage } from '../checkout/packages.queries.ts'
import { totalsOf } from '../checkout/pricing.ts'
import { isViolationOf } from '../db/errors.ts'
import { columnsOf, textOf } from '../db/localized.ts'
import { inTransaction, type Queryable, type Tx } from '../db/open.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import { packages } from '../db/schema/packages.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { newId } from '../ids.ts'
import { debitProvider } from './provider.ts'

export type ContractRow = typeof ddContracts.$inferSelect
export const CANCEL_AT_BANK = 'direct-debit.cancel'

/** Two Jalali periods may begin within one month of the bank's. */
const MONTHLY = 2

export async function lockContract(tx: Tx, id: string): Promise<ContractRow> {
  const [row] = await tx
    .select()
    .from(ddContracts)
    .where(eq(ddContracts.id, id))
    .for('no key update')
  if (!row) throw new Error('the contract is gone')
  return row
}

export async function findContract(db: Queryable, id: string): Promise<ContractRow | null> {
  const [row] = await db.select().from(ddContracts).where(eq(ddContracts.id, id))
  return row ?? null
}

type NewContract = {
  userId: string
  bankCode: string
  packageId: string
  siteOrigin: string
  returnPath?: string | null
  language: Language
}

/** @throws ApiError not_found, conflict (has one), validation_error, gateway_unavailable, gateway_timeout, provider_paused */
export async function beginContract(deps: Deps, order: NewContract) {
  const item = await findPackage(deps.db, order.packageId)
  if (item?.renewal !== 'direct_debit') throw new ApiError('not_found')
  const provider = debitProvider(deps)
  const bank = (await orThrow(() => provider.listBanks())).find(
    ({ code, isHealthy }) => code === order.bankCode && isHealthy,
  )
  if (!bank) throw new ApiError('validation_error', { errors: { bank_code: 'validation.invalid' } })
  const now = await deps.databaseNow(deps.db)
  const row = await inTransaction(deps.db, async tx => {
    const [user] = await tx.select().from(users).where(eq(users.id, order.userId))
    if (!user || (await hasActive(tx, order.userId))) throw new ApiError('conflict')
    const [made] = await tx
      .insert(ddContracts)
      .values({
        id: newId(),
        userId: order.userId,
        packageId: item.id,
        bankCode: bank.code,
        bankName: bank.name,
        msisdn: user.msisdn,
        amount: totalsOf(item.price, item.discount).total,
        language: order.language,
        returnPath: order.returnPath,
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + DIRECT_DEBIT.verifyMinutes * 60_000),
      })
      .returning()
    if (!made) throw new Error('no contract was written')
    return made
  })
  const page = await orThrow(() =>
    provider.createContract({
      bankCode: bank.code,
      msisdn: row.msisdn,
      amount: row.amount,
      monthly: MONTHLY,
      expiresOn: toWire(addJalaliMonths(now, DIRECT_DEBIT.months)).slice(0, 10),
      callbackUrl: callbackUrl(deps, {
        siteOrigin: order.siteOrigin,
        gateway: provider.id,
        id: row.id,
      }),
      siteOrigin: order.siteOrigin,
    }),
  )
  await deps.db.update(ddContracts).set({ token: page.token }).where(eq(ddContracts.id, row.id))
  return { contract: row, redirectUrl: page.redirectUrl }
}

async function hasActive(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(and(eq(ddContracts.userId, userId), eq(ddContracts.state, 'active')))
  return found.length > 0
}

/** Refuses as a payment does: nothing is lost, and it can be tried again. */
export async function orThrow<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw gatewayApiError(error)
  }
}

/**
 * Makes a signed contract valid at the bank and here. The authorization comes with the browser: it is taken for this
 * contract only if the bank says something that proves it.
 */
export async function activateContract(
  deps: Deps,
  contract: ContractRow,
  authorizationId: string,
): Promise<'active' | 'declined' | 'pending' | 'unproven'> {
  const { id, token, msisdn } = contract
  const provider = debitProvider(deps)
  const callbackPath = callbackUrl(deps, { siteOrigin: '', gateway: provider.id, id })
  const verified = await provider
    .verify({ authorizationId, token, msisdn, callbackPath })
    .catch((error: unknown) => {
      if (error instanceof GatewayError) return 'pending' as const
      throw error
    })
  if (verified === 'pending') {
    await deps.db
      .update(ddContracts)
      .set({ authorizationId })
      .where(and(eq(ddContracts.id, contract.id), eq(ddContracts.state, 'waiting')))
    return 'pending'
  }
  if (verified !== 'active') {
    const isUnproven = verified === 'unproven'
    if (isUnproven) deps.log.warn({ contract: contract.id }, 'the bank does not say whose contract')
    await endContract(deps, contract.id, 'declined', isUnproven ? 'unproven' : 'bank')
    return isUnproven ? 'unproven' : 'declined'
  }
  const now = await deps.databaseNow(deps.db)
  try {
    const [active] = await deps.db
      .update(ddContracts)
      .set({
        state: 'active',
        authorizationId,
        verifiedAt: now,
        expiresAt: addJalaliMonths(now, DIRECT_DEBIT.months),
        updatedAt: now,
      })
      .where(and(eq(ddContracts.id, contract.id), eq(ddContracts.state, 'waiting')))
      .returning({ id: ddContracts.id })
    return active ? 'active' : 'declined'
  } catch (error) {
    const isDouble =
      isViolationOf(error, 'dd_contracts_one_active') ||
      isViolationOf(error, 'dd_contracts_authorization')
    if (!isDouble) throw error
    if (isViolationOf(error, 'dd_contracts_one_active'))
      await debitProvider(deps)
        .cancel(authorizationId)
        .catch(() => false)
    await endContract(deps, contract.id, 'declined', 'double')
    return 'declined'
  }
}

/**
 * Ends a contract: nothing that has not been sent to the bank is debited any more. The current period stays. The bank
 * hears of it by a job, which tries until it has.
 */
export async function endContract(
  deps: Deps,
  id: string,
  state: 'cancelled' | 'expired' | 'declined',
  reason: string,
): Promise<boolean> {
  return inTransaction(deps.db, async tx => {
    const row = await lockContract(tx, id)
    if (row.state !== 'active' && row.state !== 'waiting') return false
    const now = await deps.databaseNow(tx)
    await tx
      .update(ddContracts)
      .set({
        state,
        cancelReason: reason,
        nextChargeAt: null,
        cancelledAt: now,
        updatedAt: now,
      })
      .where(eq(ddContracts.id, id))
    await tx
      .update(ddCharges)
      .set({ state: 'cancelled', updatedAt: now })
      .where(and(eq(ddCharges.contractId, id), eq(ddCharges.state, 'due')))
    // One that was never verified ends at the bank by itself, and may not even be this person's.
    if (row.authorizationId && row.state === 'active')
      await deps.jobs.enqueue(CANCEL_AT_BANK, { id }, { tx, singletonKey: `cancel:${id}` })
    return true
  })
}

export async function cancelAtBank(deps: Deps, id: string): Promise<void> {
  const [row] = await deps.db.select().from(ddContracts).where(eq(ddContracts.id, id))
  if (!row?.authorizationId) return
  const isDone = await debitProvider(deps).cancel(row.authorizationId)
  if (!isDone) throw new GatewayError('unavailable')
}

/** Contracts that nobody signed in time, and those whose year is over. */
export async function expireContracts(deps: Deps): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const over = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(and(inArray(ddContracts.state, ['waiting', 'active']), lte(ddContracts.expiresAt, now)))
    .limit(200)
  for (const { id } of over) await endContract(deps, id, 'expired', 'expired')
}

export async function contractsOf(
  db: Queryable,
  userId: string,
  language: Language,
): Promise<Contract[]> {
  const rows = await db
    .select({ row: ddContracts, item: columnsOf(packages, 'title') })
    .from(ddContracts)
    .innerJoin(packages, eq(packages.id, ddContracts.packageId))
    .where(eq(ddContracts.userId, userId))
    .orderBy(ddContracts.createdAt)
  return rows
    .reverse()
    .map(({ row, item }) => toContract(row, textOf(item, 'title', language), language))
}

function toContract(row: ContractRow, title: string, language: Language): Contract {
  const code = row.bankCode
  return {
    id: row.id,
    bank: { code, name: bankName({ code, name: row.bankName }, language) },
    status: row.state,
    amount: row.amount,
    package: { id: row.packageId, title },
    next_charge_at: row.nextChargeAt && toWire(row.nextChargeAt),
    created_at: toWire(row.createdAt),
  }
}
