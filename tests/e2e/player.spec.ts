// The player of the built site with real streams and audio. Interruptions are in player-failures.long.spec.ts, keys and remote controls in
// player-remote.long.spec.ts, accessible names and axe in player-accessibility.long.spec.ts.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import {
  aCaption,
  advances,
  aTitle,
  aViewer,
  inVideo,
  listenTo,
  loudest,
  mediaTime,
  noteStart,
  openFilm,
  seekTo,
  startedAt,
  watch,
} from '#tests/support/viewer.ts'

/** Fewer seconds than the player loads ahead. */
const BUFFERED_SECONDS = 10

async function choose(page: Page, ...names: string[]) {
  await page.mouse.move(300 + Math.random() * 50, 300)
  await page.getByRole('button', { name: 'تنظیمات پخش' }).click()
  for (const name of names)
    await page.locator('.panel').getByText(name, { exact: true }).first().click()
}

/** Closes the panel: Escape returns from a page to the first one, then to the film. */
async function closePanel(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('.panel').getByText('زبان صدا', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.panel').waitFor({ state: 'detached' })
}

describe('a subscriber', () => {
  test('plays the chosen language and quality, and shows Persian captions with the full stop on the left', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 0)
    await listenTo(page)
    await expect.poll(async () => (await loudest(page)).level).toBeGreaterThan(-60)
    await expect.poll(async () => (await loudest(page)).hertz).toBeLessThan(340)
    await choose(page, 'زبان صدا', 'English')
    const position = await mediaTime(page)
    await expect
      .poll(async () => (await loudest(page)).hertz, { interval: 50 })
      .toBeGreaterThan(500)
    // The film continues, and segments that were loaded in the other language are not played to their end.
    const played = (await mediaTime(page)) - position
    expect(played).toBeGreaterThan(-0.1)
    expect(played).toBeLessThan(BUFFERED_SECONDS)
    await closePanel(page)

    await choose(page, 'کیفیت', '۲۴۰p')
    await expect.poll(() => inVideo(page, video => video.videoHeight)).toBe(240)
    await page.locator('.panel').getByText('۴۸۰p', { exact: true }).first().click()
    await expect.poll(() => inVideo(page, video => video.videoHeight)).toBe(480)
    await closePanel(page)

    const caption = aCaption(page)
    await choose(page, 'زیرنویس', 'فارسی')
    const { text, start } = await caption
    await closePanel(page)
    await page.keyboard.press('k')
    await expect.poll(() => inVideo(page, video => video.paused)).toBe(true)
    await seekTo(page, start + 0.5)
    const line = page.locator('.caption-line', { hasText: text })
    await line.waitFor()
    const { first, last, bottom } = await line.evaluate(element => {
      const text = element.querySelector('span')?.firstChild as Text
      const at = (index: number) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect()
      }
      return { first: at(0).left, last: at(text.length - 1).left, bottom: at(0).bottom }
    })
    expect(last).toBeLessThan(first)
    // The caption moves up with the control bar.
    const lifted = async () => {
      const [text, bar] = [
        await line.boundingBox(),
        await page.locator('.control-bar-timeline').boundingBox(),
      ]
      return text && bar ? bar.y - text.y - text.height : -1
    }
    await expect.poll(lifted).toBeGreaterThan(0)
    expect(bottom).toBeGreaterThan(0)
    await screenshot(page, 'player-captions')
  })

  test('resumes at the saved position, or at the one of a link', async () => {
    const page = await newPage(DESKTOP)
    const id = await openFilm(page, 3)
    await seekTo(page, 30)
    await advances(page)
    const saved = page.waitForResponse(reply => reply.url().endsWith('/playback'))
    await page.keyboard.press('k')
    await saved
    const position = await mediaTime(page)
    await noteStart(page)
    await page.goto(`/play/${id}`)
    expect(Math.abs((await startedAt(page)) - position)).toBeLessThan(1)
    await page.goto(`/play/${id}?t=20`)
    expect(Math.abs((await startedAt(page)) - 20)).toBeLessThan(1)
  })

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
  await choose(page, 'زیرنویس', 'فارسی')
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
