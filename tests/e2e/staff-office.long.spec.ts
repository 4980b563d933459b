// The daily work of finance and marketing in the console, each task with its clicks.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer } from '#tests/support/buyer.ts'
import { payAtBank } from '#tests/support/checkout-page.ts'
import { clicksOf, type StaffSite, staffPage, startStaffSite } from '#tests/support/staff-page.ts'

let at: StaffSite

beforeAll(async () => {
  at = await startStaffSite()
}, 120_000)
afterAll(() => at?.stop())

async function saved(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) }
}

/** A new member buys a month at the fake bank. */
async function aPaidSubscription(): Promise<void> {
  const { page, post } = await aBuyer(at.site)
  const invoice = { package_id: 'month-1' }
  const { transaction_id } = await post<{ transaction_id: string }>('/subscriptions', invoice)
  const { redirect_url } = await post<{ redirect_url: string }>('/subscriptions/pay', {
    transaction_id,
  })
  await page.goto(redirect_url)
  await payAtBank(page)
}

test('finance saves the report as a workbook, a table as CSV in Persian, and the ledger', async () => {
  const page = await staffPage(at, 'finance', { language: 'fa' })
  await page.goto('/finance')
  await page.getByText('فعال در آغاز').waitFor()
  const workbook = await saved(page, () =>
    page.getByRole('button', { name: 'همه در یک فایل اکسل' }).click(),
  )
  expect(workbook.name).toMatch(/\.xlsx$/)
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  const table = await saved(page, () =>
    page.getByRole('button', { name: 'دریافت خروجی' }).first().click(),
  )
  expect(table.bytes.toString()).toContain('شرح')
  const ledger = await saved(page, () => page.getByRole('button', { name: 'ریز دفتر کل' }).click())
  expect(ledger.name).toMatch(/^ledger_.*\.csv$/)
  expect(await clicksOf(page)).toBe(3)
})

test('finance changes a price from a day on', async () => {
  const page = await staffPage(at, 'finance')
  await page.goto('/sales')
  await page.getByRole('button', { name: 'Change the price' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=price]').fill('1690000')
  await dialog.getByText('169,000').waitFor()
  await dialog.getByRole('button', { name: 'Change the price' }).click()
  await page.getByText('Done.').first().waitFor()
  await page.locator('tbody').first().getByText('169,000').first().waitFor()
  expect(await clicksOf(page)).toBe(2)
})

test('finance refunds a part of a payment', async () => {
  await aPaidSubscription()
  const page = await staffPage(at, 'finance')
  await page.goto('/payments?filter=%7B%22state%22%3A%22paid%22%7D')
  await page.locator('tbody tr').first().click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=amount]').fill('100000')
  await dialog.getByText('= 10,000').waitFor()
  await dialog.locator('[name=reason]').fill('a fault of ours')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('Done.').first().waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('marketing makes a batch of vouchers and saves it for a partner', async () => {
  const page = await staffPage(at, 'marketing', { language: 'fa' })
  await page.goto('/sales')
  const codes = await saved(page, () =>
    page.getByRole('button', { name: 'فایل شریک' }).first().click(),
  )
  expect(codes.bytes.toString()).toMatch(/^\ufeffکد,/)
  expect(await clicksOf(page)).toBe(1)
})

test('marketing sends an SMS to a segment after a try', async () => {
  const page = await staffPage(at, 'marketing')
  await page.goto('/messages')
  await page.getByRole('button', { name: 'New SMS' }).click()
  const draft = page.getByRole('dialog')
  await draft.locator('[name=text]').fill('A new season begins.')
  await draft.getByLabel('Who').click()
  await page.getByRole('option', { name: 'ends soon' }).click()
  await draft.getByRole('button', { name: 'New SMS' }).click()
  await draft.getByText('Recipients').waitFor()
  await draft.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Try on a number' }).first().click()
  await page.getByRole('dialog').locator('[name=number]').fill('09121110000')
  await page.getByRole('dialog').getByRole('button', { name: 'Try on a number' }).click()
  await page.getByText('Done.').first().waitFor()
  await page.getByRole('button', { name: 'Send to all' }).first().click()
  await page.getByRole('dialog').locator('[name=reason]').fill('the new season')
  await page.getByRole('dialog').getByRole('button', { name: 'Send to all' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await clicksOf(page)).toBe(9)
})

test('marketing sees the votes of a survey as bars', async () => {
  const page = await staffPage(at, 'marketing')
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Results' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Results' }).click()
  await dialog.getByRole('progressbar').first().waitFor()
  expect(await clicksOf(page)).toBe(2)
})
