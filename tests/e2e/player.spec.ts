// The player of the built site, with real streams and real sound.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, PHONE, screenshot, siteUrl } from '#tests/support/browser.ts'
import {
  advances,
  aTitle,
  listenTo,
  loudest,
  mediaTime,
  seekTo,
  signInAs,
  watch,
} from '#tests/support/viewer.ts'

const SUBSCRIBER = '09120000001'
const FEW_DAYS = '09120000003'
const DIRECT_DEBIT = '09120000006'
const NEVER_BOUGHT = '09120000002'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function openFilm(page: Page, at: number, msisdn = SUBSCRIBER) {
  await signInAs(page, msisdn)
  const { short_id } = await aTitle('types=single_video', at)
  await watch(page, `/play/${short_id}?t=0`)
  return short_id
}

function inVideo<T>(page: Page, read: (video: HTMLVideoElement) => T): Promise<T> {
  return page.locator('video').evaluate(read as (video: SVGElement | HTMLElement) => T)
}

async function choose(page: Page, ...names: string[]) {
  await page.mouse.move(300 + Math.random() * 50, 300)
  await page.getByRole('button', { name: 'تنظیمات پخش' }).click()
  for (const name of names)
    await page.locator('.layer').getByText(name, { exact: true }).first().click()
}

describe('a subscriber', () => {
  test('watches a film with its sound, and changes the language of the sound within a second', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 0)
    await listenTo(page)
    await expect.poll(async () => (await loudest(page)).level).toBeGreaterThan(-60)
    await expect.poll(async () => (await loudest(page)).hertz).toBeLessThan(340)
    await choose(page, 'زبان صدا', 'English')
    const [chosenAt, place] = [Date.now(), await mediaTime(page)]
    await expect
      .poll(async () => (await loudest(page)).hertz, { interval: 50 })
      .toBeGreaterThan(500)
    const took = Date.now() - chosenAt
    expect(took).toBeLessThan(1_500)
    expect(Math.abs((await mediaTime(page)) - place - took / 1_000)).toBeLessThan(1)
  })

  test('reads Persian captions with the full stop on the left, above the bar', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 1)
    await choose(page, 'زیرنویس', 'فارسی')
    await page.keyboard.press('Escape')
    await seekTo(page, 17.5)
    const line = page.locator('.caption-line', { hasText: 'نور شد.' })
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
    await page.mouse.move(400, 400)
    const bar = await page.locator('.bar-time').boundingBox()
    expect(bottom).toBeLessThan((bar?.y ?? 0) + 200)
    await screenshot(page, 'player-captions')
  })

  test('picks a quality that is on screen within eight seconds', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 2)
    await choose(page, 'کیفیت', '۲۴۰p')
    await expect.poll(() => inVideo(page, video => video.videoHeight), { timeout: 8_000 }).toBe(240)
    await page.locator('.layer').getByText('خودکار', { exact: true }).first().click()
    await expect
      .poll(() => inVideo(page, video => video.videoHeight), { timeout: 15_000 })
      .toBeGreaterThan(240)
  })

  test('comes back to the same second', async () => {
    const page = await newPage(DESKTOP)
    const id = await openFilm(page, 3)
    await seekTo(page, 30)
    await advances(page)
    const saved = page.waitForResponse(reply => reply.url().endsWith('/playback'))
    await page.keyboard.press('k')
    await saved
    const place = await mediaTime(page)
    await page.goto(`/play/${id}`)
    await expect.poll(() => mediaTime(page), { timeout: 10_000 }).toBeGreaterThan(1)
    expect(Math.abs((await mediaTime(page)) - place)).toBeLessThan(1.5)
  })

  test('does everything by the keyboard', async () => {
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
    await is(video => Math.round(video.currentTime), 32)
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

  test('skips the intro, and the next episode follows by itself', async () => {
    const page = await newPage(DESKTOP)
    await signInAs(page, FEW_DAYS)
    const series = await aTitle('types=series')
    await watch(page, `/play/${series.short_id}`)
    await page.getByRole('button', { name: 'رد کردن تیتراژ' }).click()
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(10.5)
    const first = page.url()
    await seekTo(page, 60)
    await page.locator('.next-card').waitFor()
    await expect.poll(() => page.url(), { timeout: 15_000 }).not.toBe(first)
    await expect.poll(() => mediaTime(page), { timeout: 10_000 }).toBeLessThan(20)
    await advances(page)
    const second = page.url()
    await seekTo(page, 55)
    await page.locator('.next-card').getByRole('button').nth(1).click()
    await seekTo(page, 63)
    await expect.poll(() => inVideo(page, video => video.ended), { timeout: 10_000 }).toBe(true)
    await page.locator('.next-card').waitFor()
    expect(page.url()).toBe(second)
  })

  test('chooses an episode from its panel, and Back goes to the one before', async () => {
    const page = await newPage(DESKTOP)
    await signInAs(page, FEW_DAYS)
    const series = await aTitle('types=series', 1)
    await watch(page, `/play/${series.short_id}`)
    const first = page.url()
    await page.mouse.move(420, 420)
    await page.getByRole('button', { name: 'قسمت‌ها' }).click()
    await page.locator('.episode').nth(1).click()
    await expect.poll(() => page.url()).not.toBe(first)
    await advances(page)
    await page.goBack()
    await expect.poll(() => page.url()).toBe(first)
    await advances(page)
  })

  test('watches live, goes back in time and returns to the edge', async () => {
    const page = await newPage(DESKTOP)
    await signInAs(page, DIRECT_DEBIT)
    const channel = await aTitle('flags=live')
    await watch(page, `/play/${channel.short_id}`)
    const badge = page.locator('.live')
    await badge.waitFor()
    expect(await badge.getAttribute('data-edge')).toBe('')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.locator('.live:not([data-edge])').click()
    await page.locator('.live[data-edge]').waitFor()
    await advances(page)
  })

  test('listens to an audio book by chapters', async () => {
    const page = await newPage(PHONE)
    await signInAs(page, FEW_DAYS)
    const book = await aTitle('flags=audio_book')
    await page.goto(`/play/${book.short_id}`)
    await page.locator('.book-play').click()
    await advances(page)
    await page.locator('.book-chapters button').nth(1).click()
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(15)
    await advances(page)
  })
})

describe('what stands in the way', () => {
  test('a visitor is asked to sign in and comes back to the film', async () => {
    const page = await newPage(DESKTOP)
    const { short_id } = await aTitle('types=single_video')
    await page.goto(`/play/${short_id}`)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/play/${short_id}`)
  })

  test('without a subscription the player says so and leads to the packages and back', async () => {
    const page = await newPage({ ...PHONE, allow: [/403/] })
    await signInAs(page, NEVER_BOUGHT)
    const { short_id } = await aTitle('types=single_video')
    await page.goto(`/play/${short_id}`)
    const buy = page.getByRole('link', { name: 'خرید اشتراک' })
    await buy.waitFor()
    expect(await buy.getAttribute('href')).toContain(encodeURIComponent(`/play/${short_id}`))
    await screenshot(page, 'player-subscribe')
  })

  test('an advert plays before free content, is skipped, and is reported once an event', async () => {
    const page = await newPage(DESKTOP)
    await signInAs(page, NEVER_BOUGHT)
    const { short_id } = await aTitle('types=single_video&flags=free_content')
    await page.goto(`/play/${short_id}`)
    const big = page.locator('.big-play')
    await big.or(page.locator('.advert-bar')).first().waitFor()
    if (await big.isVisible()) await big.click()
    const skip = page.locator('.advert-bar button')
    await expect.poll(() => skip.isEnabled(), { timeout: 15_000 }).toBe(true)
    await skip.click()
    await page.locator('.seek-area').waitFor()
    await advances(page)
    const seen = (await (await fetch(`${siteUrl()}/fake/adverts/seen.json`)).json()) as {
      ad: string
      event: string
    }[]
    const mine = seen.filter(({ ad }) => ad === seen.at(-1)?.ad).map(({ event }) => event)
    const expected = ['firstQuartile', 'impression', 'midpoint', 'skip', 'start']
    expect([...mine].sort()).toEqual(expected)
  })

  test('a lost connection plays what is loaded, then says so and goes on at the same second', async () => {
    const page = await newPage({ ...DESKTOP, allow: [/ERR_|Failed to load|net::/] })
    let isLost = true
    await page.route('**/media.mp4', route => {
      const start = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? '')?.[1] ?? 0)
      return isLost && start > 300_000 ? route.abort('internetdisconnected') : route.continue()
    })
    await openFilm(page, 5)
    await seekTo(page, 9)
    const retry = page.getByRole('button', { name: 'تلاش دوباره از همین لحظه' })
    await retry.waitFor({ timeout: 45_000 })
    isLost = false
    await retry.click()
    await expect.poll(() => mediaTime(page), { timeout: 15_000 }).toBeGreaterThan(5)
    await advances(page)
  })
})

describe('for everybody', () => {
  test('axe finds nothing, with the bar, in every menu and in a message', async () => {
    const page = await newPage(DESKTOP)
    await openFilm(page, 6)
    await page.keyboard.press('k')
    const check = async () => {
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations } = await axe.run('#player', {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
        })
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
      })
      expect(found).toEqual([])
    }
    await check()
    for (const name of ['زبان صدا', 'زیرنویس', 'کیفیت']) {
      await choose(page, name)
      await check()
      await page.keyboard.press('Escape')
    }
  })

  test('a television reaches every control by its four arrows', async () => {
    const userAgent = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 TV Safari/537.36'
    const page = await newPage({ ...DESKTOP, userAgent })
    await openFilm(page, 7)
    await page.keyboard.press('MediaPlayPause')
    const reached = new Set<string>()
    const note = async () => {
      const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      if (label) reached.add(label)
    }
    const keys = [
      'ArrowDown',
      ...Array<string>(9).fill('ArrowRight'),
      'ArrowUp',
      'ArrowUp',
      'ArrowDown',
    ]
    for (const key of [...keys, 'ArrowDown', ...Array<string>(9).fill('ArrowLeft'), 'ArrowUp']) {
      await page.keyboard.press(key)
      await note()
    }
    const all = await page
      .locator('.controls button, .controls a, .controls [role=slider]')
      .evaluateAll(items => items.map(item => item.getAttribute('aria-label')))
    expect([...reached].sort()).toEqual([...new Set(all)].sort())
  })

  test('a phone has its controls in the middle of the picture and inside the screen', async () => {
    const page = await newPage({ ...PHONE, touch: true })
    await openFilm(page, 8)
    await page.locator('#player[data-idle]').waitFor()
    await page.locator('.surface').tap({ position: { x: 195, y: 200 } })
    await page.locator('.touch-controls .is-play').waitFor()
    const sizes = await page
      .locator('.controls .control:visible, .touch-controls .control')
      .evaluateAll(items =>
        items
          .map(item => item.getBoundingClientRect())
          .map(box => [box.width, box.height, box.right]),
      )
    for (const [width, height, right] of sizes) {
      expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThanOrEqual(44)
      expect(right).toBeLessThanOrEqual(PHONE.width)
    }
    await screenshot(page, 'player-phone')
  })
})
