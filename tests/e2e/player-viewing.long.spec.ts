// Settings of viewers in the player: captions, picture, data, details, and the second that they share.
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { chooseSetting, panelRow } from '#tests/support/player-settings.ts'
import {
  advances,
  aTitle,
  aViewer,
  inVideo,
  mediaTime,
  noteStart,
  openFilm,
  playersAxe,
  seekTo,
  seekToCredits,
  startedAt,
  watch,
} from '#tests/support/viewer.ts'

describe('a shared second', () => {
  test('is copied if there is no share sheet, and playback starts there once; then the saved position counts', async () => {
    const page = await newPage(DESKTOP)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await openFilm(page, 3)
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('k')
    await seekTo(page, 33.4)
    await chooseSetting(page, 'اشتراک‌گذاری از همین ثانیه')
    await page.getByText('لینک کپی شد').waitFor()
    await screenshot(page, 'player-share')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(copied).pathname + new URL(copied).search).toBe(`/play/${id}?t=33`)
    await page.goto(copied)
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(32)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await seekTo(page, 12)
    await advances(page)
    const saved = page.waitForResponse(reply => reply.url().endsWith('/playback'))
    await page.keyboard.press('k')
    await saved
    await noteStart(page)
    await page.reload()
    const start = await startedAt(page)
    expect([start > 11, start < 20]).toEqual([true, true])
  })

  test('is passed to the share sheet if there is one', async () => {
    const page = await newPage({ ...PHONE, touch: true })
    await page.addInitScript(() => {
      const share = async (data: ShareData) => Object.assign(window, { sharedUrl: data.url })
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await aViewer(page)
    const book = await aTitle('flags=audio_book')
    await page.goto(`/play/${book.short_id}?t=21`)
    await page.getByRole('button', { name: 'اشتراک‌گذاری از همین ثانیه' }).click()
    const sharedUrl = () => page.evaluate(() => (window as { sharedUrl?: string }).sharedUrl)
    await expect.poll(sharedUrl).toContain(`/play/${book.short_id}?t=21`)
  })

  test('is also the start after signing in', async () => {
    const page = await newPage(DESKTOP)
    const { short_id } = await aTitle('types=single_video', 3)
    await page.goto(`/play/${short_id}?t=25`)
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('redirect')]).toEqual(['/login', `/play/${short_id}?t=25`])
  })
})

test('captions take the viewer’s colours, which the device stores and which can all be reset', async () => {
  const page = await newPage(DESKTOP)
  await openFilm(page, 0)
  await page.keyboard.press('c')
  await seekTo(page, 17.5)
  await page.keyboard.press('k')
  const line = page.locator('.captions .caption-line').first()
  await line.waitFor()
  const look = () =>
    line.evaluate(element => {
      const { color, backgroundColor, webkitTextStrokeWidth } = getComputedStyle(element)
      return [color, backgroundColor, Number.parseFloat(webkitTextStrokeWidth) > 0]
    })
  await chooseSetting(page, 'زیرنویس', 'ظاهر زیرنویس', 'رنگ‌های دلخواه')
  expect(await look()).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0.75)', false])
  const back = page.locator('.panel-header button').first()
  for (const [title, value] of [
    ['رنگ نوشته', 'زرد'],
    ['رنگ زمینه', 'آبی'],
    ['تیرگی زمینه', '۲۵٪'],
    ['لبهٔ نوشته', 'دورخط'],
  ]) {
    await page
      .locator('.panel')
      .getByText(title as string, { exact: true })
      .click()
    await page.getByRole('menuitemradio', { name: value as string }).click()
    if (title === 'رنگ زمینه') await screenshot(page, 'player-caption-colours')
    await back.click()
  }
  const own = ['rgb(255, 224, 102)', 'rgba(90, 130, 255, 0.25)', true]
  expect(await look()).toEqual(own)
  await page.reload()
  await page.locator('.control-bar .is-play').waitFor({ state: 'attached' })
  await seekTo(page, 17.5)
  await line.waitFor()
  expect(await look()).toEqual(own)
  await chooseSetting(page, 'زیرنویس', 'ظاهر زیرنویس', 'بازگشت به حالت اول')
  await expect.poll(look).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)', false])
})

test.each([
  ['code', '**/_astro/SecondCaptions.*'],
  ['file', /\/captions\/en[^/]*\.(m3u8|vtt)|\/en\.vtt/],
] as const)(
  'second captions whose %s does not load are reported, and the film continues',
  async (_, url) => {
    const page = await newPage({ ...DESKTOP, allow: [/Failed to load resource|ERR_FAILED/] })
    await page.addInitScript(() => {
      // An empty page has no storage.
      if (!location.host) return
      localStorage.setItem('player:secondCaption', '"en"')
      localStorage.setItem('player:caption', '"fa"')
    })
    await page.route(url, route => route.abort())
    // The message disappears after some seconds, perhaps before the film is open.
    const reported = page.getByText('زیرنویس دوم دریافت نشد.').waitFor({ state: 'attached' })
    await Promise.all([openFilm(page, 0), reported])
    await advances(page)
    await page.locator('.control-bar .is-play').waitFor({ state: 'attached' })
  },
)

test('the data saver is on if the browser saves data, and off in the quality menu', async () => {
  const page = await newPage(DESKTOP)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const heights: string[] = []
  page.on('request', request => heights.push(/\/(\d+)p\//.exec(request.url())?.[1] ?? ''))
  await openFilm(page, 0)
  await expect.poll(() => inVideo(page, video => video.videoHeight)).toBe(480)
  await advances(page)
  expect(heights).not.toContain('720')
  const ahead = () => inVideo(page, video => video.buffered.end(0) - video.currentTime)
  expect(await ahead()).toBeLessThan(26)
  await chooseSetting(page, 'کیفیت')
  const saver = page.getByRole('switch', { name: 'صرفه‌جویی در اینترنت' })
  expect(await saver.getAttribute('aria-checked')).toBe('true')
  expect(await page.getByRole('menuitemradio', { name: '۷۲۰p' }).count()).toBe(0)
  await screenshot(page, 'player-data-saver')
  await saver.click()
  await page.getByRole('menuitemradio', { name: '۷۲۰p' }).click()
  await expect.poll(() => heights).toContain('720')
})

test.each([
  ['fa', 360],
  ['en', 768],
] as const)(
  'in %s at %i px a key shows the details of playback, and their button closes them',
  async (language, width) => {
    const page = await newPage({ width, height: 740, language })
    await aViewer(page)
    const { short_id } = await aTitle('types=single_video', 0)
    await watch(page, `${language === 'fa' ? '' : '/en'}/play/${short_id}?t=1`)
    await page.keyboard.press('d')
    const details = page.locator('.playback-details')
    await expect.poll(() => details.textContent()).toMatch(/\d+×\d+.*Mbit.*hls\.js/)
    expect(await details.locator('dd').count()).toBe(8)
    expect(await playersAxe(page)).toEqual([])
    await screenshot(page, `player-details-${language}`)
    await details.getByRole('button').click()
    await details.waitFor({ state: 'detached' })
  },
)

test('the picture fills the screen by key and by setting, and on the next visit', async () => {
  const page = await newPage({ width: 700, height: 800 })
  const id = await openFilm(page, 0)
  const objectFit = () => inVideo(page, video => getComputedStyle(video).objectFit)
  expect(await objectFit()).toBe('contain')
  await page.keyboard.press('z')
  await expect.poll(objectFit).toBe('cover')
  await page.goto(`/play/${id}`)
  await expect.poll(objectFit).toBe('cover')
  await chooseSetting(page, 'پر کردن صفحه')
  await expect.poll(objectFit).toBe('contain')
})

test.each([
  ['fa', 360],
  ['en', 1280],
] as const)(
  'in %s at %i px a second caption language is smaller, above the first',
  async (language, width) => {
    const page = await newPage({ width, height: 740, language })
    await aViewer(page)
    const { short_id } = await aTitle('types=single_video', 0)
    await watch(page, `${language === 'fa' ? '' : '/en'}/play/${short_id}?t=0`)
    const names =
      language === 'fa'
        ? ['تنظیمات پخش', 'زیرنویس', 'فارسی', 'زیرنویس دوم', 'English']
        : ['Settings', 'Captions', 'English', 'Second captions', 'فارسی']
    await page.keyboard.press('k')
    await page.getByRole('button', { name: names[0] as string }).click()
    for (const name of names.slice(1)) await panelRow(page, name).click()
    await screenshot(page, `player-second-captions-menu-${language}`)
    await page.locator('.panel-header button').last().click()
    await seekTo(page, 17.5)
    const [second, first] = [page.locator('.caption.is-second'), page.locator('.caption').last()]
    await second.waitFor()
    await expect.poll(() => page.locator('.caption').count()).toBe(2)
    const height = async (line: typeof first) => (await line.boundingBox())?.y ?? 0
    expect(await height(second)).toBeLessThan(await height(first))
    const size = (line: typeof first) =>
      line.evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(await size(second)).toBeLessThan(await size(first))
    expect(await second.textContent()).not.toBe(await first.textContent())
    await screenshot(page, `player-second-captions-${language}`)
    await seekTo(page, 60.5)
    await second.waitFor({ state: 'detached' })
  },
)

test('the first page of the settings has the speed, and Escape hides the controls of a film that plays', async () => {
  const page = await newPage(DESKTOP)
  await openFilm(page, 4)
  await advances(page)
  await chooseSetting(page, 'سرعت پخش')
  await page.getByRole('menuitemradio', { name: /^۱٫۵/ }).click()
  await expect.poll(() => inVideo(page, video => video.playbackRate)).toBe(1.5)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('.panel').waitFor({ state: 'detached' })
  const controls = page.locator('.controls')
  await expect.poll(() => controls.getAttribute('data-visible')).toBe('')
  await page.keyboard.press('Escape')
  expect(await controls.getAttribute('data-visible')).toBeNull()
})

test('the card of the next episode has its picture', async () => {
  const page = await newPage(DESKTOP)
  await aViewer(page)
  const series = await aTitle('types=series')
  await watch(page, `/play/${series.short_id}`)
  await seekToCredits(page)
  const picture = page.locator('.next-episode-picture')
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
  await screenshot(page, 'player-next-episode')
})

test('a subscriber skips the intro, and the next episode starts automatically unless it is cancelled', async () => {
  const page = await newPage(DESKTOP)
  await aViewer(page)
  const series = await aTitle('types=series')
  await watch(page, `/play/${series.short_id}`)
  await page.getByRole('button', { name: 'رد کردن تیتراژ' }).click()
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(7.5)
  const first = page.url()
  await seekToCredits(page)
  await page.locator('.next-episode-card').waitFor()
  await expect.poll(() => page.url()).not.toBe(first)
  await expect.poll(() => mediaTime(page)).toBeLessThan(20)
  await advances(page)
  const second = page.url()
  await seekToCredits(page)
  await page.locator('.next-episode-card').getByRole('button').nth(1).click()
  await page.locator('.next-episode-card').waitFor({ state: 'detached' })
  expect(page.url()).toBe(second)
  await seekTo(page, (await inVideo(page, video => video.duration)) - 1)
  await expect.poll(() => inVideo(page, video => video.ended)).toBe(true)
  await page.locator('.next-episode-card').waitFor()
  expect(page.url()).toBe(second)
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
