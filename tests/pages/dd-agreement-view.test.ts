import { expect, test } from 'vitest'
import type { Contract } from '#src/contract/checkout.ts'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { createAgreementView } from '#src/pages/_dd-agreement-view.ts'

const monthly = { id: 'm1', renewal: 'direct_debit', total: 990_000 }
const cheaper = { id: 'm2', renewal: 'direct_debit', total: 490_000 }
const page = (packages: object[]) => ({ widgets: [{ type: 'packages', groups: [{ packages }] }] })
const view = (
  asked: { packageId?: string; status?: string } = {},
  {
    packages = [{ id: 'once', renewal: 'none' }, monthly, cheaper],
    contracts = [] as object[],
  } = {},
) =>
  createAgreementView(
    page(packages) as never,
    contracts as Contract[],
    { packageId: null, status: null, ...asked },
    getT('en'),
  )

test('the package of the address is selected, otherwise the first of direct debit', () => {
  expect(view({ packageId: 'm2' }).selected?.id).toBe('m2')
  expect(view({ packageId: 'once' }).selected?.id).toBe('m1')
  expect(view({}, { packages: [] }).selected).toBeNull()
})

test('the terms state the amount, the notice and the length', () => {
  const terms = view().terms.join(' ')
  expect(terms).toContain('99,000 tomans')
  expect(terms).toContain(String(DIRECT_DEBIT.noticeHours))
  expect(view({}, { packages: [] }).terms).toEqual([])
})

test('with an active contract there is nothing to agree to', () => {
  const contracts = [{ status: 'active' }]
  expect(view({ status: 'declined' }, { contracts })).toMatchObject({
    isActive: true,
    selected: null,
    outcome: null,
  })
})

test('the result of the previous attempt is shown, and a pending one is not an error', () => {
  expect(view({ status: 'declined' }).outcome?.isBad).toBe(true)
  expect(view({ status: 'pending' }).outcome?.isBad).toBe(false)
  expect(view({ status: 'toString' }).outcome).toBeNull()
  expect(view().outcome).toBeNull()
})
