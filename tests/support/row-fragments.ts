/** Rows whose cards arrive as fragments (src/lib/catalogue/row-fragments.browser.ts). */
import type { Page } from 'playwright'
import { expect } from 'vitest'

const WAITING = '[data-fragment]'

/** Scrolls down until every row has its cards, and back to the top. */
export async function showAllRows(page: Page): Promise<void> {
  const left = async () => {
    await page.evaluate(() =>
      scrollTo({ top: scrollY + innerHeight, behavior: 'instant' as ScrollBehavior }),
    )
    return page.locator(WAITING).count()
  }
  await expect.poll(left).toBe(0)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' as ScrollBehavior }))
}
