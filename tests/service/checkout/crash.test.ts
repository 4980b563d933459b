// kill -9 in the middle of buying, at each named point, a hundred times: the service is a real process, it is killed
// by a real signal, it talks to the bank over HTTP, and the next process finds what it left behind.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription, paySubscription } from '#src/contract/checkout.ts'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { endPayment } from '#src/service/checkout/payments.ts'
import { refunds, subscriptions, transactions } from '#src/service/db/schema/checkout.ts'
import { type Life, type Lives, livesOf } from '#tests/support/mortal/mortal.ts'
import { aPayer, aVoucher, openShop, type Person, type Shop } from '#tests/support/shop.ts'

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
const SEEDS = Number(process.env.KILLS ?? 100)

let shop: Shop
let lives: Lives
beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
  const bank = shop.deps.selfOrigin()
  lives = await livesOf({
    LOG_LEVEL: 'silent',
    PARDEH_RUN_LOGS: process.env.PARDEH_RUN_LOGS ?? '',
    SECRET: shop.deps.env.SECRET,
    NODE_COMPILE_CACHE: shop.deps.env.DATA_DIR,
    DATA_DIR: shop.deps.env.DATA_DIR,
    DATABASE_URL: shop.databaseUrl,
    SITE_URL: 'http://shop.example',
    ZARINPAL_BASE_URL: `${bank}/fake/zarinpal`,
    ZIBAL_BASE_URL: `${bank}/fake/zibal`,
  })
})
afterAll(async () => {
  await lives.close()
  await shop.stopShop()
})

/** What one seed does, the same in every run. */
function planOf(seed: number) {
  const point = POINTS[seed % POINTS.length] ?? ''
  const round = Math.floor(seed / POINTS.length)
  const isGift = AT_BUYING.slice(0, 3).includes(point) && round % 3 === 2
  return {
    point,
    isGift,
    isLowered: round % 3 === 1,
    gateway_id: round % 2 === 0 ? 'zarinpal' : 'zibal',
    /** The code of the invoice was given to another since: what is paid now is owed. */
    isOwed: !AT_BUYING.includes(point) && round % 4 === 2,
    /** Never comes back from the bank: the reconciliation settles it, and dies of it. */
    isLost: AT_SETTLING.includes(point) && round % 4 === 3,
    /** Whoever was cut off presses the button again, or reload, once the service is back. */
    isRepeated: round % 2 === 1,
  }
}
type Plan = ReturnType<typeof planOf>

function customer(life: Life, { accessToken }: Person): Api {
  return createApi({
    baseURL: life.url,
    headers: () => ({
      Authorization: `Bearer ${accessToken}`,
      'device-id': accessToken.slice(-32),
    }),
  })
}

async function begun(life: Life, person: Person, plan: Plan & { code?: string; key: string }) {
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

/** The browser comes back from the bank to whichever process lives now. */
async function comeBack(life: Life, callback: string): Promise<void> {
  const { pathname, search } = new URL(callback)
  await fetch(life.url + pathname + search, { redirect: 'manual' })
}

const minutesLater = async (life: Life, count: number) => {
  for (let minute = 0; minute < count && !life.signal(); minute++) {
    shop.clock.advance({ minutes: 1 })
    await life.tell({ now: shop.clock.now().toISOString(), reconcile: true })
  }
}

/** One purchase in a process that dies on the way, and what its person does in the next one. */
async function buyToDeath(person: Person, seed: number): Promise<Plan> {
  const plan = planOf(seed)
  const now = shop.clock.now().toISOString()
  const code = plan.isGift
    ? await aVoucher(shop, { kind: 'gift', percent: null, giftDays: 30 })
    : plan.isLowered || plan.isOwed
      ? await aVoucher(shop)
      : undefined
  const order = { ...plan, code, key: `seed-${seed}` }
  const life = await lives.next()
  await life.tell({ now, dieAt: plan.point })
  const bought = await begun(life, person, order).catch(() => null)
  if (bought && plan.isOwed) {
    await endPayment(shop.deps, bought.id, 'expired', 'expired')
    await shop.order(await aPayer(shop), { voucher_code: code })
  }
  const callback = bought?.page
    ? await shop.atBank(bought.page, plan.isLost ? 'vanish' : 'pay')
    : null
  if (callback) await comeBack(life, callback).catch(() => undefined)
  if (plan.isLost) await minutesLater(life, 5)
  await life.dead()
  expect([plan.point, life.signal()]).toEqual([plan.point, 'SIGKILL'])
  if (!plan.isRepeated) return plan

  const next = await lives.next()
  await next.tell({ now })
  if (callback) await comeBack(next, callback)
  else if (plan.point === 'create:after') {
    const again = await begun(next, person, order)
    if (again.page) await comeBack(next, (await shop.atBank(again.page, 'pay')) ?? '')
  }
  return plan
}

test('every payment ends as one subscription or one refund, and the ledger adds up', {
  timeout: 240_000,
}, async () => {
  let person = await aPayer(shop)
  const plans: Plan[] = []
  for (let seed = 0; seed < SEEDS; seed++) {
    plans.push(await buyToDeath(person, seed))
    if (seed % 10 === 9) person = await aPayer(shop)
  }
  await minutesLater(await lives.next(), 15)

  const { rows: taken } = await shop.deps.db.execute<{ authority: string; status: string }>(
    sql`select authority, status from fake_bank.payments where status in ('paid', 'verified', 'reversed')`,
  )
  const isPaying = ({ point }: Plan) => !AT_BUYING.includes(point)
  expect(taken.length).toBeGreaterThanOrEqual(plans.filter(isPaying).length)
  const rows = await shop.deps.db.select().from(transactions)
  const given = await shop.deps.db.select().from(subscriptions)
  const sentBack = await shop.deps.db.select().from(refunds)
  for (const { authority, status } of taken) {
    const row = rows.find(each => each.authority === authority)
    const periods = given.filter(({ transactionId }) => transactionId === row?.id).length
    const returned = sentBack.filter(({ transactionId }) => transactionId === row?.id)
    const end = { status, state: row?.state, periods, refunds: returned.map(({ state }) => state) }
    if (status === 'reversed')
      expect(end).toEqual({ status, state: 'reversed', periods: 0, refunds: ['done'] })
    else expect(end).toEqual({ status: 'verified', state: 'paid', periods: 1, refunds: [] })
  }
  const paid = rows.filter(({ state }) => state === 'paid')
  expect(given).toHaveLength(paid.length)
  if (SEEDS === 100) expect(sentBack.length).toBeGreaterThan(0)

  const { bank = 0, revenue = 0, vat = 0, refunds_due } = await shop.ledger()
  expect(bank).toBe(paid.reduce((sum, { total }) => sum + total, 0))
  expect(bank + revenue + vat).toBe(0)
  expect(refunds_due).toBe(0)
})

test('no code is used up without a subscription, and none twice', async () => {
  await minutesLater(await lives.next(), 35)
  const { rows } = await shop.deps.db.execute(sql`
    select v.code from vouchers v
    where v.used <> (select count(*) from voucher_redemptions r
      join transactions t on t.id = r.transaction_id and t.state = 'paid'
      join subscriptions s on s.transaction_id = t.id
      where r.voucher_id = v.id and r.state = 'used')`)
  expect(rows).toEqual([])
})
