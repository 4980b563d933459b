import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Opens the sheet of the first of these cards by a long press. */
export async function holdFirst(page: Page, cards: string): Promise<void> {
  const card = page.locator(cards).first()
  await card.dispatchEvent('pointerover', { bubbles: true })
  const finger = { pointerType: 'touch', isPrimary: true, bubbles: true }
  const press = async () => {
    await card.dispatchEvent('pointerdown', finger)
    return page.locator('.card-sheet[open]').count()
  }
  await expect.poll(press, { interval: 1_500, timeout: 30_000 }).toBe(1)
  await card.dispatchEvent('pointerup', finger)
}
