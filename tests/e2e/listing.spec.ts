import { describe, expect, test } from 'vitest'
import { newPage, PHONE } from '#tests/support/browser.ts'

describe('the listing', () => {
  test('sorts with a labelled menu next to the filters; Escape and a press elsewhere close it', async () => {
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

  test('shows its filters, and each can be removed', async () => {
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

  test('has one line of controls on a phone, and a menu for the order that nothing clips', async () => {
    const page = await newPage(PHONE)
    await page.goto('/contents?types=series&categories=drama&order=latest')
    const controls = page.locator('.listing-controls')
    expect((await controls.boundingBox())?.height).toBeLessThanOrEqual(60)
    const first = await page.locator('.poster-grid').boundingBox()
    expect(first?.y).toBeLessThan(0.35 * PHONE.height)
    await controls.locator('summary').click()
    const option = controls.getByRole('link', { name: 'بیشترین امتیاز' })
    const box = await option.boundingBox()
    const hit = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.textContent?.trim(),
      [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2],
    )
    expect(hit).toBe('بیشترین امتیاز')
    await option.click()
    await page.waitForURL(/order=rate/)
  })

  test('has one search, that of the header, which contains the words of the results', async () => {
    const page = await newPage(PHONE)
    await page.goto('/contents?query=باران')
    const fields = page.locator('input[type=search]')
    expect(await fields.count()).toBe(1)
    await page.getByRole('button', { name: 'تغییر جست‌وجو' }).click()
    await fields.waitFor()
    expect(await fields.inputValue()).toBe('باران')
    await fields.fill('باغ')
    await fields.press('Enter')
    await page.waitForURL(/query=%D8%A8%D8%A7%D8%BA/)
  })

  test('shows categories in two columns on a phone', async () => {
    const page = await newPage(PHONE)
    await page.goto('/categories')
    const tiles = page.locator('.tile-grid > li')
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    expect(second?.y).toBe(first?.y)
  })
})
