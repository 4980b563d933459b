// The player by keyboard, and by a remote control with four arrows, Enter and Back.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { DESKTOP, newPage } from '#tests/support/browser.ts'
import { makeOld, OLD_TV } from '#tests/support/old-television.ts'
import {
  advances,
  aTitle,
  aViewer,
  contentOf,
  inVideo,
  mediaTime,
  openFilm,
  seekTo,
  seekToCredits,
  turnAutoplayOff,
} from '#tests/support/viewer.ts'

const TV = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 TV Safari/537.36'

/** Returns the URLs of a series: its page, and its episodes in order. */
async function aSeries(at: number) {
  const { short_id, slugs } = await aTitle('types=series', at)
  const { seasons } = await contentOf(short_id)
  const episodes = seasons.flatMap(season => season.episodes.map(it => `/play/${it.short_id}`))
  return { id: short_id, path: `/contents/${short_id}/${encodeURIComponent(slugs.fa)}`, episodes }
}

/** Returns the first series on the open page that needs only a subscription. */
async function aSeriesOfHome(page: Page) {
  const paths = await page
    .locator('[data-content]')
    .evaluateAll(cards => cards.map(card => card.getAttribute('href') ?? ''))
  for (let at = 0; ; at++) {
    const series = await aSeries(at)
    if (paths.some(path => path.startsWith(`/contents/${series.id}/`))) return series
  }
}

/** Moves the focus down to the row of the element, then sideways to it. */
async function leadTo(page: Page, selector: string) {
  /** Returns the key that moves closer to the element; null once it is focused. */
  const nextKey = () =>
    page.evaluate(target => {
      const element = document.querySelector(target)
      const { activeElement } = document
      if (element === activeElement) return null
      const [to, from] = [element, activeElement].map(it => it?.getBoundingClientRect())
      if (!to || !from || to.top >= from.bottom || from.top >= to.bottom) return 'ArrowDown'
      return to.left < from.left ? 'ArrowLeft' : 'ArrowRight'
    }, selector)
  for (let turn = 0; turn < 60; turn++) {
    const key = await nextKey()
    if (!key) return
    await page.keyboard.press(key)
    await isRendered(page)
  }
  throw new Error(`the arrows do not reach ${selector}`)
}

/** Waits for the next frame, in which the effect of a key is rendered. */
function isRendered(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
}

/** Shows the controls and focuses Pause. Earlier keys may have shown them already; then the arrows move to it. */
async function leadToPause(page: Page) {
  await page.keyboard.press('ArrowDown')
  await page.locator('.control-bar-buttons .is-play').waitFor()
  await leadTo(page, '.control-bar-buttons .is-play')
}

/** An episode lasts as long as its page says, so the last minute of it is reached at once, and its credits by the arrows. */
async function skipToLastMinute(page: Page): Promise<void> {
  const target = await inVideo(page, video => {
    video.currentTime = video.duration - 65
    return video.currentTime
  })
  // The arrows count from the position that the seek bar shows.
  const shown = () => page.locator('.seek-slider').getAttribute('aria-valuenow')
  await expect.poll(async () => Number(await shown())).toBeGreaterThanOrEqual(Math.floor(target))
}

/** The script of TV mode focuses the action of the hero. Until then the arrows scroll. */
async function playFromHero(page: Page) {
  await page.locator('article .primary-action a[data-play]:focus').waitFor()
  await page.keyboard.press('Enter')
}

async function seekToCreditsByArrows(page: Page): Promise<void> {
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => inVideo(page, video => video.duration - video.currentTime))
    .toBeLessThan(20)
}

/** Presses the key until the focused element matches. On a television the action of the hero is focused from the beginning. */
async function press(page: Page, key: string, selector: string, most = 40) {
  const isReached = () => page.evaluate(it => document.activeElement?.matches(it), selector)
  for (let turn = 0; turn < most; turn++) {
    if (await isReached()) return
    await page.keyboard.press(key)
    await isRendered(page)
  }
  if (await isReached()) return
  throw new Error(`${key} does not reach ${selector}`)
}

function isAt(page: Page, path: string | undefined) {
  return expect.poll(() => new URL(page.url()).pathname).toBe(path)
}

/** Presses the Back key of a remote control, which Playwright's keyboard does not have. */
function goBack(page: Page) {
  return page.evaluate(() => {
    const key = new KeyboardEvent('keydown', { key: 'GoBack', bubbles: true, cancelable: true })
    const at = document.activeElement ?? document.body
    at.dispatchEvent(key)
  })
}

/** Waits until a video plays from its start: the URL changes before the video does. */
async function plays(page: Page) {
  await page.locator('.control-bar').waitFor({ state: 'attached' })
  await expect.poll(() => mediaTime(page)).toBeLessThan(30)
  await advances(page)
}

test('is fully operable by keyboard', async () => {
  const page = await newPage(DESKTOP)
  await openFilm(page, 4)
  const is = (read: (video: HTMLVideoElement) => unknown, expected: unknown) =>
    expect.poll(() => inVideo(page, read)).toBe(expected)
  await page.keyboard.press('k')
  await is(video => video.paused, true)
  await seekTo(page, 20)
  await page.keyboard.press('ArrowRight')
  await is(video => Math.round(video.currentTime), 30)
  await page.keyboard.press('j')
  await is(video => Math.round(video.currentTime), 20)
  await page.keyboard.press('l')
  await is(video => Math.round(video.currentTime), 30)
  await page.keyboard.press('5')
  await is(video => Math.round(video.currentTime - video.duration / 2), 0)
  await page.keyboard.press('Home')
  await is(video => Math.round(video.currentTime), 0)
  await page.keyboard.press('m')
  await is(video => video.muted, true)
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await is(video => Math.round(video.volume * 100), 95)
  await page.keyboard.press('>')
  await is(video => video.playbackRate, 1.25)
  await page.keyboard.press('<')
  await is(video => video.playbackRate, 1)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.id)).toBe('player')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await page.keyboard.press('c')
  await seekTo(page, 5.5)
  await page.locator('.caption-line').first().waitFor()
})

test('a whole series plays by keyboard alone, and Back returns to the previous episode', async () => {
  const page = await newPage(DESKTOP)
  await aViewer(page)
  const { path, episodes } = await aSeries(0)
  await page.goto(path)
  // The genres of both menus come before it.
  await press(page, 'Tab', 'a[data-play]', 100)
  await page.keyboard.press('Enter')
  for (const [index, episode] of episodes.entries()) {
    await isAt(page, episode)
    await plays(page)
    if (index === episodes.length - 1) break
    await seekToCredits(page)
    await page.locator('.next-episode-card').waitFor()
    if (index === 0) {
      await press(page, 'Tab', '.next-episode-card button')
      await page.keyboard.press('Enter')
    } else if (index > 1) await page.keyboard.press('Shift+N')
  }
  await page.keyboard.press('End')
  await expect.poll(() => inVideo(page, video => video.ended)).toBe(true)
  expect(await page.locator('.next-episode-card').count()).toBe(0)
  await page.goBack()
  await isAt(page, episodes.at(-2))
  await plays(page)
})

test('a whole series plays by four arrows, Enter and Back alone', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: TV })
  await aViewer(page)
  await turnAutoplayOff(page)
  const { path, episodes } = await aSeries(5)
  await page.goto(path)
  await playFromHero(page)
  for (const [index, episode] of episodes.entries()) {
    await isAt(page, episode)
    await plays(page)
    await skipToLastMinute(page)
    await leadToPause(page)
    await press(page, 'ArrowUp', '[role=slider]', 1)
    await seekToCreditsByArrows(page)
    if (index === episodes.length - 1) break
    await page.locator('.next-episode-card').waitFor()
    await press(page, 'ArrowUp', '.next-episode-card button', 3)
    await page.keyboard.press('Enter')
  }
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => inVideo(page, video => video.ended)).toBe(true)
  await press(page, 'ArrowDown', '.control-bar-buttons button', 4)
  await press(page, 'ArrowRight', '[aria-label="قسمت‌ها"]', 8)
  await page.keyboard.press('Enter')
  await page.locator('#player-episodes .episode-row[aria-current]').waitFor()
  await goBack(page)
  await page.locator('#player-episodes').waitFor({ state: 'detached' })
  await goBack(page)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/contents\//)
})

test('on a television of 2019 four arrows, Enter and Back reach from home to the end of the second episode', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: OLD_TV })
  await makeOld(page)
  await aViewer(page)
  await turnAutoplayOff(page)
  await page.goto('/')
  await page.locator('.hero [data-active] .primary-action a:focus').waitFor()
  const { id, path, episodes } = await aSeriesOfHome(page)
  await leadTo(page, `[data-content][href^="/contents/${id}/"]`)
  await page.keyboard.press('Enter')
  await isAt(page, path)
  await playFromHero(page)
  for (const [index, episode] of episodes.slice(0, 2).entries()) {
    await isAt(page, episode)
    await plays(page)
    await skipToLastMinute(page)
    await leadToPause(page)
    await press(page, 'ArrowUp', '[role=slider]', 1)
    await seekToCreditsByArrows(page)
    if (index === 1) break
    await page.locator('.next-episode-card').waitFor()
    await press(page, 'ArrowUp', '.next-episode-card button', 3)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(55)
  await goBack(page)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/contents\//)
})

test('a held arrow moves only the preview, and playback after it is released', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: TV })
  await openFilm(page, 6)
  // This position is after the intro, whose prompt takes the focus.
  await seekTo(page, 12)
  await page.locator('.controls:not([data-visible]) .control-bar').waitFor({ state: 'attached' })
  // The first press, with hidden controls, seeks at once and focuses the seek bar.
  await page.keyboard.down('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.matches('[role=slider]'))).toBe(true)
  for (let repetition = 0; repetition < 2; repetition++) await page.keyboard.down('ArrowRight')
  await page.locator('.seek-preview').waitFor()
  expect(await mediaTime(page)).toBeLessThan(38)
  await page.keyboard.up('ArrowRight')
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(42)
  await page.locator('.seek-preview').waitFor({ state: 'detached' })
})

test('settings open on the first of them, and Back returns one level at a time', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: TV })
  await openFilm(page, 6)
  await leadToPause(page)
  await press(page, 'ArrowRight', '[aria-label="تنظیمات پخش"]', 8)
  await page.keyboard.press('Enter')
  const panel = page.locator('#player-settings')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('.panel-body .menu-row')))
    .toBe(true)
  const title = await panel.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect.poll(() => panel.getAttribute('aria-label')).not.toBe(title)
  await goBack(page)
  await expect.poll(() => panel.getAttribute('aria-label')).toBe(title)
  await goBack(page)
  await panel.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toMatch(/^\/play\//)
  await goBack(page)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/contents\//)
})

test('a remote control reaches every control with its four arrows', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: TV })
  await openFilm(page, 7)
  await page.keyboard.press('MediaPlayPause')
  await page.locator('.control-bar .is-play[aria-label="پخش"]').waitFor()
  const reached = new Set<string>()
  const way = [
    ...Array<string>(3).fill('ArrowUp'),
    ...Array<string>(3).fill('ArrowDown'),
    ...Array<string>(9).fill('ArrowLeft'),
    ...Array<string>(9).fill('ArrowRight'),
  ]
  for (const key of way) {
    await page.keyboard.press(key)
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    if (label) reached.add(label)
  }
  const all = await page
    .locator('.controls button, .controls a, .controls [role=slider]')
    .evaluateAll(items => items.map(item => item.getAttribute('aria-label')))
  expect([...reached].sort()).toEqual([...new Set(all)].sort())
})

test('with TV mode off, the arrows seek on a TV as on a computer', async () => {
  const page = await newPage({ ...DESKTOP, userAgent: TV })
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('tv-mode', 'off')
  })
  await openFilm(page, 9)
  await page.keyboard.press('k')
  await seekTo(page, 20)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => mediaTime(page).then(Math.round)).toBe(30)
  expect(await page.locator('html[data-tv]').count()).toBe(0)
})
