// Every screen of the console opens in both languages without an error, under the role whose work it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleScreens } from '#tests/shots/console-screens.ts'
import { clicksOf, type StaffSite, staffPage, startStaffSite } from '#tests/support/staff-page.ts'

let at: StaffSite

beforeAll(async () => {
  at = await startStaffSite()
}, 120_000)
afterAll(() => at?.stop())

test.each(['fa', 'en'] as const)(
  'every screen opens and fits 1024 px, in %s',
  { timeout: 300_000 },
  async language => {
    for (const { name, path, viewers } of consoleScreens) {
      const page = await staffPage(at, viewers[0], { language })
      await page.goto(String(path))
      await page
        .locator('main :is(table, form, section, .RaList-main, h2, button)')
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.locator('.RaError-root, .RaError-title').count(), name).toBe(0)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, name).toBeLessThanOrEqual(1024)
      await page.context().close()
    }
  },
)

test('an editor begins a title, which opens in its form as a draft', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/titles')
  await page.getByRole('link', { name: 'New title' }).click()
  await page.locator('[name=external_id]').fill('rain-in-shiraz')
  await page.locator('[name="title.fa"]').fill('باران در شیراز')
  await page.locator('[name="title.en"]').fill('Rain in Shiraz')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/titles/rain-in-shiraz')
  await page.getByRole('heading', { level: 1, name: 'Rain in Shiraz' }).waitFor()
  await page.getByLabel('Genres').fill('dra')
  await page.getByRole('option', { name: 'Drama' }).click()
  await page.getByLabel('Countries').fill('Ira')
  await page.getByRole('option', { name: 'Iran', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Done.').first().waitFor()
  await page.reload()
  await page.getByText('Drama', { exact: true }).first().waitFor()
  expect(await clicksOf(page)).toBe(5)
})

test('a list that could not be read says so and is read again', async () => {
  const page = await staffPage(at, 'finance', { allow: [/ERR_FAILED/] })
  await page.route('**/actions/refunds/list', route => route.abort())
  await page.goto('/refunds')
  await page.getByRole('alert').getByText('did not reach the server').waitFor()
  await page.unroute('**/actions/refunds/list')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No refund is owed.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test.each([
  { typed: '۱۴۰۵۱۲۲۹۱۴۳۰', keyboard: 'Persian' },
  { typed: '140512291430', keyboard: 'Latin' },
])(
  'a date is typed from the year to the minute on a $keyboard keyboard, and the calendar is Persian',
  async ({ typed }) => {
    const page = await staffPage(at, 'editor', { language: 'fa' })
    await page.goto('/schedule')
    await page.getByRole('button', { name: 'زمان انتشار' }).click()
    const dialog = page.getByRole('dialog')
    const parts = dialog.getByRole('group', { name: 'زمان انتشار' }).getByRole('spinbutton')
    // The year is the first part on the way of the Tab key.
    await dialog.getByRole('textbox').first().focus()
    await page.keyboard.press('Tab')
    for (const digit of typed) await page.keyboard.insertText(digit)
    expect(await parts.allTextContents()).toEqual(['۱۴۰۵', '۱۲', '۲۹', '۱۴', '۳۰'])
    const places = await parts.evaluateAll(all => all.map(part => part.getBoundingClientRect().x))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    await dialog.getByRole('button', { name: /۱۴۰۵/ }).first().click()
    const calendar = page.getByRole('grid')
    expect(await calendar.getByRole('columnheader').allTextContents()).toEqual([
      'ش',
      'ی',
      'د',
      'س',
      'چ',
      'پ',
      'ج',
    ])
    expect(await calendar.getByRole('gridcell', { selected: true }).textContent()).toBe('۲۹')
  },
)
