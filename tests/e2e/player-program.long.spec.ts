// Programmes of a live channel: in its guide, and as separate titles, which are ordinary videos in a browser.
import { expect, onTestFinished, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aChannelOfTheSite } from '#tests/support/recorded-channel.ts'
import { advances, aViewer, inVideo, mediaTime, watch } from '#tests/support/viewer.ts'

const SECONDS = 16
const LONGEST_SEGMENT = 2

test.skipIf(!(await hasFfmpeg())).each(['ts', 'fmp4'] as const)(
  'of %s it plays, lasts as long as the programme, seeks to its middle and ends',
  { timeout: 300_000 },
  async kind => {
    const name = `program-${kind}`
    const channel = { name, seconds: SECONDS + 8 }
    const { operator, shown, show } = await aChannelOfTheSite(channel, { kind })
    const newest = Date.now() - ((await shown()).age_seconds ?? 0) * 1_000
    const endsAt = new Date(Math.floor(newest / 1_000 - 2) * 1_000)
    const startsAt = new Date(endsAt.getTime() - SECONDS * 1_000)
    await show({ startsAt, endsAt, title: 'اخبار' })
    const made = ['live', 'publish', name, toWire(startsAt)]
    const { title, seconds } = await operator.json<{ title: string; seconds: number }>(...made)
    onTestFinished(
      async () =>
        void (await operator.run('catalogue', 'remove', title, '--reason', 'end of the test')),
    )
    expect(Math.abs(seconds - SECONDS)).toBeLessThanOrEqual(LONGEST_SEGMENT)
    const found = await operator.json<{ short_id: string }[]>('catalogue', 'list', title)
    const shortId = found[0]?.short_id

    const page = await newPage(DESKTOP)
    await aViewer(page)
    await watch(page, `/play/${shortId}?t=0`)
    expect(await page.locator('.live-button').count()).toBe(0)
    expect(await inVideo(page, video => video.duration)).toBeCloseTo(seconds, 0)
    const bar = page.getByRole('slider', { name: 'نوار پیشرفت' })
    expect(Number(await bar.getAttribute('aria-valuemax'))).toBeCloseTo(seconds, 0)

    await page.keyboard.press('k')
    await expect.poll(() => inVideo(page, video => video.paused)).toBe(true)
    const box = await bar.boundingBox()
    if (!box) throw new Error('the seek bar is not visible')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(seconds / 2 - 1)
    expect(await mediaTime(page)).toBeLessThan(seconds / 2 + 1)
    await page.keyboard.press('k')
    await advances(page)
    await expect.poll(() => inVideo(page, video => video.ended), { timeout: 120_000 }).toBe(true)
    expect(await mediaTime(page)).toBeCloseTo(seconds, 0)
    expect(await page.locator('.failure').count()).toBe(0)
    // Plays again from the beginning.
    await page.keyboard.press('k')
    await expect.poll(() => mediaTime(page)).toBeLessThan(seconds / 2)
    await advances(page)
  },
)

test.skipIf(!(await hasFfmpeg()))(
  'the guide is below the head of the page, its titles on one line, and letters of two words do not join',
  { timeout: 240_000 },
  async () => {
    const { shown, show } = await aChannelOfTheSite({ name: 'guide', seconds: 8 })
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const summary = 'خبرهای ۲۴ ساعت گذشته از ۱۲ شهر'
    await show(
      { startsAt: at(-0.1), endsAt: at(11), title: 'اخبار', summary },
      { startsAt: at(11), endsAt: at(20), title: 'Top Gear', summary },
      { startsAt: at(20), endsAt: at(30), title: 'ورزش ۳' },
    )
    const path = `/contents/${(await shown()).short_id}/x`
    for (const width of [360, 768, 1280, 1920]) {
      const page = await newPage({ width, height: 900 })
      await page.goto(path)
      const guide = page.locator('section[aria-labelledby="guide-title"]')
      const { bottom, top, starts, weights, isWider } = await guide.evaluate(section => ({
        bottom: document.querySelector('.hero-image')?.getBoundingClientRect().bottom,
        top: section.getBoundingClientRect().top,
        starts: [...section.querySelectorAll('time + span')].map(
          it => it.getBoundingClientRect().right,
        ),
        weights: [...section.querySelectorAll('bdi')].map(it => getComputedStyle(it).fontWeight),
        isWider: document.documentElement.scrollWidth > innerWidth,
      }))
      expect(bottom, `${width} px`).toBeLessThanOrEqual(top)
      expect([starts.length, new Set(starts).size]).toEqual([3, 1])
      expect(weights).toEqual(['700', '400', '400', '400', '400'])
      expect(isWider).toBe(false)
      expect(await guide.textContent()).toMatch(/اخبار\s+اکنون\s+تماشا از ابتدا/)
      expect(await guide.textContent()).not.toMatch(/[0-9]/)
      await screenshot(page, `guide-${width}`)
    }
  },
)
