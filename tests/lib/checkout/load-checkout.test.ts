import { expect, test } from 'vitest'
import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { RESULTS } from '#src/contract/envelope.ts'
import type { Api } from '#src/lib/api/client.ts'
import { CallFailed, type Failure } from '#src/lib/api/failure.ts'
import { cardPackageId, loadCheckout } from '#src/lib/checkout/load-checkout.ts'

const aPackage = (id: string, change: Partial<Package> = {}) =>
  ({ id, renewal: 'once', is_best_offer: false, total: 100, ...change }) as Package
const groups: PackageGroup[] = [
  { title: '', packages: [aPackage('debit', { renewal: 'direct_debit' }), aPackage('month')] },
]
const lowered: PackageGroup[] = [{ title: '', packages: [aPackage('month', { total: 50 })] }]
const gateways = [{ id: 'zarinpal', title: 'Zarinpal', type: 'card', logo: null }]
const DISCOUNT = { kind: 'discount', percent: 50, amount: null, package: null, total: 0 }

type Answers = Partial<Record<string, unknown>>
/** Answers each call by the name of its endpoint; a failure is thrown. */
function anApi(answers: Answers = {}): Api {
  const known: Answers = {
    getPaymentGateways: { gateways },
    checkVoucher: DISCOUNT,
    groupPackages: { groups: lowered },
    ...answers,
  }
  return (async ({ name }: Endpoint) => {
    const answer = known[name]
    if (answer instanceof CallFailed) throw answer
    return answer
  }) as unknown as Api
}
const failure = (status: number, message?: string) =>
  new CallFailed({ kind: 'api_error', status, message, errors: {} } as Failure)
const unreachable = new CallFailed({ kind: 'no_response' })
const load = (voucherText: string, answers?: Answers) =>
  loadCheckout(anApi(answers), { groups, requestedId: null, voucherText })

test('gateways are loaded, and a voucher prices all packages', async () => {
  expect(await load('')).toEqual({
    list: { kind: 'listed', gateways },
    quote: null,
    rejection: null,
  })
  expect((await load('demo-50'))?.quote).toEqual({
    code: 'DEMO-50',
    priced: { groups: lowered, info: DISCOUNT },
  })
})

test('a gift leaves the prices as they are', async () => {
  const gift = { ...DISCOUNT, kind: 'gift' }
  const page = await load('GIFT-30', { checkVoucher: gift, groupPackages: failure(500) })
  expect(page?.quote?.priced).toEqual({ groups, info: gift })
})

test('a rejected voucher leaves the full price and shows the reason', async () => {
  expect(await load('PAST-10', { checkVoucher: failure(422, 'expired') })).toMatchObject({
    quote: null,
    rejection: 'expired',
  })
})

test('a text that cannot be a voucher code is not sent', async () => {
  const page = await load('no code', { checkVoucher: failure(500) })
  expect(page).toMatchObject({ quote: null, rejection: '' })
})

test('while the service fails the voucher is neither counted nor rejected, and the gateways are missing', async () => {
  for (const failed of [failure(503), unreachable])
    expect(await load('DEMO-50', { checkVoucher: failed, getPaymentGateways: failed })).toEqual({
      quote: null,
      rejection: null,
      list: { kind: 'failed' },
    })
})

const refusals = Object.values(RESULTS)
  .map(([status]) => status)
  .filter(status => status >= 400 && status < 500 && status !== 401)

test.each([...new Set(refusals)])(
  'a service that refuses to sell with %i says why',
  async status => {
    const refused = failure(status, 'not to you')
    expect((await load('', { getPaymentGateways: refused }))?.list).toEqual({
      kind: 'refused',
      message: 'not to you',
    })
  },
)

test('a session that has ended is a visitor, who signs in first', async () => {
  expect(await load('', { getPaymentGateways: failure(401) })).toBeNull()
})

test('gateways are those of a package that is paid by card', async () => {
  expect(cardPackageId({ groups, requestedId: 'debit' })).toBe('month')
  expect(cardPackageId({ groups, requestedId: 'month' })).toBe('month')
  const [debit] = groups[0]?.packages ?? []
  const only = [{ title: '', packages: debit ? [debit] : [] }]
  expect(cardPackageId({ groups: only, requestedId: null })).toBeNull()
})
