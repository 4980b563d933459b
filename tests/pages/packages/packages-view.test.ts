import { expect, test } from 'vitest'
import type { SessionState } from '#src/lib/session/state.ts'
import { packagesView } from '#src/pages/packages/_packages-view.ts'

const user = (days: number) =>
  ({ subscription_remaining_in_day: days }) as unknown as SessionState['user']
const none = new URLSearchParams()

test('who has days left extends, everyone else buys', () => {
  expect(packagesView(user(3), none).titleKey).toBe('checkout.title.extend')
  expect(packagesView(user(0), none).titleKey).toBe('checkout.title.buy')
  expect(packagesView(null, none).titleKey).toBe('checkout.title.buy')
})

test('package and voucher come from the address, an endless voucher is cut', () => {
  const search = new URLSearchParams({ package: 'p1', voucher: 'A'.repeat(500) })
  const { packageId, voucher } = packagesView(null, search)
  expect([packageId, voucher.length]).toEqual(['p1', 41])
  expect(packagesView(null, none)).toMatchObject({ packageId: null, voucher: '' })
})
