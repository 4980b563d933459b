// Nothing visible moves while a page loads on a slow line, for visitors and for signed-in viewers, at four widths.
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { newPage, siteUrl } from '#tests/support/browser.ts'
import { aMember, hasWatched } from '#tests/support/member.ts'
import { cataloguePaths } from '#tests/support/routes.ts'
import { startSlowLine } from '#tests/support/slow-line.ts'
import { aTitle } from '#tests/support/viewer.ts'

const SLOW_4G = { down: 1.6, up: 0.75, roundTrip: 150 }
/** Total shift of a page without input, as browsers measure it: the moved share of the screen times the distance. */
const MOST = 0.02
const WIDTHS = [360, 768, 1280, 1920]

async function slowUrl(): Promise<string> {
  const line = await startSlowLine({ port: Number(new URL(siteUrl()).port) }, SLOW_4G)
  onTestFinished(line.close)
  return `http://127.0.0.1:${line.port}`
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as { shifts: string[]; shift: number }
    watched.shifts = []
    watched.shift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        if (hadRecentInput) continue
        watched.shift += value
        const at = ({ x, y, width, height }: DOMRect) => `${width}x${height}+${x}+${y}`
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.className} ${at(previousRect)} -> ${at(currentRect)}`,
        )
        watched.shifts.push(`${value.toFixed(4)} ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Opens a page, waits until it is idle, and returns its shift and what moved. */
async function shiftOf(page: Page, path: string): Promise<[number, string]> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
  return page.evaluate(() => {
    const { shift, shifts } = window as unknown as { shift: number; shifts: string[] }
    return [shift, shifts.join('\n')] as [number, string]
  })
}

test.each(WIDTHS)('no page moves for a visitor at %i px', { timeout: 240_000 }, async width => {
  const page = await newPage({ url: await slowUrl(), width, height: 800 })
  await watchShifts(page)
  for (const path of [...(await cataloguePaths()), '/apps', '/contact-us', '/about']) {
    const [shift, what] = await shiftOf(page, path)
    expect(shift, `${path}\n${what}`).toBeLessThanOrEqual(MOST)
  }
})

test.each(WIDTHS)(
  'no page moves for a viewer who has something to continue at %i px',
  { timeout: 240_000 },
  async width => {
    const url = await slowUrl()
    const page = await newPage({ url, width, height: 800 })
    const member = await aMember(page, url)
    const film = await aTitle('types=single_video&flags=free_content')
    await hasWatched(member, film.short_id, 20)
    // A subscriber's hero also gets a slide with this title.
    await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
    await watchShifts(page)
    const paths = ['/', ...(await cataloguePaths()).slice(2, 4), '/user', '/user/history']
    for (const path of [...paths, '/user/menu']) {
      const [shift, what] = await shiftOf(page, path)
      expect(shift, `${path}\n${what}`).toBeLessThanOrEqual(MOST)
    }
    await page.goto('/')
    await page.locator('section[aria-labelledby=row-continue] li').first().waitFor()
    const places = await page
      .locator('.rows section')
      .evaluateAll(rows => rows.map(row => row.getAttribute('aria-labelledby')))
    expect(places[0]).toBe('row-continue')
  },
)

test('without a word about it in the cookie, the row to continue appears below what is visible', async () => {
  const page = await newPage({ width: 1280 })
  const member = await aMember(page)
  const film = await aTitle('types=single_video&flags=free_content')
  // The state of the cookie is that from before the first title.
  await page.goto('/')
  const before = (await page.context().cookies()).find(({ name }) => name === 'state')
  // A reply to the open page would write the cookie again.
  await page.goto('about:blank')
  await hasWatched(member, film.short_id, 20)
  if (before) await page.context().addCookies([before])
  await watchShifts(page)
  const [shift, what] = await shiftOf(page, '/')
  const row = page.locator('section[aria-labelledby=row-continue]')
  await row.locator('li').first().waitFor({ state: 'attached' })
  expect(shift, what).toBeLessThanOrEqual(MOST)
  expect((await row.boundingBox())?.y).toBeGreaterThan(800)
})
