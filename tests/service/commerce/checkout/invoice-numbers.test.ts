// Paid invoices have running numbers without a gap, in the order in which they were paid.
import { asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerCheckoutJobs } from '#src/service/commerce/checkout/checkout.jobs.ts'
import { refundPayment } from '#src/service/commerce/checkout/give-back.ts'
import {
  numberInvoices,
  readInvoiceNumber,
} from '#src/service/commerce/checkout/invoice-numbers.ts'
import {
  presentSections,
  sectionsCsv,
  sectionsWire,
} from '#src/service/operations/cli/nouns/shapes/report.ts'
import { buildReport } from '#src/service/operations/report/report.ts'
import { databaseError } from '#src/service/platform/db/errors.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { anOperator } from '#tests/support/operator.ts'
import { insertPayments, type PaymentOrder } from '#tests/support/payments.ts'
import { aContent, aPayment, aUser } from '#tests/support/rows.ts'
import { aPayer, aVoucher, openShop, type Shop } from '#tests/support/shop.ts'
import { openConsole } from '#tests/support/staff.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.stopShop())

type Sale = Partial<PaymentOrder> & { ago: number }

/** Inserts payments that were made a number of seconds ago, and returns their ids. */
async function aSale(...sales: Sale[]): Promise<string[]> {
  const { db } = shop.deps
  const [userId, contentId] = [await aUser(db), await aContent(db)]
  const orders = sales.map(({ ago, ...more }) => ({
    userId,
    contentId,
    at: new Date(shop.clock.now().getTime() - ago * 1_000),
    packageId: 'month-1',
    gateway: 'zarinpal',
    price: 1_000_000,
    discount: 0,
    isUnearned: false,
    refunds: [],
    ...more,
  }))
  return (await insertPayments(shop.deps, orders)).map(({ id }) => id)
}

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ago: 1_000 + at }))

async function numberOf(id: string | undefined): Promise<number | null | undefined> {
  const [row] = await shop.deps.db
    .select()
    .from(payments)
    .where(eq(payments.id, id ?? ''))
  return row?.invoiceNumber
}

/** Returns all numbers in the order of the payments. */
async function numbers(): Promise<(number | null)[]> {
  const rows = await shop.deps.db
    .select({ number: payments.invoiceNumber })
    .from(payments)
    .where(isNotNull(payments.invoiceNumber))
    .orderBy(asc(payments.paidAt), asc(payments.id))
  return rows.map(({ number }) => number)
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('the numbers follow the order of the payments, over several batches and runs', async () => {
  const later = await aSale(...many(7))
  expect(await numberInvoices(shop.deps, { atOnce: 3 })).toBe(7)
  expect(await numbers()).toEqual(upTo(7))
  expect(await numberOf(later.at(-1))).toBe(1)
  // A payment of the same time follows by its id.
  const twins = await aSale({ ago: 500 }, { ago: 500 }, { ago: 100 })
  expect(await numberInvoices(shop.deps, { atOnce: 3 })).toBe(3)
  expect(await numbers()).toEqual(upTo(10))
  expect(await numberOf(twins.slice(0, 2).toSorted()[0])).toBe(8)
  expect(await numberInvoices(shop.deps)).toBe(0)
})

test('payments of one millisecond are all numbered across batches', async () => {
  await aSale(...Array.from({ length: 9 }, () => ({ ago: 60 })))
  expect(await numberInvoices(shop.deps, { atOnce: 2 })).toBe(9)
  expect(await numbers()).toEqual(upTo(9))
})

test('many nodes at once number each payment once, without a gap', async () => {
  await aSale(...many(200))
  const nodes = await Promise.all(Array.from({ length: 8 }, () => shop.again()))
  const runs = nodes.flatMap(({ deps }) => [deps, deps])
  const counts = await Promise.all(runs.map(deps => numberInvoices(deps, { atOnce: 7 })))
  await numberInvoices(shop.deps, { atOnce: 7 })
  expect(await numbers()).toEqual(upTo(200))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(200)
  await Promise.all(nodes.map(node => node.stop()))
})

test('a node that stops in a batch leaves no gap', async () => {
  await aSale(...many(10))
  let batches = 0
  const failing = {
    ...shop.deps,
    failpoint: () => {
      if (++batches === 2) throw new Error('the node is gone')
    },
  }
  await expect(numberInvoices(failing, { atOnce: 4 })).rejects.toThrow('the node is gone')
  expect(await numbers()).toEqual(upTo(4))
  expect(await numberInvoices(shop.deps, { atOnce: 4 })).toBe(6)
  expect(await numbers()).toEqual(upTo(10))
})

test('a run leaves the work to the node that holds the lock', async () => {
  await aSale(...many(3))
  const other = {
    ...shop.deps,
    failpoint: async () => expect(await numberInvoices(shop.deps)).toBe(0),
  }
  expect(await numberInvoices(other)).toBe(3)
})

test('a run that is told to stop does not begin a batch', async () => {
  await aSale(...many(3))
  expect(await numberInvoices(shop.deps, { signal: AbortSignal.abort() })).toBe(0)
  expect(await numbers()).toEqual([])
})

test('without anything to number there is no transaction', async () => {
  await aSale({ ago: 60, isUnearned: true }, { ago: 60, price: 0 })
  const { db } = shop.deps
  const only = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') throw new Error('a transaction was opened')
      return Reflect.get(target, name)
    },
  })
  expect(await numberInvoices({ ...shop.deps, db: only })).toBe(0)
  await aSale({ ago: 60 })
  await expect(numberInvoices({ ...shop.deps, db: only })).rejects.toThrow('was opened')
})

test('a number never changes', async () => {
  const [id] = await aSale({ ago: 60 })
  await numberInvoices(shop.deps)
  const change = (invoiceNumber: number | null) =>
    shop.deps.db
      .update(payments)
      .set({ invoiceNumber })
      .where(eq(payments.id, id ?? ''))
      .then(
        () => null,
        error => databaseError(error)?.constraint,
      )
  expect(await change(7)).toBe('transactions_number_stands')
  expect(await change(null)).toBe('transactions_number_stands')
  expect(await numberOf(id)).toBe(1)
})

test('unpaid, free and owed payments have no number', async () => {
  const { db } = shop.deps
  const payer = await aPayer(shop)
  await shop.order(payer)
  await aPayment(db, { state: 'failed' })
  await aSale({ ago: 60, price: 100, discount: 100 }, { ago: 60, isUnearned: true })
  shop.clock.advance({ minutes: 5 })
  expect(await numberInvoices(shop.deps)).toBe(0)
  const [sold] = await aSale({ ago: 60 })
  await numberInvoices(shop.deps)
  expect(await numbers()).toEqual([1])
  expect(await numberOf(sold)).toBe(1)
  expect(await db.$count(payments, isNull(payments.invoiceNumber))).toBe(4)
})

test('a late payment whose code was used up meanwhile has no number', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop)
  const late = await shop.order(payer, { voucher_code: code })
  const { id, page } = await shop.order(payer, { voucher_code: code })
  for (const each of [page, late.page]) await shop.comeBack((await shop.atBank(each, 'pay')) ?? '')
  expect([await shop.state(late.id), await shop.state(id)]).toEqual(['reversed', 'paid'])
  shop.clock.advance({ seconds: 30 })
  expect(await numberInvoices(shop.deps)).toBe(1)
  expect([await numberOf(late.id), await numberOf(id)]).toEqual([null, 1])
})

test('a refunded payment keeps its number, or gets it afterwards', async () => {
  const ids = await aSale({ ago: 90 }, { ago: 80 }, { ago: 70 })
  const giveBack = (id: string | undefined, amount: number | null) =>
    refundPayment(shop.deps, {
      id: id ?? '',
      amount,
      reason: 'test',
      keepsAccess: true,
      isTold: false,
    })
  await giveBack(ids[1], null)
  expect(await numberInvoices(shop.deps)).toBe(3)
  await giveBack(ids[0], null)
  await giveBack(ids[2], 1_000)
  await numberInvoices(shop.deps)
  const rows = await shop.deps.db.select().from(payments).where(inArray(payments.id, ids))
  const states = new Map(rows.map(row => [row.invoiceNumber, row.state]))
  expect(states).toEqual(
    new Map([
      [1, 'reversed'],
      [2, 'reversed'],
      [3, 'paid'],
    ]),
  )
})

test('a payment that is committed late comes in its order', async () => {
  const [recent] = await aSale({ ago: 2 })
  expect(await numberInvoices(shop.deps)).toBe(0)
  const [late] = await aSale({ ago: 3 })
  shop.clock.advance({ seconds: 10 })
  await numberInvoices(shop.deps)
  expect([await numberOf(late), await numberOf(recent)]).toEqual([1, 2])
})

test('refunds during a run leave no gap', async () => {
  const ids = await aSale(...many(20))
  await Promise.all([
    numberInvoices(shop.deps, { atOnce: 5 }),
    ...ids.map(id =>
      refundPayment(shop.deps, {
        id,
        amount: 1_000,
        reason: 'test',
        keepsAccess: true,
        isTold: false,
      }),
    ),
  ])
  expect(await numbers()).toEqual(upTo(20))
})

test('the job numbers a purchase, and the console finds it by its number', async () => {
  registerCheckoutJobs(shop.deps)
  // A number of four digits has a separator wherever it is shown as an amount.
  await aSale(...many(1_233))
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  shop.clock.advance({ minutes: 1 })
  await shop.jobs.run('checkout.invoice-numbers')
  const finance = await openConsole(shop).member('finance')
  const found = async (q: string) => {
    const { body } = await finance.call('GET', `/api/payments?q=${encodeURIComponent(q)}`)
    return (body.rows as { id: string; invoiceNumber: number }[]).map(row => [
      row.id,
      row.invoiceNumber,
    ])
  }
  expect(await found('1234')).toEqual([[id, 1_234]])
  expect(await found('۱۲۳۴')).toEqual([[id, 1_234]])
  expect(await found('١٢٣٤')).toEqual([[id, 1_234]])
  expect(await found(id)).toEqual([[id, 1_234]])
  expect(await found('12345')).toEqual([])
  expect(await found('9999999999')).toEqual([])
  expect((await finance.call('GET', `/api/payments/${id}`)).body.invoice_number).toBe(1_234)
})

test('the command finds a payment by its number, unless a bank gave the same one', async () => {
  const [first, second] = await aSale({ ago: 60 }, { ago: 50 })
  await numberInvoices(shop.deps)
  const { DATA_DIR } = shop.deps.env
  const operator = anOperator({ MODE: 'demo', DATABASE_URL: shop.databaseUrl, DATA_DIR })
  const show = (payment: string) => operator.run('payments', 'show', payment)
  expect(await operator.json('payments', 'show', '۲')).toMatchObject({
    id: second,
    invoice_number: 2,
  })
  expect((await show('2')).stdout).toMatch(/^invoice number +2$/m)
  expect((await show('3')).stderr).toContain('There is no payment 3.')
  const other = await aPayment(shop.deps.db, {
    state: 'paid',
    paidAt: shop.clock.now(),
    gateway: 'zarinpal',
    refId: '1',
  })
  expect(await show('1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`1 is a reference of the payment ${other}`),
  })
  expect((await show(first ?? '')).stdout).toMatch(/^invoice number +1$/m)
  expect((await operator.run('payments', 'list')).stdout).toMatch(new RegExp(`^${first} +1 `, 'm'))
})

test('the report has the first and the last number, and each line its own', async () => {
  await aSale(...many(1_200), { ago: 20 })
  await numberInvoices(shop.deps)
  const day = 86_400_000
  const now = shop.clock.now().getTime()
  const period = { from: new Date(now - 1_500_000), to: new Date(now + day) }
  const sections = await buildReport(shop.deps, period, ['invoices', 'ledger'])
  const [invoices, ledger] = sections
  expect(invoices?.rows).toEqual([[700, 1_201, 502]])
  const printed = JSON.stringify(
    presentSections(
      period,
      [invoices, ledger].filter(s => !!s),
    ),
  )
  expect(printed).toContain('["700","1201",502]')
  const wire = sectionsWire(period, sections).sections
  expect(wire.invoices?.rows).toEqual([
    { first_invoice_number: 700, last_invoice_number: 1_201, invoices: 502 },
  ])
  expect(wire.ledger?.rows.at(-1)).toMatchObject({ invoice_number: 1_201 })
  expect(invoices && sectionsCsv([invoices]).split('\r\n')[1]).toBe('700,1201,502')
  const tomorrow = { from: period.to, to: new Date(now + 2 * day) }
  expect((await buildReport(shop.deps, tomorrow, ['invoices']))[0]?.rows).toEqual([])
})

test('numbers continue after the highest one', async () => {
  await aSale(...many(3))
  const [first] = await shop.deps.db.select().from(payments).orderBy(asc(payments.paidAt)).limit(1)
  await shop.deps.db
    .update(payments)
    .set({ invoiceNumber: 40 })
    .where(eq(payments.id, first?.id ?? ''))
  await numberInvoices(shop.deps)
  expect(await numbers()).toEqual([40, 41, 42])
})

test('the number of an invoice is read in any digits', () => {
  expect(readInvoiceNumber('12')).toBe(12)
  expect(readInvoiceNumber(' ۱۲ ')).toBe(12)
  expect(readInvoiceNumber('٢١٤٧٤٨٣٦٤٧')).toBe(2_147_483_647)
  for (const text of ['0', '2147483648', '1.5', '-1', '12a', ''])
    expect(readInvoiceNumber(text), text).toBe(null)
})
