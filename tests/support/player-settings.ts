/** The settings panel of the player. */
import type { Locator, Page } from 'playwright'

/**
 * Returns the row of the panel with this name. The hint of another row may be the same text: "automatic" shows the quality that plays.
 */
export function panelRow(page: Page, name: string): Locator {
  return page
    .locator('.panel button > :not(.menu-hint, .menu-value)')
    .and(page.getByText(name, { exact: true }))
}

/** Opens the panel and presses these rows, one after the other. */
export async function chooseSetting(page: Page, ...names: string[]) {
  await page.mouse.move(300 + Math.random() * 50, 300)
  await page.getByRole('button', { name: 'تنظیمات پخش' }).click()
  for (const name of names) await panelRow(page, name).click()
}

/** Closes the panel: Escape returns from a page to the first one, then to the film. */
export async function closePanel(page: Page) {
  await page.keyboard.press('Escape')
  await panelRow(page, 'زبان صدا').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.panel').waitFor({ state: 'detached' })
}
