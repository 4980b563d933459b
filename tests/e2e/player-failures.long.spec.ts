// Interruptions of playback, and how the viewer continues.
import { expect, test } from 'vitest'
import {
  DESKTOP,
  newPage,
  PHONE,
  screenshot,
  serviceUrls,
  siteUrl,
} from '#tests/support/browser.ts'
import {
  advances,
  aStream,
  aTitle,
  aViewer,
  mediaTime,
  noteStart,
  openFilm,
  playersAxe,
  seekTo,
  startedAt,
  watch,
} from '#tests/support/viewer.ts'

const CLIENT_ERROR = /status of 403/

test('a visitor is asked to sign in and returns to the title', async () => {
  const page = await newPage(DESKTOP)
  const { short_id } = await aTitle('types=single_video')
  await page.goto(`/play/${short_id}`)
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/play/${short_id}`)
})

test('without a subscription the player redirects to the packages and back to the same position', async () => {
  const page = await newPage({ ...PHONE, allow: [CLIENT_ERROR] })
  const call = await aViewer(page, { isSubscribed: false })
  const { short_id } = await aTitle('types=single_video')
  await page.goto(`/play/${short_id}?t=20`)
  const buy = page.getByRole('link', { name: 'خرید اشتراک' })
  await buy.waitFor()
  expect(await playersAxe(page)).toEqual([])
  await screenshot(page, 'player-subscribe')
  const back = new URL((await buy.getAttribute('href')) ?? '', siteUrl()).searchParams.get(
    'redirect',
  )
  expect(back).toBe(`/play/${short_id}?t=20`)
  await call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  await noteStart(page)
  await page.goto(back ?? '')
  expect(Math.abs((await startedAt(page)) - 20)).toBeLessThan(1)
})

test('a fourth stream is refused with a choice, and starts within 60 seconds after one is stopped', async () => {
  const page = await newPage({
    ...DESKTOP,
    allow: [CLIENT_ERROR, /status of (409|410|429)/],
  })
  const call = await aViewer(page)
  const film = (at: number) => aTitle('types=single_video', at)
  await aStream(call, await film(10))
  await aStream(call, await film(11))
  const third = await film(12)
  await watch(page, `/play/${third.short_id}?t=0`)
  const fourth = await page.context().newPage()
  const { short_id } = await film(13)
  await fourth.goto(`/play/${short_id}`)
  const stop = fourth.locator('.stream-item', { hasText: third.title }).getByRole('button')
  await stop.waitFor()
  expect(await fourth.locator('.stream-item').count()).toBe(3)
  expect(await playersAxe(fourth)).toEqual([])
  await screenshot(fourth, 'player-limit')
  await stop.click()
  await expect.poll(() => mediaTime(fourth)).toBeGreaterThan(0.5)
  const stopped = page.locator('.failure')
  await stopped
    .getByRole('heading', { name: 'پخش از دستگاه دیگری متوقف شد' })
    .waitFor({ timeout: 60_000 })
  expect(await stopped.locator('.stream-item').count()).toBe(0)
  expect(await stopped.getByRole('button').count()).toBe(1)
  expect(await playersAxe(page)).toEqual([])
  await screenshot(page, 'player-stopped')
  await fourth.goto('about:blank')
  await stopped.getByRole('button', { name: 'ادامهٔ پخش همین‌جا' }).click()
  await stopped.waitFor({ state: 'detached' })
  await advances(page)
})

test('an advert plays before free content, can be skipped, and each event is reported once', async () => {
  const page = await newPage(DESKTOP)
  await aViewer(page, { isSubscribed: false })
  const { short_id } = await aTitle('types=single_video&flags=free_content')
  const earlier = new Set((await advertEvents()).map(({ ad }) => ad))
  const reported = async () =>
    (await advertEvents()).filter(({ ad }) => !earlier.has(ad)).map(({ event }) => event)
  await page.goto(`/play/${short_id}`)
  const big = page.locator('.big-play')
  await big.or(page.locator('.advert-bar')).first().waitFor()
  if (await big.isVisible()) await big.click()
  expect(await playersAxe(page)).toEqual([])
  await screenshot(page, 'player-advert')
  const skip = page.locator('.advert-bar button')
  await expect.poll(() => skip.isEnabled()).toBe(true)
  // The advert becomes skippable just as its midpoint is reported.
  await expect.poll(reported).toContain('midpoint')
  await skip.click()
  await page.locator('.seek-slider').waitFor()
  await advances(page)
  const mine = await reported()
  // A machine that clicks slowly plays the third quarter too.
  const expected = ['firstQuartile', 'impression', 'midpoint', 'skip', 'start']
  expect(mine.filter(event => event !== 'thirdQuartile').sort()).toEqual(expected)
  expect(new Set(mine).size).toBe(mine.length)
})

/** Returns the events that advert servers received. Each service node has its own in memory. */
async function advertEvents(): Promise<{ ad: string; event: string }[]> {
  const replies = await Promise.all(
    serviceUrls().map(url => fetch(`${url}/fake/adverts/seen.json`).then(reply => reply.json())),
  )
  return replies.flat()
}

test('after a lost connection buffered video plays on, then an error shows and playback resumes at the same position', async () => {
  const page = await newPage({ ...DESKTOP, allow: [/ERR_|Failed to load|net::/] })
  let isLost = true
  await page.route('**/*.m4s', route => {
    const isFirst = route.request().url().endsWith('/00000.m4s')
    return isLost && !isFirst ? route.abort('internetdisconnected') : route.continue()
  })
  await openFilm(page, 5)
  await seekTo(page, 2)
  const retry = page.getByRole('button', { name: 'تلاش دوباره از همین لحظه' })
  await retry.waitFor({ timeout: 60_000 })
  const position = await mediaTime(page)
  expect(position).toBeGreaterThan(2)
  expect(await playersAxe(page)).toEqual([])
  await screenshot(page, 'player-offline')
  isLost = false
  await noteStart(page)
  await retry.click()
  expect(Math.abs((await startedAt(page)) - position)).toBeLessThan(1)
  await advances(page)
})
