/** A title's page offers one action that fits its viewer, and its episodes show how far they were watched. */
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Content, ContentCard } from '#src/contract/content.ts'
import { contentPath, playPath } from '#src/lib/routes.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aMember, hasWatched } from '#tests/support/member.ts'
import { call } from '#tests/support/routes.ts'
import { aTitle, contentOf } from '#tests/support/viewer.ts'

const SMALL_PHONE = { width: 360, height: 640 }
/** Maximum share of a phone's screen above the end of title and action. */
const FIRST_SCREEN = 0.6

const first = async (query: string) =>
  (await call<{ items: ContentCard[] }>(`/video-contents?${query}`)).items[0] as ContentCard
const action = (page: Page) =>
  page.locator('.content-body .primary-action > a, [data-key=remind]').filter({ visible: true })
const open = (page: Page, title: ContentCard, language: 'fa' | 'en' = 'fa') =>
  page.goto(encodeURI(contentPath({ ...title, slug: title.slugs[language] }, language)))

describe('on a phone', () => {
  test.each(['fa', 'en'] as const)(
    'title and action are in the first three fifths of the screen, in %s',
    async language => {
      const titles = {
        film: await aTitle('types=single_video'),
        series: await aTitle('types=series'),
        ticket: await first('flags=content_has_ticket'),
        toCome: await first('flags=coming_soon'),
      }
      for (const size of [PHONE, SMALL_PHONE]) {
        const page = await newPage({ ...size, touch: true, language, reducedMotion: true })
        for (const [name, title] of Object.entries(titles)) {
          await open(page, title, language)
          const bottom = await action(page)
            .first()
            .evaluate(element => element.getBoundingClientRect().bottom)
          expect(bottom / size.height, `${name} at ${size.width}`).toBeLessThanOrEqual(FIRST_SCREEN)
          const heading = await page.locator('h1').boundingBox()
          expect(heading?.y, name).toBeGreaterThan(56)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(width, name).toBe(size.width)
        }
      }
    },
  )
})

describe('the action', () => {
  test('a visitor is offered a subscription, or a ticket with its price, in hero and cards too', async () => {
    const page = await newPage(DESKTOP)
    const film = await aTitle('types=single_video')
    await open(page, film)
    expect((await action(page).textContent())?.trim()).toBe('خرید اشتراک و تماشا')
    expect(await action(page).getAttribute('href')).toContain(
      encodeURIComponent(playPath(film, 'fa')),
    )
    await page.getByRole('link', { name: 'وارد شوید', exact: true }).waitFor()
    const cinema = await first('flags=content_has_ticket')
    await open(page, cinema)
    expect(await action(page).textContent()).toMatch(/خرید بلیت\s·\s[۰-۹٬]+ تومان/)
    await page.goto('/cinema-online')
    const cards = page.locator('.poster-link', { hasText: /بلیت [۰-۹٬]+ تومان/ })
    expect(await cards.count()).toBeGreaterThan(0)
    await page.goto('/')
    const hero = page.locator('[data-hero] .primary-action > a[href*="/cinema-online/ticket/"]')
    expect(await hero.first().textContent()).toMatch(/خرید بلیت/)
  })

  test('a member without a subscription buys one, and then watches', async () => {
    const page = await newPage(DESKTOP)
    const member = await aMember(page)
    const film = await aTitle('types=single_video')
    await open(page, film)
    await page.locator('.primary-action[data-kind=subscribe]').waitFor()
    expect(await action(page).getAttribute('data-adults')).toBe('')
    await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
    await page.reload()
    await page.locator('.primary-action[data-kind=play]').waitFor()
    expect(await action(page).getAttribute('href')).toBe(playPath(film, 'fa'))
    expect(await action(page).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('a series', () => {
  async function aWatchedSeries(page: Page): Promise<{ series: ContentCard; content: Content }> {
    const member = await aMember(page)
    await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
    const series = await aTitle('types=series')
    const content = await contentOf(series.short_id)
    const episode = content.seasons[0]?.episodes[1]
    await hasWatched(member, episode?.short_id ?? '', 30)
    return { series, content }
  }

  test('continues with its season and episode, and its episodes show how far they were watched', async () => {
    const page = await newPage(DESKTOP)
    const { series, content } = await aWatchedSeries(page)
    await open(page, series)
    await page.getByRole('link', { name: 'ادامه: فصل ۱، قسمت ۲' }).waitFor()
    const [, second] = content.seasons[0]?.episodes ?? []
    const row = page.locator(`.episode[data-content="${second?.id}"]`)
    await row.locator('.watched-bar:not([hidden])').waitFor()
    expect(await row.textContent()).toMatch(/[۰-۹]+٪ دیده‌شده/)
    expect(await row.textContent()).toContain(second?.summary)
    expect(await page.locator('.watched-bar:not([hidden])').count()).toBe(2)
    expect(await axeViolations(page)).toEqual([])
  })

  test('an opened season stays open after a reload', async () => {
    const page = await newPage(DESKTOP)
    const isOpen = () =>
      page
        .locator('details.season')
        .evaluateAll(all => all.map(each => (each as HTMLDetailsElement).open))
    for (const { short_id, slug, season_count } of (
      await call<{ items: ContentCard[] }>('/video-contents?types=series')
    ).items) {
      if ((season_count ?? 0) < 2) continue
      await page.goto(encodeURI(contentPath({ short_id, slug }, 'fa')))
      break
    }
    expect((await isOpen()).indexOf(true)).toBe(0)
    await page.locator('details.season summary').nth(1).press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#season-2')
    await page.reload()
    await expect.poll(async () => (await isOpen()).indexOf(true)).toBe(1)
  })

  test('another episode in the player changes tab, heading and address, and a reload keeps it', async () => {
    const page = await newPage(DESKTOP)
    const { content } = await aWatchedSeries(page)
    const [one, two] = content.seasons[0]?.episodes ?? []
    await page.goto(playPath({ short_id: one?.short_id ?? '' }, 'fa'))
    const names = async () => [await page.title(), await page.locator('h1').textContent()]
    const before = await names()
    await page.mouse.move(600, 400)
    await page.getByRole('button', { name: 'قسمت‌ها' }).click()
    const rows = page.locator('.episode-row')
    await rows.nth(1).getByText('دیده‌شده').waitFor()
    expect(await rows.nth(1).textContent()).toContain(two?.summary)
    await rows.nth(1).click()
    await page.waitForURL(`**/play/${two?.short_id}`)
    const [title, heading] = await names()
    expect(title).toContain(two?.title)
    expect(heading).toContain(two?.title)
    expect([title, heading]).not.toEqual(before)
    await page.reload()
    expect(await names()).toEqual([title, heading])
  })
})
