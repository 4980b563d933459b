// The player of the built site with real streams and audio. Live, books and other controls are in player-controls.long.spec.ts,
// interruptions in player-failures.long.spec.ts, keys and remote controls in player-remote.long.spec.ts, accessible names and axe in
// player-accessibility.long.spec.ts.
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import { chooseSetting, closePanel, panelRow } from '#tests/support/player-settings.ts'
import {
  aCaption,
  inVideo,
  listenTo,
  loudest,
  mediaTime,
  openFilm,
  seekTo,
} from '#tests/support/viewer.ts'

/** Fewer seconds than the player loads ahead. */
const BUFFERED_SECONDS = 10

describe('a subscriber', () => {
  test('plays the chosen language and quality, and shows Persian captions with the full stop on the left', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 0)
    await listenTo(page)
    await expect.poll(async () => (await loudest(page)).level).toBeGreaterThan(-60)
    await expect.poll(async () => (await loudest(page)).hertz).toBeLessThan(340)
    await chooseSetting(page, 'زبان صدا', 'English')
    const position = await mediaTime(page)
    await expect
      .poll(async () => (await loudest(page)).hertz, { interval: 50 })
      .toBeGreaterThan(500)
    // The film continues, and segments that were loaded in the other language are not played to their end.
    const played = (await mediaTime(page)) - position
    expect(played).toBeGreaterThan(-0.1)
    expect(played).toBeLessThan(BUFFERED_SECONDS)
    await closePanel(page)

    await chooseSetting(page, 'کیفیت', '۲۴۰p')
    await expect.poll(() => inVideo(page, video => video.videoHeight)).toBe(240)
    await panelRow(page, '۴۸۰p').click()
    await page.getByRole('menuitemradio', { name: '۴۸۰p', checked: true }).waitFor()
    await expect.poll(() => inVideo(page, video => video.videoHeight)).toBe(480)
    await closePanel(page)

    const caption = aCaption(page)
    await chooseSetting(page, 'زیرنویس', 'فارسی')
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
})
