import { newPage, type PageOptions } from './browser.ts'

/** Opens the home page and its search, and returns the page, the field and the panel below it. */
export async function openSearch(options: PageOptions = {}) {
  const page = await newPage(options)
  await page.goto(options.language === 'en' ? '/en' : '/')
  await page.locator('[data-key=search]').click()
  const input = page.locator('.search-drop input[name=query]')
  await input.waitFor()
  return { page, input, panel: page.locator('.search-panel') }
}
