import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelContract,
  getTransaction,
  listBanks,
  listContracts,
  listTransactions,
} from '#src/contract/endpoints/checkout.ts'
import { getSelf, updateSelf } from '#src/contract/endpoints/session.ts'
import { toJalali } from '#src/lib/text/jalali.ts'
import { claimCharge, leaseDueCharges } from '#src/service/commerce/direct-debit/charge-claims.ts'
import { runCharge } from '#src/service/commerce/direct-debit/charges.ts'
import { renewContracts } from '#src/service/commerce/direct-debit/renewal.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { directDebit, MONTHLY } from '#tests/support/direct-debit.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let debit: ReturnType<typeof directDebit>
let deadly: string | null = null
beforeAll(async () => {
  const failpoint = (point: string) => {
    if (point !== deadly) return
    deadly = null
    throw new Error(`killed at ${point}`)
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { failpoint } })
  debit = directDebit(shop)
})
afterEach(async () => {
  await shop.noFaults()
  await debit.endAll()
})
afterAll(() => shop.stopShop())

async function debitsAtBank(contractId: string): Promise<string[]> {
  const { rows } = await shop.deps.db.execute<{ status: string }>(
    sql`select status from fake_bank.withdrawals where track_id like ${`${contractId}-%`} order by created_at`,
  )
  return rows.map(({ status }) => status)
}

async function lastText(person: Person, kind: string): Promise<string | undefined> {
  return (await shop.outbox(person.msisdn)).find(message => message.kind === kind)?.text
}

test('the banks are listed, and those that do not answer are marked', async () => {
  const { items } = await (await aPayer(shop)).api(listBanks)
  expect(items).toContainEqual({ code: '012', name: 'بانک ملت', is_healthy: true, logo: null })
  expect(items.find(({ code }) => code === '066')?.is_healthy).toBe(false)
  const english = await shop.as({ ...(await aPayer(shop)), language: 'en' })(listBanks)
  expect(english.items.find(({ code }) => code === '012')?.name).toBe('Bank Mellat')
})

test('the primary profile sees the time of the next debit, until the contract is cancelled', async () => {
  const person = await aPayer(shop)
  const nextDebit = async () => (await person.api(getSelf)).next_debit_at
  expect(await nextDebit()).toBeNull()
  const id = await debit.subscribe(person)
  const [contract] = (await person.api(listContracts)).items
  expect(contract?.next_charge_at).toBeTruthy()
  expect(await nextDebit()).toBe(contract?.next_charge_at)
  await person.api(cancelContract, { params: { id } })
  expect(await nextDebit()).toBeNull()
})

test('a contract is signed at the bank, debited, and renewed a second time', async () => {
  const person = await aPayer(shop)
  const { id, page } = await debit.begin(person)
  const location = await shop.comeBack(await debit.sign(page, 'sign'))
  const payment = location.split('id=')[1] ?? ''
  expect(await person.api(getTransaction, { params: { id: payment } })).toMatchObject({
    status: 'paid',
    kind: 'direct_debit',
    amount: MONTHLY,
  })
  expect(await shop.periods(person)).toHaveLength(1)

  await debit.toNextCharge(id)
  expect(await lastText(person, 'dd-notice')).toContain('۱۴۱٬۹۰۰')
  await debit.toNextCharge(id)
  const periods = await shop.periods(person)
  expect(periods).toHaveLength(3)
  for (const [index, period] of periods.slice(1).entries())
    expect(period.startsAt).toEqual(periods[index]?.endsAt)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE', 'DONE'])
  const { items } = await person.api(listTransactions, { query: {} })
  expect(items.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  expect(await lastText(person, 'dd-renewed')).toContain('تمدید شد')
})

test('a renewal is announced once, and users who want no reminders hear only of the debit itself', async () => {
  const [person, other] = [await aPayer(shop), await aPayer(shop)]
  const id = await debit.subscribe(person)
  await debit.subscribe(other)
  await other.api(updateSelf, { body: { wants_reminders: false } })
  const kinds = async ({ msisdn }: Person) =>
    (await shop.outbox(msisdn)).map(({ kind }) => kind).filter(kind => kind.startsWith('dd-'))
  const before = [await kinds(person), await kinds(other)]
  await debit.toNextCharge(id)
  await debit.hours(0.1)
  const since = async (who: Person, at: number) =>
    (await kinds(who)).slice(0, (await kinds(who)).length - (before[at]?.length ?? 0)).toSorted()
  expect(await since(person, 0)).toEqual(['dd-notice', 'dd-renewed'])
  expect(await since(other, 1)).toEqual(['dd-renewed'])
})

test('a debit whose notice is late waits until its owner has known of it for a day', async () => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  const dueAt = (await debit.contract(id)).nextChargeAt as Date
  const renewAt = async (hoursAfterNotice: number) => {
    shop.clock.set(new Date(dueAt.getTime() + (hoursAfterNotice - 1) * 3_600_000))
    await renewContracts(shop.deps)
  }
  // No node was running until an hour before the debit.
  await renewAt(0)
  const noticed = (await debit.charges(id)).find(({ period }) => period === 2)?.noticedAt
  expect(noticed).toEqual(shop.clock.now())
  for (const hours of [1, 23.9]) {
    await renewAt(hours)
    expect(await debitsAtBank(id)).toEqual(['DONE'])
  }
  await renewAt(24)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
})

test('a node that has lost its lease of a charge cannot claim it', async () => {
  const id = await debit.subscribe(await aPayer(shop))
  await debit.toDueTime(id)
  const [lost] = await leaseDueCharges(shop.deps, 1)
  shop.clock.advance({ minutes: 3 })
  const [held] = await leaseDueCharges(shop.deps, 1)
  expect(held?.id).toBe(lost?.id)
  expect(await claimCharge(shop.deps, lost?.id ?? '', lost?.until ?? null)).toBeNull()
  expect(await claimCharge(shop.deps, held?.id ?? '', held?.until ?? null)).not.toBeNull()
})

test('a debit that was not sent because the bank is paused is due again at once', async () => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  const dueAt = await debit.toDueTime(id)
  const providers = createProviders({
    log: { info() {}, warn() {} },
    metrics: createMetrics(),
  })
  const fail = () => providers.call('vandar', () => Promise.reject(new Error('down')))
  while (!providers.isPaused('vandar')) await fail().catch(() => undefined)
  const [lease] = await leaseDueCharges(shop.deps, 1)
  await runCharge({ ...shop.deps, providers }, lease?.id ?? '', lease?.until ?? null)
  expect(await debitsAtBank(id)).toEqual(['DONE'])
  const [, charge] = await debit.charges(id)
  expect(charge?.nextAttemptAt).toEqual(dueAt)
  await renewContracts(shop.deps)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
  expect(await shop.periods(person)).toHaveLength(2)
})

test('a debit whose answer was lost is granted, although the user has cancelled since', async () => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  await debit.toDueTime(id)
  deadly = 'debit:sent'
  await renewContracts(shop.deps)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
  expect(await shop.periods(person)).toHaveLength(1)
  await person.api(cancelContract, { params: { id } })
  shop.clock.advance({ minutes: 3 })
  await renewContracts(shop.deps)
  expect(await shop.periods(person)).toHaveLength(2)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
})

test('a debit that never reached the bank is not sent after its contract was cancelled', async () => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  await debit.toDueTime(id)
  deadly = 'debit:claimed'
  await renewContracts(shop.deps)
  await shop.fault('vandar.cancel', 'error_500')
  await person.api(cancelContract, { params: { id } })
  shop.clock.advance({ minutes: 3 })
  await renewContracts(shop.deps)
  expect(await debitsAtBank(id)).toEqual(['DONE'])
  expect(await shop.periods(person)).toHaveLength(1)
  const { items } = await person.api(listTransactions)
  expect(items.map(({ status }) => status).sort()).toEqual(['failed', 'paid'])
})

test('a period is a Jalali month: from the 31st to the 30th, the 29th and the 31st again', async () => {
  shop.clock.set(new Date('2027-08-22T09:30:00Z'))
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  expect(toJalali(shop.clock.now()).day).toBe(31)
  for (let month = 0; month < 8; month++) await debit.toNextCharge(id)
  const ends = (await shop.periods(person)).map(({ endsAt }) => toJalali(endsAt).day)
  expect(ends).toEqual([31, 30, 30, 30, 30, 30, 29, 31, 31])
})

test('a user who signs nothing has no contract and no subscription', async () => {
  const person = await aPayer(shop)
  const { id, page } = await debit.begin(person)
  expect(await shop.comeBack(await debit.sign(page, 'refuse'))).toBe(
    '/dd-agreement?status=declined&package=month-auto',
  )
  expect((await debit.contract(id)).state).toBe('waiting')
  expect(await shop.periods(person)).toHaveLength(0)
  await debit.hours(0.34)
  expect((await debit.contract(id)).state).toBe('expired')
})

test('a contract that is not verified within 20 minutes is void', async () => {
  const { id } = await debit.begin(await aPayer(shop))
  await debit.hours(0.34)
  expect((await debit.contract(id)).state).toBe('expired')
})

test('a failed first debit ends the contract, here and at the bank', async () => {
  const person = await aPayer(shop)
  const { id, page } = await debit.begin(person)
  const payment = (await shop.comeBack(await debit.sign(page, 'sign_empty'))).split('id=')[1] ?? ''
  expect(await shop.state(payment)).toBe('failed')
  expect((await debit.contract(id)).state).toBe('declined')
  await shop.jobs.runQueued()
  const { rows } = await shop.deps.db.execute(
    sql`select status from fake_bank.mandates where token = ${page.split('/').at(-1)}`,
  )
  expect(rows).toEqual([{ status: 'cancelled' }])
})

describe('cancelling', () => {
  test('before the due time causes no debit, and the current period stays', async () => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    const before = await shop.periods(person)
    await person.api(cancelContract, { params: { id } })
    await shop.jobs.runQueued()
    await debit.hours(24 * 40)
    expect(await debitsAtBank(id)).toEqual(['DONE'])
    expect(await shop.periods(person)).toEqual(before)
    const { items } = await person.api(listContracts)
    expect(items[0]).toMatchObject({ status: 'cancelled', next_charge_at: null })
  })

  test('after the notification still causes no debit', async () => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    const dueAt = (await debit.contract(id)).nextChargeAt as Date
    shop.clock.set(new Date(dueAt.getTime() - 20 * 3_600_000))
    await renewContracts(shop.deps)
    await person.api(cancelContract, { params: { id } })
    await debit.hours(48)
    expect(await debitsAtBank(id)).toEqual(['DONE'])
  })

  test('has no effect on a contract of another user, like on an unknown one', async () => {
    const id = await debit.subscribe(await aPayer(shop))
    const stranger = await aPayer(shop)
    await stranger.api(cancelContract, { params: { id } })
    expect((await debit.contract(id)).state).toBe('active')
  })
})

describe('a renewal that the bank refuses', () => {
  test('is retried after 6, 24 and 48 hours, each time with its own track id', async () => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    await shop.fault('vandar.withdrawal', 'refuse', 2)
    await debit.toNextCharge(id)
    expect(await lastText(person, 'dd-failed')).toContain('دوباره تلاش می‌کنیم')
    await debit.hours(6)
    expect(await debitsAtBank(id)).toEqual(['DONE', 'FAILED', 'FAILED'])
    await debit.hours(18)
    expect(await debitsAtBank(id)).toEqual(['DONE', 'FAILED', 'FAILED', 'DONE'])
    expect(await shop.periods(person)).toHaveLength(2)
    expect((await debit.contract(id)).state).toBe('active')
  })

  test('ends the contract if every attempt fails', async () => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    await shop.fault('vandar.withdrawal', 'refuse', 10)
    await debit.toNextCharge(id)
    for (const hours of [6, 18, 24]) await debit.hours(hours)
    expect((await debit.contract(id)).state).toBe('cancelled')
    expect(await shop.periods(person)).toHaveLength(1)
    expect(await lastText(person, 'dd-failed')).toContain('پایان یافت')
  })
})

test.each(['timeout', 'lost_reply', 'error_500', 'html', 'drip'] as const)(
  'a debit that the bank answers with %s is inquired about, and never made twice',
  async fault => {
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    await shop.fault('vandar.withdrawal', fault)
    await debit.toNextCharge(id)
    expect(await shop.periods(person)).toHaveLength(1)
    await debit.hours(0.05)
    expect(await shop.periods(person)).toHaveLength(2)
    expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
  },
)

test.each([
  'debit:claimed',
  'debit:sent',
  'debit:answered',
  'debit:before-commit',
  'debit:after-commit',
])('if the process is killed at %s, the period is debited and granted once', async point => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  deadly = point
  await debit.toNextCharge(id)
  for (let round = 0; round < 3; round++) await debit.hours(0.05)
  expect(await debitsAtBank(id)).toEqual(['DONE', 'DONE'])
  expect(await shop.periods(person)).toHaveLength(2)
})

test('if it is killed between the signature and the first debit, the job continues', async () => {
  const person = await aPayer(shop)
  const { id, page } = await debit.begin(person)
  const callback = await debit.sign(page, 'sign')
  await shop.fault('vandar.verify', 'error_500')
  expect(await shop.comeBack(callback)).toBe('/dd-agreement?status=pending&package=month-auto')
  deadly = 'debit:activated'
  await debit.hours(0.02)
  deadly = null
  await debit.hours(0.02)
  expect((await debit.contract(id)).state).toBe('active')
  expect(await shop.periods(person)).toHaveLength(1)
})

test('a month that was bought by card in between is added, and the next debit comes after it', async () => {
  const person = await aPayer(shop)
  const id = await debit.subscribe(person)
  const { page } = await shop.order(person)
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  await debit.toNextCharge(id)
  const periods = await shop.periods(person)
  expect(periods.map(({ source }) => source)).toEqual(['direct_debit', 'purchase', 'direct_debit'])
  for (const [index, period] of periods.slice(1).entries())
    expect(period.startsAt).toEqual(periods[index]?.endsAt)
  const { nextChargeAt } = await debit.contract(id)
  expect(nextChargeAt?.getTime()).toBe(Number(periods[2]?.endsAt) - 24 * 3_600_000)
})

test('the ledger matches what the banks hold', async () => {
  const { rows } = await shop.deps.db.execute<{ taken: number }>(sql`
    select (select coalesce(sum(amount), 0) from fake_bank.withdrawals where status = 'DONE')::float8
      + (select coalesce(sum(amount), 0) from fake_bank.payments where status = 'verified')::float8 as taken`)
  const { bank = 0, revenue = 0, vat = 0 } = await shop.ledger()
  expect(bank).toBe(rows[0]?.taken)
  expect(bank + revenue + vat).toBe(0)
})
