// The life of a contract: waiting → active → cancelled or expired; declined if the bank or the user rejects it.
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Contract } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { addJalaliMonths } from '#src/lib/text/jalali.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { GatewayError } from '../../platform/adapters/payments/gateway.ts'
import { isViolationOf } from '../../platform/db/errors.ts'
import { translatedText, translationColumns } from '../../platform/db/localized.ts'
import { inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import { packages } from '../../platform/db/schema/packages.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { paymentCallbackUrl } from '../checkout/callback-address.ts'
import { bankName, gatewayApiError } from '../checkout/gateways.ts'
import { findPackage } from '../checkout/packages.queries.ts'
import { computeTotals } from '../checkout/pricing.ts'
import { debitProvider } from './provider.ts'

export type ContractRow = typeof ddContracts.$inferSelect
export const CANCEL_AT_BANK = 'direct-debit.cancel'

/** Debits that a bank must allow per month, because two Jalali periods may begin within one Gregorian month. */
const MONTHLY = 2

export async function lockContract(tx: Tx, id: string): Promise<ContractRow> {
  const [row] = await tx
    .select()
    .from(ddContracts)
    .where(eq(ddContracts.id, id))
    .for('no key update')
  if (!row) throw new Error('the contract does not exist')
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

/**
 * @throws ApiError not_found, conflict (the user has a contract), validation_error, gateway_unavailable, gateway_timeout, provider_paused
 */
export async function beginContract(deps: Deps, contract: NewContract) {
  const item = await findPackage(deps.db, contract.packageId)
  if (item?.renewal !== 'direct_debit') throw new ApiError('not_found')
  const provider = debitProvider(deps)
  const bank = (await withBankErrors(() => provider.listBanks())).find(
    ({ code, isHealthy }) => code === contract.bankCode && isHealthy,
  )
  if (!bank) throw new ApiError('validation_error', { errors: { bank_code: 'validation.invalid' } })
  const now = await deps.databaseNow(deps.db)
  const row = await inTransaction(deps.db, async tx => {
    const [user] = await tx.select().from(users).where(eq(users.id, contract.userId))
    if (!user || (await hasActive(tx, contract.userId))) throw new ApiError('conflict')
    const [made] = await tx
      .insert(ddContracts)
      .values({
        id: newId(),
        userId: contract.userId,
        packageId: item.id,
        bankCode: bank.code,
        bankName: bank.name,
        msisdn: user.msisdn,
        amount: computeTotals(item.price, item.discount).total,
        language: contract.language,
        returnPath: contract.returnPath,
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + DIRECT_DEBIT.verifyMinutes * MINUTE_MS),
      })
      .returning()
    if (!made) throw new Error('the contract was not inserted')
    return made
  })
  const page = await withBankErrors(() =>
    provider.createContract({
      bankCode: bank.code,
      msisdn: row.msisdn,
      amount: row.amount,
      monthly: MONTHLY,
      expiresOn: toWire(addJalaliMonths(now, DIRECT_DEBIT.months)).slice(0, 10),
      callbackUrl: paymentCallbackUrl(deps, {
        siteOrigin: contract.siteOrigin,
        gateway: provider.id,
        id: row.id,
      }),
      siteOrigin: contract.siteOrigin,
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

/** Turns an error of the bank into an ApiError. No money is lost, and the user can try again. @throws ApiError */
export async function withBankErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw gatewayApiError(error)
  }
}

/**
 * Activates a signed contract at the bank and here. The browser brings the authorization, so it counts only if the bank confirms that it
 * belongs to this contract.
 */
export async function activateContract(
  deps: Deps,
  contract: ContractRow,
  authorizationId: string,
): Promise<'active' | 'declined' | 'pending' | 'unproven'> {
  const { id, token, msisdn } = contract
  const provider = debitProvider(deps)
  const callbackPath = paymentCallbackUrl(deps, { siteOrigin: '', gateway: provider.id, id })
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
    if (isUnproven)
      deps.log.warn({ contract: contract.id }, 'the bank did not confirm whose contract was signed')
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
 * Ends a contract: debits that were not sent to the bank yet are cancelled. The current period stays. A job informs the bank, and
 * repeats until it succeeds.
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
    // A contract that was never verified expires at the bank, and may belong to another user.
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

/** Ends contracts that were not signed in time, and those whose year has ended. */
export async function expireContracts(deps: Deps): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  const over = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(and(inArray(ddContracts.state, ['waiting', 'active']), lte(ddContracts.expiresAt, now)))
    .limit(200)
  for (const { id } of over) await endContract(deps, id, 'expired', 'expired')
}

export async function listContractsOf(
  db: Queryable,
  userId: string,
  language: Language,
): Promise<Contract[]> {
  const rows = await db
    .select({ row: ddContracts, item: translationColumns(packages, 'title') })
    .from(ddContracts)
    .innerJoin(packages, eq(packages.id, ddContracts.packageId))
    .where(eq(ddContracts.userId, userId))
    .orderBy(ddContracts.createdAt)
  return rows
    .reverse()
    .map(({ row, item }) => toContract(row, translatedText(item, 'title', language), language))
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

/** Locks every contract of a user, as `LOCK_ORDER` wants it before the user is locked. */
export async function lockContractsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(eq(ddContracts.userId, userId))
    .orderBy(ddContracts.id)
    .for('no key update')
}

/** Ends every contract of a user that is active or waits for a signature. Returns their ids. */
export async function endContractsOf(
  deps: Deps,
  userId: string,
  reason: string,
): Promise<string[]> {
  const open = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(and(eq(ddContracts.userId, userId), inArray(ddContracts.state, ['waiting', 'active'])))
  for (const { id } of open) await endContract(deps, id, 'cancelled', reason)
  return open.map(({ id }) => id)
}
