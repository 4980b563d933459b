import { expect, test } from 'vitest'
import type { Api } from '#src/lib/api/client.ts'
import { CallFailed, type Failure } from '#src/lib/api/failure.ts'
import { invoiceInfo, type LoadedInvoice, loadInvoice } from '#src/lib/checkout/load-invoice.ts'

const invoice = { invoice: {}, package: {}, gateways: [] }

/** Answers calls with a voucher by `failure`, others by `plain`. */
function anApi(failure: Partial<Failure> | null, plain: Partial<Failure> | null = null): Api {
  const answer = (failed: Partial<Failure> | null) =>
    failed ? Promise.reject(new CallFailed(failed as Failure)) : Promise.resolve(invoice)
  return ((_: unknown, { params }: { params: { b?: string } }) =>
    answer(params.b ? failure : plain)) as unknown as Api
}
const error = (status: number, message?: string, errors = {}) =>
  ({ kind: 'api_error', status, message, errors }) as Partial<Failure>

test('an invoice without and with a voucher', async () => {
  expect(await loadInvoice(anApi(null), 'p', null)).toEqual({
    kind: 'invoice',
    loaded: invoice,
    voucher: null,
    rejection: null,
  })
  expect(await loadInvoice(anApi(null), 'p', 'demo-50')).toMatchObject({ voucher: 'DEMO-50' })
})

test('a rejected voucher leaves the full price and its reason', async () => {
  expect(await loadInvoice(anApi(error(422, 'expired')), 'p', 'PAST-10')).toEqual({
    kind: 'invoice',
    loaded: invoice,
    voucher: null,
    rejection: 'expired',
  })
})

test('a text that cannot be a voucher is not sent', async () => {
  const page = await loadInvoice(anApi(error(500)), 'p', 'no code')
  expect(page).toMatchObject({ loaded: invoice, voucher: null, rejection: '' })
})

test('a package of direct debit and an unknown package have pages of their own', async () => {
  const debit = error(422, undefined, { package_id: 'validation.invalid' })
  expect(await loadInvoice(anApi(null, debit), 'p', null)).toEqual({ kind: 'direct_debit' })
  expect(await loadInvoice(anApi(null, error(404)), 'p', null)).toEqual({ kind: 'unknown_package' })
})

test('while the service fails the voucher is kept for the next try', async () => {
  for (const failure of [error(503), { kind: 'no_response' } as Partial<Failure>])
    expect(await loadInvoice(anApi(failure), 'p', 'DEMO-50')).toEqual({
      kind: 'invoice',
      loaded: null,
      voucher: 'DEMO-50',
      rejection: null,
    })
})

test('the field says what a code saves, and nothing of one that does not lower the price', () => {
  const loaded = (voucher_code: string | null, discount: number, total: number) =>
    ({
      invoice: { voucher_code, discount, total },
      package: {},
      gateways: [],
    }) as never as LoadedInvoice
  expect(invoiceInfo(loaded('DEMO-50', 50, 55))).toMatchObject({ kind: 'discount', amount: 50 })
  expect(invoiceInfo(loaded('GIFT-30', 100, 0))).toMatchObject({ kind: 'gift', total: 0 })
  expect(invoiceInfo(loaded(null, 20, 90))).toBeNull()
})
