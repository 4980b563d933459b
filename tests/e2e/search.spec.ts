import { expect, test } from 'vitest'
import { PHONE, screenshot } from '#tests/support/browser.ts'
import { openSearch } from '#tests/support/search-panel.ts'

test('opens with popular titles and genres, and with earlier searches', async () => {
  const { page, panel } = await openSearch({ ...PHONE, touch: true })
  await panel.getByRole('heading', { name: 'پرطرفدار این روزها' }).waitFor()
  const titles = panel.locator('a[href^="/contents/"]')
  await titles.nth(7).waitFor()
  expect(await titles.count()).toBe(8)
  expect(await panel.locator('a[href*="categories="]').count()).toBeGreaterThan(5)
  expect(await panel.getByText('جست‌وجوهای اخیر').count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('recent-searches', '{"":["باغ"]}'))
  await page.reload()
  await page.locator('[data-key=search]').click()
  await panel.getByText('جست‌وجوهای اخیر').waitFor()
  await screenshot(page, 'search-start-phone')
  await panel.getByRole('button', { name: 'باغ' }).click()
  await panel.getByText('همهٔ نتایج').waitFor()
})

test('shows and announces how many letters are missing', async () => {
  const { input, panel } = await openSearch({ language: 'en' })
  await input.fill('n')
  await panel.getByRole('status').getByText('Type 2 more letters.').waitFor()
  await input.fill('ni')
  await panel.getByRole('status').getByText('Type 1 more letter.').waitFor()
  await input.fill('')
  await expect.poll(() => panel.getByRole('status').textContent()).toBe('')
})

test('suggests titles and genres if nothing is found, in the panel and in the list', async () => {
  const { page, input, panel } = await openSearch()
  await input.fill('ظظظظظظ')
  await panel.getByText('پیدا نشد').waitFor()
  await panel.getByText('شاید بپسندید').waitFor()
  expect(await panel.locator('a[href^="/contents/"]').count()).toBe(8)
  await input.press('Enter')
  await page.waitForURL(/query=/)
  const list = page.locator('main')
  await list.getByRole('heading', { name: 'شاید بپسندید' }).waitFor()
  expect(await list.locator('.poster-frame').count()).toBe(8)
})

test('a click in the panel reports the position that the result has in the list', async () => {
  const { page, input, panel } = await openSearch({ language: 'en' })
  const reply = page.waitForResponse(/\/api\/search\?query=/)
  await input.fill('the')
  const { data } = await (await reply).json()
  const shown = [...data.promoted_videos, ...data.movies, ...data.series]
  const rows = panel.locator('a[href^="/en/contents/"]')
  await expect.poll(() => rows.count()).toBe(shown.length)
  const click = page.waitForRequest(/\/api\/search\/click/)
  const at = Math.min(3, shown.length - 1)
  await rows.nth(at).click()
  const query = new URL((await click).url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    contentId: shown[at].id,
    position: `${at + 1}`,
    queryId: data.search_query_id,
  })
})

test('separators are outside the isolated facts, which are therefore in the order of the page', async () => {
  const { input, panel } = await openSearch({ ...PHONE, touch: true })
  await input.fill('the')
  const facts = panel.locator('a[href^="/contents/"] .text-sm bdi')
  await facts.nth(3).waitFor()
  for (const fact of await facts.allTextContents()) expect(fact).not.toContain('·')
  const places = await panel
    .locator('a[href^="/contents/"] .text-sm:has(bdi + bdi)')
    .first()
    .locator('bdi')
    .evaluateAll(all => all.map(each => each.getBoundingClientRect().right))
  expect(places).toEqual(places.toSorted((a, b) => b - a))
})

test('arrow keys move from the input through all suggestions, and Escape closes the panel', async () => {
  const { page, panel } = await openSearch()
  await panel.locator('a[href^="/contents/"]').first().waitFor()
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  expect(await focused()).toMatch(/^\/contents\//)
  await page.keyboard.press('Escape')
  expect(await panel.isVisible()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('search')
})
