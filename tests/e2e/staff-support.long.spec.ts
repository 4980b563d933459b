// The daily work of support and moderation in the console, each task with its clicks and seconds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import {
  clicksOf,
  runAction,
  type StaffSite,
  staffPage,
  startStaffSite,
} from '#tests/support/staff-page.ts'

let at: StaffSite

beforeAll(async () => {
  at = await startStaffSite()
}, 120_000)
afterAll(() => at?.stop())

async function aTicket(title: string) {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const text = 'Since yesterday.'
  await member.call('post', '/tickets', { department: 'technical', title, text })
  return member
}

test('support leaves a note beside a ticket', async () => {
  await aTicket('No picture')
  const page = await staffPage(at, 'support')
  await page.goto('/tickets')
  await page.locator('[name=q]').fill('No picture')
  await page.locator('tbody tr', { hasText: 'No picture' }).click()
  await page.getByRole('heading', { name: 'No picture' }).waitFor()
  // No form begins with what the record of the page has under the same name.
  expect(await page.locator('[name=text]').inputValue()).toBe('')
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const [room, needed] = await page
      .locator('aside')
      .evaluate(aside => [
        aside.clientWidth,
        Math.max(...[...aside.querySelectorAll('button, .MuiCard-root')].map(it => it.scrollWidth)),
      ])
    expect(needed, `beside the ticket at ${width} px`).toBeLessThanOrEqual(room ?? 0)
  }
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.locator('[name=text]').inputValue()).toBe('')
  await dialog.locator('[name=text]').fill('He has an old television.')
  await dialog.getByRole('button', { name: 'Add a note' }).click()
  await page.getByRole('article').getByText('He has an old television.').waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('support closes tickets in bulk', async () => {
  for (const title of ['Bulk one', 'Bulk two']) await aTicket(title)
  const page = await staffPage(at, 'support')
  await page.goto('/tickets')
  await page.locator('[name=q]').fill('Bulk')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await page.locator('thead input[type=checkbox]').click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Done for 2 rows.').waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('support gives a person days, and blocks one with a reason', async () => {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const page = await staffPage(at, 'support')
  await page.goto('/people')
  await page.locator('[name=q]').fill(member.msisdn)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody tr').click()
  await page.getByRole('button', { name: 'Grant days' }).click()
  await page.getByRole('dialog').locator('[name=days]').fill('3')
  await page.getByRole('dialog').getByRole('button', { name: 'Grant days' }).click()
  await page.getByText('Done.').first().waitFor()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('dialog').locator('[name=reason]').fill('shares the account')
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  expect(await clicksOf(page)).toBe(5)
})

test('editor: a word is tried on comments, and what it finds is hidden in bulk', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/comments')
  await page.locator('[name=word]').fill('موسیقی')
  await expect.poll(async () => page.locator('tbody tr').count()).toBeGreaterThan(1)
  const texts = page.locator('tbody tr td:nth-child(2)')
  await expect
    .poll(async () => (await texts.allTextContents()).every(text => text.includes('موسیقی')))
    .toBe(true)
  await page.locator('thead input[type=checkbox]').click()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await page.getByText(/^Done for \d+ rows\.$/).waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('an administrator saves the data of a person as a file', async () => {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const page = await staffPage(at, 'admin')
  await page.goto('/people')
  await page.locator('[name=q]').fill(member.msisdn)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody tr').click()
  await page.getByRole('button', { name: 'Export the data' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export the data' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
})

test('an administrator sees by name whose data shall be erased', async () => {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const support = await staffPage(at, 'support')
  const call = { fields: { person: member.msisdn }, reason: 'asked by phone' }
  await runAction(support, 'users.erase', call)
  const page = await staffPage(at, 'admin')
  await page.goto('/requests')
  await page.getByText('asked by phone').waitFor()
  await page
    .getByRole('link', { name: /\*\*\*/ })
    .first()
    .waitFor()
})
