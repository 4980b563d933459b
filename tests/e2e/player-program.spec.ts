// A programme that was recorded of a live channel, and became a title of its own, is an ordinary video in a browser.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { DESKTOP, newPage } from '#tests/support/browser.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aChannelOfTheSite } from '#tests/support/recorded-channel.ts'
import { advances, aViewer, inVideo, mediaTime, watch } from '#tests/support/viewer.ts'

const SECONDS = 16
const LONGEST_SEGMENT = 2

const xmltvTime = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 14)

function guideOf(startsAt: Date, endsAt: Date): string {
  const times = `start="${xmltvTime(startsAt)}" stop="${xmltvTime(endsAt)}"`
  return `<tv><programme ${times} channel="e2e"><title lang="fa">اخبار</title></programme></tv>`
}

test.skipIf(!(await hasFfmpeg())).each(['ts', 'fmp4'] as const)(
  'of %s it plays, lasts as long as the programme, seeks to its middle and ends',
  { timeout: 180_000 },
  async kind => {
    const name = `program-${kind}`
    const channel = { name, seconds: SECONDS + 8 }
    const { operator, shown } = await aChannelOfTheSite(channel, { kind })
    const newest = Date.now() - ((await shown()).age_seconds ?? 0) * 1_000
    const endsAt = new Date(Math.floor(newest / 1_000 - 2) * 1_000)
    const startsAt = new Date(endsAt.getTime() - SECONDS * 1_000)
    const file = join(inject('dataDir'), `${name}.xml`)
    await writeFile(file, guideOf(startsAt, endsAt))
    await operator.json('live', 'guide', name, file)
    const made = ['live', 'publish', name, toWire(startsAt)]
    const { title, seconds } = await operator.json<{ title: string; seconds: number }>(...made)
    onTestFinished(async () => void (await operator.run('catalogue', 'remove', title)))
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

    const box = await bar.boundingBox()
    if (!box) throw new Error('no seek bar')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(seconds / 2 - 1)
    expect(await mediaTime(page)).toBeLessThan(seconds / 2 + 3)
    await advances(page)
    await expect
      .poll(() => inVideo(page, video => video.ended), { timeout: SECONDS * 2_000 })
      .toBe(true)
    expect(await mediaTime(page)).toBeCloseTo(seconds, 0)
    expect(await page.locator('.failure').count()).toBe(0)
    // Again from its beginning.
    await page.keyboard.press('k')
    await expect.poll(() => mediaTime(page)).toBeLessThan(seconds / 2)
    await advances(page)
  },
)
