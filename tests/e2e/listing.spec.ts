import { describe, expect, test } from 'vitest'
import { newPage, PHONE } from '#tests/support/browser.ts'

describe('the listing', () => {
  test('sorts by a labelled menu beside the filters, closed by Escape and by a press elsewhere', async () => {
    const page = await newPage()
    await page.goto('/contents?types=series')
    const menu = page.locator('details[data-menu]')
    const summary = menu.locator('summary')
    expect(await summary.textContent()).toContain('مرتب‌سازی')
    await summary.press('Enter')
    await menu.locator('a').first().waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return menu.getAttribute('open')
      })
      .toBeNull()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    await summary.click()
    await page.locator('h1').click()
    expect(await menu.getAttribute('open')).toBeNull()
    await summary.click()
    await menu.getByRole('link', { name: 'تازه‌ترین' }).click()
    await page.waitForURL('**/contents?types=series&order=latest')
  })

  test('says what it is filtered by, and takes each filter away', async () => {
    const page = await newPage(PHONE)
    await page.goto('/contents?categories=KIDS,drama&flags=persian_dub')
    const filters = page.locator('[data-filters] a')
    expect((await filters.allTextContents()).map(text => text.trim())).toEqual([
      'کودک',
      'درام',
      'دوبلهٔ فارسی',
    ])
    await filters.first().click()
    await page.waitForURL(/categories=drama/)
    expect(await filters.count()).toBe(2)
  })
})
