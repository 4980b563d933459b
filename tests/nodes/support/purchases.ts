/**
 * Buyers of a running site who never stop. Each repeats unanswered calls, as an app does, and records what the site acknowledged.
 * Afterwards the bank's records, the database and the ledger must agree with these records.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { aNumber } from '#tests/support/account.ts'
import type { Bank } from '#tests/support/bank.ts'
import { readOutbox } from '#tests/support/site.ts'

export type Purchases = {
  /** Returns the number of payments that the site has reported as paid. */
  paid: () => number
  /** Returns the failed calls so far, by status or kind. */
  failures: () => Record<string, number>
  /** Waits until every purchase has ended; throws if one does not within a minute. */
  stop: () => Promise<void>
  /**
   * Checks that everything acknowledged exists once, that all payments the bank reports as paid are settled within four minutes,
   * and that the ledger adds up. Call it after `stop`, while a node runs.
   */
  verify: (db: Database) => Promise<void>
}
type PurchasesOptions = {
  /** URLs of the nodes. A failed call is repeated at the next one. */
  urls: readonly string[]
  bank: Pick<Bank, 'act' | 'payments'>
  buyers?: number
  /** Minimum time between two purchases of a buyer. */
  pauseMs?: number
}

/** Settings of a site whose buyers have individual addresses. */
export const FOR_PURCHASES = {
  TRUST_PROXY: '127.0.0.1',
  SMS_PER_MINUTE: '10000',
  SMS_PER_HOUR: '100000',
}
/** A claim on an idempotency key that a fault left behind expires after a minute. */
const PATIENCE_MS = 150_000
const CALL_MS = 20_000
const PAID_MS = 30_000
const SETTLED_MS = 4 * 60_000
/** Pause that keeps a user below the limit of invoices per minute. */
const PAUSE_MS = 3_000

export async function startPurchases(options: PurchasesOptions): Promise<Purchases> {
  const { urls, bank, buyers = 8, pauseMs = PAUSE_MS } = options
  const failures: Record<string, number> = {}
  const paid = new Set<string>()
  let isStopping = false
  let turn = 0

  /** Repeats a call until it is answered. A rejection of the call itself is a fault of this test. */
  async function persist<T>(call: (url: string) => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + PATIENCE_MS; ; await wait(200)) {
      try {
        return await call(urls[turn++ % urls.length] ?? '')
      } catch (error) {
        const failure = toFailure(error)
        const isFinal =
          failure.kind === 'api_error' && failure.status < 500 && failure.status !== 409
        const name = failure.kind === 'api_error' ? String(failure.status) : failure.kind
        failures[name] = (failures[name] ?? 0) + 1
        if (isFinal || Date.now() > deadline) throw error
      }
    }
  }

  async function purchase(buyer: Buyer): Promise<void> {
    const keys = { create: randomUUID(), pay: randomUUID() }
    const body = { package_id: 'month-1', gateway_id: 'zarinpal' }
    const { transaction_id } = await persist(url =>
      buyer.at(url)(createSubscription, { body }, { ...limited(), idempotencyKey: keys.create }),
    )
    const { redirect_url } = await persist(url =>
      buyer.at(url)(
        paySubscription,
        { body: { transaction_id } },
        { ...limited(), idempotencyKey: keys.pay },
      ),
    )
    const callback = new URL((await bank.act(redirect_url, 'pay')) ?? '')
    await persist(async url => {
      const reply = await fetch(url + callback.pathname + callback.search, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': buyer.address },
        signal: AbortSignal.timeout(CALL_MS),
      })
      if (reply.status >= 500) throw new Error(`the callback answered ${reply.status}`)
    })
    const params = { id: transaction_id }
    // If a fault interrupted the verification, reconciliation settles the payment a minute or two later.
    for (const deadline = Date.now() + PAID_MS; Date.now() < deadline; await wait(500)) {
      const { status } = await persist(url => buyer.at(url)(getTransaction, { params }, limited()))
      if (status === 'paid') return void paid.add(transaction_id)
    }
  }

  const people = await Promise.all(Array.from({ length: buyers }, () => aBuyer(persist)))
  const loops = people.map(async buyer => {
    while (!isStopping) await Promise.all([purchase(buyer), wait(pauseMs)])
  })
  const ended = Promise.all(loops)
  ended.catch(() => undefined)
  return {
    paid: () => paid.size,
    failures: () => failures,
    stop: async () => {
      isStopping = true
      await ended
    },
    verify: db => verify(db, paid, bank.payments),
  }
}

function limited() {
  return { signal: AbortSignal.timeout(CALL_MS) }
}

type Buyer = { address: string; at: (url: string) => Api }
type Persist = <T>(call: (url: string) => Promise<T>) => Promise<T>

async function aBuyer(persist: Persist): Promise<Buyer> {
  const msisdn = aNumber()
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const device = { unique_identifier: `buyer-${msisdn}` }
  const at = (url: string, tokens: Record<string, string> = {}) =>
    createApi({
      baseURL: `${url}/api`,
      headers: () => ({ 'x-forwarded-for': address, ...tokens }),
    })
  const { tracker_id } = await persist(url => at(url)(sendOtp, { params: { msisdn } }))
  const otp = await persist(async url => (await readOutbox(url, msisdn))[0]?.code ?? '')
  const { access_token } = await persist(url =>
    at(url)(loginByOtp, { params: { msisdn }, body: { otp, tracker_id, device } }),
  )
  const authorization = `Bearer ${access_token}`
  const { items } = await persist(url => at(url, { authorization })(listProfiles))
  const { profile_access_token } = await persist(url =>
    at(url, { authorization })(switchProfile, {
      body: { profile_id: items[0]?.id ?? '', pin: '' },
    }),
  )
  return { address, at: url => at(url, { authorization, 'profile-token': profile_access_token }) }
}

async function verify(
  db: Database,
  acknowledged: ReadonlySet<string>,
  records: () => ReturnType<Bank['payments']>,
): Promise<void> {
  await expect
    .poll(() => unsettled(db, records), { timeout: SETTLED_MS, interval: 1_000 })
    .toEqual([])

  const { rows: granted } = await db.execute<{ id: string; periods: number }>(sql`
    select t.id, count(s.id)::int as periods from transactions t
    left join subscriptions s on s.transaction_id = t.id where t.state = 'paid' group by t.id`)
  const periods = new Map(granted.map(row => [row.id, row.periods]))
  expect([...acknowledged].filter(id => !periods.has(id))).toEqual([])
  expect(granted.filter(row => row.periods !== 1)).toEqual([])

  const { rows } = await db.execute<{ sum: number; ledger: number; paid: number }>(sql`
    select (select sum(amount) from ledger_entries)::float8 as sum,
      (select sum(amount) from ledger_entries where account = 'bank')::float8 as ledger,
      (select sum(total) from transactions where state = 'paid')::float8 as paid`)
  expect(rows[0]?.sum).toBe(0)
  expect(rows[0]?.ledger).toBe(rows[0]?.paid)
}

/** Returns payments that the bank reports as paid and that are neither a subscription nor a refund. */
async function unsettled(db: Database, records: () => ReturnType<Bank['payments']>) {
  const { rows } = await db.execute<{ authority: string; state: string; refunds: number }>(sql`
    select authority, state, (select count(*) from refunds r where r.transaction_id = t.id)::int as refunds
    from transactions t where authority is not null`)
  const known = new Map(rows.map(row => [row.authority, row]))
  const taken = (await records()).filter(({ status }) => status === 'paid' || status === 'verified')
  return taken.filter(({ authority }) => {
    const row = known.get(authority)
    return row?.state !== 'paid' && row?.refunds !== 1
  })
}
