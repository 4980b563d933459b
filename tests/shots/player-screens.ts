import type { Page } from 'playwright'
import type { Screen } from './screen.ts'

const play =
  (externalId: string): Screen['path'] =>
  async find =>
    `/play/${(await find.title(externalId)).short_id}`

async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await page.waitForTimeout(300)
}

export const playerScreens: Screen[] = [
  {
    name: 'player',
    path: play('quiet-orchard'),
    viewers: ['subscriber'],
    isCut: true,
    act: started,
  },
  {
    name: 'player/settings',
    path: play('quiet-orchard'),
    viewers: ['subscriber'],
    isCut: true,
    act: async page => {
      await started(page)
      await page
        .locator('button:has(.i-lucide-settings), button:has(svg.lucide-settings)')
        .first()
        .click()
      await page.locator('.panel').waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'player/live',
    path: play('pardeh-live'),
    viewers: ['visitor', 'subscriber'],
    isCut: true,
  },
  {
    name: 'player/audio-book',
    path: play('audio-lantern-maker'),
    viewers: ['subscriber'],
    isCut: true,
  },
  {
    name: 'player/no-access',
    path: play('quiet-orchard'),
    viewers: ['newcomer', 'expired'],
    isCut: true,
  },
]
