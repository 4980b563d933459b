// kill -9 during a purchase, at each named point. The service is a real process that gets a real signal; it talks over HTTP
// to a bank in another process, and the next process finds what it left behind. CI runs 200 cycles (.ci/run).
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { RECONCILE_MINUTES } from '#src/contract/limits.ts'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { endPayment } from '#src/service/commerce/checkout/payments.ts'
import { payments, refunds } from '#src/service/platform/db/schema/checkout.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import type { Bank } from '#tests/support/bank.ts'
import type { CrashableService, ServiceProcess } from '#tests/support/crash/crashable-service.ts'
import { openCrashableShop } from '#tests/support/crash/crashable-shop.ts'
import { aPayer, aVoucher, type Person, type Shop } from '#tests/support/shop.ts'

const AT_BUYING = ['create:before', 'create:before-commit', 'create:after', 'pay:requested']
const AT_RETURN = ['callback:received']
const AT_SETTLING = [
  'verify:before',
  'verify:called',
  'verify:after',
  'grant:before-commit',
  'grant:after-commit',
]
const POINTS = [...AT_BUYING, ...AT_RETURN, ...AT_SETTLING]
const CYCLES = Number(process.env.KILLS ?? 30)
const SEED = Number(process.env.KILLS_SEED ?? randomInt(1_000_000))

let bank: Bank
let shop: Shop
let lives: CrashableService
let close: () => Promise<void>
beforeAll(async () => {
  ;({ bank, shop, lives, close } = await openCrashableShop())
})
afterAll(() => close())

const KINDS = ['plain', 'owed', 'superseded', 'lost', 'late'] as const
type Kind = (typeof KINDS)[number]

/** Returns pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
function drawsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The plan of one cycle: each point occurs equally often, everything else depends on the seed. */
function planOf(cycle: number) {
  const draw = drawsOf(SEED * 1_000 + cycle)
  const point = POINTS[cycle % POINTS.length] ?? ''
  const kinds = KINDS.slice(0, AT_SETTLING.includes(point) ? 5 : 3)
  const drawn = kinds[Math.floor(draw() * kinds.length)] ?? 'plain'
  return {
    point,
    isGift: AT_BUYING.slice(0, 3).includes(point) && draw() < 1 / 3,
    isLowered: draw() < 1 / 3,
    gateway_id: draw() < 0.5 ? 'zarinpal' : 'zibal',
    /**
     * `owed`: the code of the invoice was given to another user, so that a payment is refunded. `superseded`: the payer
     * began again with the same code, but pays the first page. `lost`: the payer never returns from the bank. `late`: the
     * payer pays long after the invoice has expired. The reconciliation settles the last two, and is killed while it does.
     */
    kind: AT_BUYING.includes(point) ? ('plain' as Kind) : drawn,
    /** True if the second page of a superseded payment is paid too. */
    isTwice: draw() < 0.5,
    /** A payer who was cut off presses the button again, or reloads, once the service is back. */
    isRepeated: draw() < 0.5,
  }
}
type Plan = ReturnType<typeof planOf>

function customer(life: ServiceProcess, { accessToken, profileToken }: Person): Api {
  return createApi({
    baseURL: life.url,
    headers: () => ({
      Authorization: `Bearer ${accessToken}`,
      'profile-token': profileToken,
      'device-id': accessToken.slice(-32),
    }),
  })
}

async function startPayment(
  life: ServiceProcess,
  person: Person,
  plan: Plan & { code?: string; key: string },
) {
  const api = customer(life, person)
  const { code: voucher_code, gateway_id, key: idempotencyKey } = plan
  const body = { package_id: plan.isGift ? null : 'month-1', voucher_code, gateway_id }
  const made = await api(createSubscription, { body }, { idempotencyKey })
  if (made.is_activated) return { id: made.transaction_id, page: null }
  const { redirect_url } = await api(paySubscription, {
    body: { transaction_id: made.transaction_id },
  })
  return { id: made.transaction_id, page: redirect_url }
}

/** Returns the browser from the bank to the process that is running now. */
async function comeBack(life: ServiceProcess, callback: string): Promise<void> {
  const { pathname, search } = new URL(callback)
  await fetch(life.url + pathname + search, { redirect: 'manual' })
}

const advanceMinutes = async (life: ServiceProcess, count: number) => {
  for (let minute = 0; minute < count && !life.signal(); minute++) {
    shop.clock.advance({ minutes: 1 })
    await life.tell({ now: shop.clock.now().toISOString(), reconcile: true })
  }
}

/** One purchase in a process that dies during it, and the payer's actions in the next process. */
async function buyToDeath(person: Person, cycle: number): Promise<Plan> {
  const plan = planOf(cycle)
  const now = shop.clock.now().toISOString()
  const code = plan.isGift
    ? await aVoucher(shop, { kind: 'gift', percent: null, giftDays: 30 })
    : plan.isLowered || plan.kind === 'owed' || plan.kind === 'superseded'
      ? await aVoucher(shop)
      : undefined
  const order = { ...plan, code, key: `cycle-${cycle}` }
  const life = await lives.next()
  await life.tell({ now, dieAt: plan.point })
  const bought = await startPayment(life, person, order).catch(() => null)
  if (bought && plan.kind === 'owed') {
    await endPayment(shop.deps, bought.id, 'expired', 'expired')
    await shop.order(await aPayer(shop), { voucher_code: code })
  }
  if (bought && plan.kind === 'superseded') {
    const second = await startPayment(life, person, { ...order, key: `again-${cycle}` })
    if (plan.isTwice && second.page) await bank.act(second.page, 'vanish')
  }
  if (plan.kind === 'late') {
    shop.clock.advance({ minutes: 50 })
    await life.tell({ now: shop.clock.now().toISOString(), reconcile: true })
  }
  const isSilent = plan.kind === 'lost' || plan.kind === 'late'
  const callback = bought?.page ? await bank.act(bought.page, isSilent ? 'vanish' : 'pay') : null
  if (callback) await comeBack(life, callback).catch(() => undefined)
  if (isSilent) await advanceMinutes(life, RECONCILE_MINUTES)
  await life.dead()
  expect([plan.point, life.signal()]).toEqual([plan.point, 'SIGKILL'])
  if (!plan.isRepeated) return plan

  const next = await lives.next()
  await next.tell({ now })
  if (callback) await comeBack(next, callback)
  else if (plan.point === 'create:after') {
    const again = await startPayment(next, person, order)
    if (again.page) await comeBack(next, (await bank.act(again.page, 'pay')) ?? '')
  }
  return plan
}

test('every payment that the bank reports as paid is one subscription or one refund within fifteen minutes, and the ledger balances', {
  timeout: 400_000,
}, async () => {
  console.info(`${CYCLES} kills, KILLS_SEED=${SEED}`)
  let person = await aPayer(shop)
  const plans: Plan[] = []
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    plans.push(await buyToDeath(person, cycle))
    if (cycle % 10 === 9) person = await aPayer(shop)
  }
  await advanceMinutes(await lives.next(), RECONCILE_MINUTES)

  const taken = (await bank.payments()).filter(({ status }) =>
    ['paid', 'verified', 'reversed'].includes(status),
  )
  const isPaying = ({ point }: Plan) => !AT_BUYING.includes(point)
  expect(taken.length).toBeGreaterThanOrEqual(plans.filter(isPaying).length)
  const rows = await shop.deps.db.select().from(payments)
  const given = await shop.deps.db.select().from(subscriptions)
  const sentBack = await shop.deps.db.select().from(refunds)
  const ends: Record<string, number> = {}
  for (const { gateway, authority, status } of taken) {
    const row = rows.find(each => each.authority === authority)
    const periods = given.filter(({ paymentId }) => paymentId === row?.id).length
    const returned = sentBack.filter(({ paymentId }) => paymentId === row?.id)
    const end = { status, state: row?.state, periods, refunds: returned.length }
    const name = `${gateway}, ${row?.state}`
    ends[name] = (ends[name] ?? 0) + 1
    if (row?.state === 'reversed') {
      // Zibal's payment API has no refunds, so there the refund waits for an operator.
      const isBack = gateway === 'zarinpal'
      const expected = { status: isBack ? 'reversed' : 'verified', state: 'reversed' }
      expect(end).toEqual({ ...expected, periods: 0, refunds: 1 })
      expect(returned[0]?.state === 'done').toBe(isBack)
    } else expect(end).toEqual({ status: 'verified', state: 'paid', periods: 1, refunds: 0 })
  }
  const kinds = Object.groupBy(plans.filter(isPaying), ({ kind }) => kind)
  const counted = Object.entries(kinds).map(([kind, of]) => `${kind} ${of.length}`)
  console.info(`${taken.length} payments, ${counted.join(', ')}; ${JSON.stringify(ends)}`)
  if (CYCLES >= 200) expect(Object.keys(ends)).toHaveLength(4)
  const paid = rows.filter(({ state }) => state === 'paid')
  expect(given).toHaveLength(paid.length)

  const { bank: held = 0, revenue = 0, vat = 0, refunds_due = 0 } = await shop.ledger()
  const owed = sentBack.filter(({ state }) => state !== 'done')
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  expect(refunds_due + sum(owed.map(({ amount }) => amount))).toBe(0)
  expect(held).toBe(sum(paid.map(({ total }) => total)) - refunds_due)
  expect(held + revenue + vat + refunds_due).toBe(0)
})

test('no code is used up without a subscription, and none twice', async () => {
  await advanceMinutes(await lives.next(), 35)
  const { rows } = await shop.deps.db.execute(sql`
    select v.code from vouchers v
    where v.used <> (select count(*) from voucher_redemptions r
      join transactions t on t.id = r.transaction_id and t.state = 'paid'
      join subscriptions s on s.transaction_id = t.id
      where r.voucher_id = v.id and r.state = 'used')`)
  expect(rows).toEqual([])
})
