// Live, audio books, the speed while pressed, and captions that are moved.
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import { chooseSetting, closePanel } from '#tests/support/player-settings.ts'
import {
  aCaption,
  advances,
  aTitle,
  aViewer,
  inVideo,
  mediaTime,
  openFilm,
  seekTo,
  watch,
} from '#tests/support/viewer.ts'

describe('a subscriber', () => {
  test('watches live, seeks back and returns to the live edge', async () => {
    const page = await newPage(DESKTOP)
    await aViewer(page)
    const channel = await aTitle('flags=live')
    await watch(page, `/play/${channel.short_id}`)
    const badge = page.locator('.live-button')
    await badge.waitFor()
    expect(await badge.getAttribute('data-live-edge')).toBe('')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.locator('.live-button:not([data-live-edge])').click()
    await page.locator('.live-button[data-live-edge]').waitFor()
    await advances(page)
  })

  test('listens to an audio book by chapters, with a mini player while scrolling', async () => {
    const page = await newPage({ width: 390, height: 560 })
    await aViewer(page)
    const book = await aTitle('flags=audio_book')
    await page.goto(`/play/${book.short_id}`)
    await page.locator('.audio-book-play').click()
    await advances(page)
    await page.locator('.audio-book-chapters button').nth(1).click()
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(15)
    await advances(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.locator('.audio-book-mini').getByRole('button').first().click()
    await expect
      .poll(() => page.locator('audio').evaluate(it => (it as HTMLAudioElement).paused))
      .toBe(true)
  })
})

test('pressing the picture plays at twice the speed until it is released', async () => {
  const page = await newPage(DESKTOP)
  await openFilm(page, 3)
  const rate = () => inVideo(page, video => video.playbackRate)
  await page.mouse.move(640, 300)
  await page.mouse.down()
  await expect.poll(rate).toBe(2)
  await page.locator('.hold-indicator').waitFor()
  await page.mouse.up()
  await expect.poll(rate).toBe(1)
  expect(await inVideo(page, video => video.paused)).toBe(false)
  await page.locator('.hold-indicator').waitFor({ state: 'detached' })
})

test('captions that come too early or too late are moved by half a second', async () => {
  const page = await newPage(DESKTOP)
  await openFilm(page, 0)
  const caption = aCaption(page)
  await chooseSetting(page, 'زیرنویس', 'فارسی')
  const { text, start } = await caption
  const later = page.getByRole('button', { name: 'نیم ثانیه دیرتر' })
  await later.click()
  await later.click()
  await page.getByText('۱ ثانیه دیرتر').waitFor()
  await screenshot(page, 'player-caption-timing')
  await closePanel(page)
  await page.keyboard.press('k')
  const line = page.locator('.caption-line', { hasText: text })
  // The caption is shown for 2.9 seconds, without the delay from `start`.
  for (const [after, isShown] of [
    [1.5, true],
    [0.5, false],
    [3.5, true],
  ] as const) {
    await seekTo(page, start + after)
    await expect.poll(() => line.isVisible()).toBe(isShown)
  }
})

test('the settings are loaded while the controls are visible, before they are opened', async () => {
  const page = await newPage()
  await aViewer(page)
  const { short_id } = await aTitle('types=single_video')
  const loaded = page.waitForRequest(/\/SettingsPanel[.\w-]*\.js/)
  await page.goto(`/play/${short_id}`)
  await loaded
  expect(await page.locator('#player-settings').count()).toBe(0)
})
