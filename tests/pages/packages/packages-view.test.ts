import { expect, test } from 'vitest'
import type { PackageGroup } from '#src/contract/checkout.ts'
import type { SessionState } from '#src/lib/session/state.ts'
import { createPackagesView, offeredGroups } from '#src/pages/packages/_packages-view.ts'

const user = (days: number) =>
  ({ subscription_remaining_in_day: days }) as unknown as SessionState['user']
const none = new URLSearchParams()

test('a viewer with days left extends, every other viewer buys', () => {
  expect(createPackagesView(user(3), none).titleKey).toBe('checkout.title.extend')
  expect(createPackagesView(user(0), none).titleKey).toBe('checkout.title.buy')
  expect(createPackagesView(null, none).titleKey).toBe('checkout.title.buy')
})

test('a subscription that renews by direct debit names the next debit, and is offered no second contract', () => {
  const debit = '2026-12-01T10:00:00'
  const renewing = { ...user(3), next_debit_at: debit } as SessionState['user']
  const ended = { ...user(0), next_debit_at: debit } as SessionState['user']
  expect(createPackagesView(renewing, none).nextDebit).toBe(debit)
  expect(createPackagesView(ended, none).nextDebit).toBeNull()
  const groups = [
    { title: 'a', packages: [{ renewal: 'once' }, { renewal: 'direct_debit' }] },
    { title: 'b', packages: [{ renewal: 'direct_debit' }] },
  ] as PackageGroup[]
  expect(offeredGroups(groups, { nextDebit: debit })).toEqual([
    { title: 'a', packages: [{ renewal: 'once' }] },
  ])
  expect(offeredGroups(groups, { nextDebit: null })).toEqual(groups)
})

test('package and voucher come from the address, and a very long voucher is cut', () => {
  const search = new URLSearchParams({ package: 'p1', voucher: 'A'.repeat(500) })
  const { packageId, voucher } = createPackagesView(null, search)
  expect([packageId, voucher.length]).toEqual(['p1', 41])
  expect(createPackagesView(null, none)).toMatchObject({ packageId: null, voucher: '' })
})
