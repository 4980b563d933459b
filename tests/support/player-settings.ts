/** The settings panel of the player. */
import type { Page } from 'playwright'

/** Opens the panel and presses these rows, one after the other. */
export async function chooseSetting(page: Page, ...names: string[]) {
  await page.mouse.move(300 + Math.random() * 50, 300)
  await page.getByRole('button', { name: 'تنظیمات پخش' }).click()
  for (const name of names)
    await page.locator('.panel').getByText(name, { exact: true }).first().click()
}

/** Closes the panel: Escape returns from a page to the first one, then to the film. */
export async function closePanel(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('.panel').getByText('زبان صدا', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.panel').waitFor({ state: 'detached' })
}
