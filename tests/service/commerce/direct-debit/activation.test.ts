// The owner of a contract is decided by the bank's reply, not by the browser that returns an authorization.
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '#src/service/platform/adapters/payments/fake-bank/faults.ts'
import { directDebit } from '#tests/support/direct-debit.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let debit: ReturnType<typeof directDebit>
let asked: string[] = []
beforeAll(async () => {
  const counted: typeof fetch = async (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { fetch: counted } })
  debit = directDebit(shop)
})
afterEach(async () => {
  await shop.noFaults()
  await debit.endAll()
})
afterAll(() => shop.stopShop())

async function mandateOf(page: string) {
  const { rows } = await shop.deps.db.execute<{ status: string; authorization_id: string }>(
    sql`select status, authorization_id from fake_bank.mandates where token = ${page.split('/').at(-1)}`,
  )
  return rows[0]
}

/** A thief takes the authorization that another user has just signed to the callback of their own contract. */
async function stolen() {
  const [owner, thief] = [await aPayer(shop), await aPayer(shop)]
  const owned = await debit.begin(owner)
  const signed = new URL(await debit.sign(owned.page, 'sign'))
  const { id, page } = await debit.begin(thief)
  const own = new URL(await debit.sign(page, 'refuse'))
  own.searchParams.set('status', 'SUCCEED')
  own.searchParams.set('authorization_id', signed.searchParams.get('authorization_id') ?? '')
  return { owner, thief, id, owned, callback: own.href, ownersCallback: signed.href }
}

describe.each<Fault | 'nothing missing'>([
  'nothing missing',
  'no_mobile',
  'masked_mobile',
  'no_owner',
])('if the bank replies with %s', fault => {
  test('an authorization of another user creates no contract for the thief, and is left to its owner', async () => {
    const { owner, thief, id, owned, callback, ownersCallback } = await stolen()
    if (fault !== 'nothing missing') await shop.fault('vandar.show', fault)
    expect(await shop.comeBack(callback)).toMatch(/status=(declined|unproven)/)
    expect((await debit.contract(id)).state).toBe('declined')
    expect((await mandateOf(owned.page))?.status).toBe('signed')
    await shop.jobs.runQueued()
    await shop.noFaults()
    await shop.comeBack(ownersCallback)
    expect((await debit.contract(owned.id)).state).toBe('active')
    expect([await shop.periods(thief), (await shop.periods(owner)).length]).toEqual([[], 1])
  })

  test('the owner’s authorization creates a contract if the bank confirms its token or the whole number, and otherwise a reason is shown', async () => {
    const person = await aPayer(shop)
    const { id, page } = await debit.begin(person)
    const callback = await debit.sign(page, 'sign')
    if (fault !== 'nothing missing') await shop.fault('vandar.show', fault, 9)
    const isProven = fault === 'nothing missing' || fault === 'no_mobile'
    const location = await shop.comeBack(callback)
    if (!isProven) expect(location).toBe('/dd-agreement?status=unproven&package=month-auto')
    const { state, cancelReason } = await debit.contract(id)
    expect([state, cancelReason]).toEqual(isProven ? ['active', null] : ['declined', 'unproven'])
    expect(await shop.periods(person)).toHaveLength(isProven ? 1 : 0)
  })
})

test.each([
  '/payments/vandar/callback',
  '/payments/vandar/callback/x',
  `/payments/vandar/callback/0123456789abcdef-${'A'.repeat(43)}`,
])(
  'a callback without its nonce changes nothing and causes no call to the bank: %s',
  async path => {
    const { id, page } = await debit.begin(await aPayer(shop))
    const { search } = new URL(await debit.sign(page, 'sign'))
    asked = []
    for (const status of ['SUCCEED', 'FAILED'])
      expect(await shop.comeBack(path + search.replace('SUCCEED', status))).toBe(
        '/payment?status=unknown',
      )
    expect([asked, (await debit.contract(id)).state]).toEqual([[], 'waiting'])
  },
)

test('a false report that nothing was signed does not end a signed contract', async () => {
  const { id, page } = await debit.begin(await aPayer(shop))
  const callback = await debit.sign(page, 'sign')
  const location = await shop.comeBack(callback.replace('SUCCEED', 'FAILED'))
  expect(location).toBe('/dd-agreement?status=declined&package=month-auto')
  await shop.comeBack(callback)
  expect((await debit.contract(id)).state).toBe('active')
})

test.each(['no_amount', 'wrong_amount'] as const)(
  'a debit that the bank reports with %s grants nothing until it reports ours',
  async fault => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    await shop.fault('vandar.inquiry', fault)
    await debit.toNextCharge(id)
    expect(await shop.periods(person)).toHaveLength(1)
    await debit.hours(0.05)
    expect(await shop.periods(person)).toHaveLength(2)
  },
)
