import type { Page } from 'playwright'
import { hydrated, type Screen } from './screen.ts'

async function toBank(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main button[type=submit]:visible').first().click()
  await page.waitForURL(/\/fake\//)
}

export const checkoutScreens: Screen[] = [
  {
    name: 'packages',
    path: '/packages',
    viewers: ['visitor', 'newcomer', 'ending', 'subscriber', 'debit'],
  },
  {
    name: 'packages/voucher',
    path: '/packages?voucher=DEMO-50',
    viewers: ['newcomer'],
  },
  { name: 'packages/first-screen', path: '/packages', viewers: ['newcomer'], isCut: true },
  {
    name: 'payment/done',
    path: '/packages',
    viewers: ['expired'],
    act: async page => {
      await toBank(page)
      await page.locator('button[value=pay]').click()
      await page.waitForURL(/\/packages\/successPayment/)
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'payment/ticket',
    path: async find =>
      `/cinema-online/ticket/${(await find.title('house-of-seven-lamps')).short_id}`,
    viewers: ['subscriber'],
  },
  { name: 'direct-debit', path: '/dd-agreement', viewers: ['newcomer', 'debit'] },
]
