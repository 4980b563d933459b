import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Content, ContentCard } from '#src/contract/content.ts'
import { PERSONAL_ROWS } from '#src/contract/limits.ts'
import { contentPath } from '#src/lib/routes.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { holdFirst } from '#tests/support/hold-card.ts'
import { aMember, hasWatched } from '#tests/support/member.ts'
import { failRequests, holdRequests, REQUEST_FAILED } from '#tests/support/network.ts'
import { call } from '#tests/support/routes.ts'
import { showAllRows } from '#tests/support/row-fragments.ts'
import { aTitle, signInAs } from '#tests/support/viewer.ts'

/** The demo's subscriber with a watch history. */
const WATCHER = '09120000001'
const BOOKMARKS = '**/api/users/_self/bookmarks**'
const CONTINUE = '**/continue-watching/*'
const lost = (page: Page) => page.locator('.toast[role=alert]').first().waitFor()
const pressed = (page: Page, selector: string, isOn: boolean) =>
  page.locator(`${selector}[aria-pressed=${isOn}]`).first().waitFor()

/** The button of a card is visible only to a pointer or with the focus. */
const isPressed = (page: Page, selector: string, isOn: boolean) =>
  page.locator(`${selector}[aria-pressed=${isOn}]`).first().waitFor({ state: 'attached' })

const shows = (found: Locator, count: number) => expect.poll(() => found.count()).toBe(count)

/** Returns everything that covers posters, except the picture or its tile and the one badge on its corner. */
const onPosters = (page: Page) =>
  page.locator('.card-slot').evaluateAll(cards =>
    cards.flatMap(card => {
      const frame = card.querySelector('.poster-frame')?.getBoundingClientRect()
      const parts = [
        ...card.querySelectorAll('.card-flag ~ .card-flag, .card-rating, .card-title, button'),
      ]
      return parts.flatMap(part => {
        const { top } = part.getBoundingClientRect()
        const isSeen = getComputedStyle(part).opacity !== '0'
        return frame && isSeen && top < frame.bottom - 1 ? part.className : []
      })
    }),
  )

/** Returns the first episode of the nth series. */
async function anEpisode(at = 0): Promise<ContentCard> {
  const { short_id } = await aTitle('types=series&flags=free_content', at)
  const [season] = (await call<Content>(`/video-contents/${short_id}`)).seasons
  return season?.episodes[0] as ContentCard
}

describe('on a phone, in Persian', () => {
  test('nothing but one badge covers the poster of a card, even on the narrowest screen', async () => {
    const page = await newPage({ width: 320, height: 800, touch: true, reducedMotion: true })
    await aMember(page)
    for (const flags of ['traffic_free', 'free_content', 'persian_dub', 'cinema_online']) {
      await page.goto(`/contents?flags=${flags}`)
      await page.locator('.card-bookmark').first().waitFor({ state: 'attached' })
      expect(await onPosters(page), flags).toEqual([])
    }
  })

  test('a bookmark on a card shows everywhere; a failed request undoes it', async () => {
    const page = await newPage({
      ...PHONE,
      touch: true,
      reducedMotion: true,
      allow: [REQUEST_FAILED],
    })
    await aMember(page)
    await page.goto('/contents?types=single_video')
    const mark = '.card-slot:first-child .card-bookmark'
    const comesBack = await failRequests(page, BOOKMARKS)
    const add = page.getByRole('button', { name: 'نشان کردن', exact: true })
    await page.locator(mark).first().waitFor({ state: 'attached' })
    await holdFirst(page, '.card-slot .poster-link')
    expect(await axeViolations(page)).toEqual([])
    await add.click()
    await lost(page)
    await isPressed(page, mark, false)
    await comesBack()
    await holdFirst(page, '.card-slot .poster-link')
    await add.click()
    await isPressed(page, mark, true)
    await page.locator('.card-slot:first-child [data-bookmarked]').waitFor()
    const path = await page.locator('.card-slot a').first().getAttribute('href')
    await page.goto(path ?? '')
    await pressed(page, '[data-key=bookmark]', true)
    await page.goto('/user/bookmarks')
    const remove = page.getByRole('button', { name: /^حذف از نشان‌شده‌ها/ })
    expect(await remove.count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    const back = await failRequests(page, BOOKMARKS)
    await remove.click()
    await lost(page)
    await remove.waitFor()
    await back()
    await remove.click()
    await page.getByText('هنوز چیزی نشان نکرده‌اید.').waitFor()
    // The page is left at once, and the click still reaches the service.
    await page.reload()
    await page.getByRole('link', { name: 'گشتن در فیلم‌ها و سریال‌ها' }).click()
    await page.waitForURL(/\/contents\?order=latest/)
  })

  test('continue watching shows on the home page with progress, and titles can be removed', async () => {
    const page = await newPage({
      ...PHONE,
      touch: true,
      reducedMotion: true,
      allow: [REQUEST_FAILED],
    })
    const member = await aMember(page)
    const film = await aTitle('types=single_video&flags=free_content')
    await hasWatched(member, film.short_id, 20)
    await hasWatched(member, (await anEpisode()).short_id, 10)
    await page.goto('/')
    const row = page.locator('section[aria-labelledby=row-continue]')
    await row.locator('li').nth(1).waitFor()
    const progress = await row
      .locator('.bg-action')
      .evaluateAll(bars => bars.map(bar => Number.parseFloat((bar as HTMLElement).style.width)))
    expect(progress).toHaveLength(2)
    for (const percent of progress) expect(percent).toBeGreaterThan(0)
    await row.getByText('فصل ۱، قسمت ۱').waitFor()
    const remove = row.getByRole('button', { name: `حذف از ادامهٔ تماشا: ${film.title}` })
    const comesBack = await failRequests(page, CONTINUE)
    await remove.click()
    await lost(page)
    await remove.waitFor()
    await comesBack()
    await remove.click()
    await shows(row.locator('li'), 1)
    await page.goto('/user/history')
    await page.locator('#continue li').first().waitFor()
    expect(await page.locator('#continue li').count()).toBe(1)
  })

  test('the home page has rows similar to titles that were watched recently, each with its reason', async () => {
    const page = await newPage({ ...PHONE, touch: true, reducedMotion: true })
    await signInAs(page, WATCHER)
    await page.goto('/')
    const headings = page.locator('[id^=row-because]')
    await headings.nth(1).waitFor()
    for (const heading of await headings.allTextContents())
      expect(heading).toMatch(/^چون «.+» را دیدید$/)
    const rows = page.locator('section[aria-labelledby^=row-because]')
    for (const row of await rows.all())
      expect(await row.locator('li').count()).toBeGreaterThanOrEqual(PERSONAL_ROWS.least.because)
    expect(await axeViolations(page)).toEqual([])
  })

  test('the history is listed by type', async () => {
    const page = await newPage({ ...PHONE, touch: true, reducedMotion: true })
    const member = await aMember(page)
    await page.goto('/user/history')
    await page.getByText('هنوز چیزی تماشا نکرده‌اید.').waitFor()
    await hasWatched(
      member,
      (await aTitle('types=single_video&flags=free_content', 1)).short_id,
      20,
    )
    await hasWatched(member, (await anEpisode(1)).short_id, 20)
    await page.reload()
    const rows = page.locator('#history li')
    await shows(rows, 2)
    for (const [type, count] of [
      ['فیلم‌ها', 1],
      ['سریال‌ها', 1],
      ['همه', 2],
    ] as const) {
      await page.locator('#history').getByRole('button', { name: type, exact: true }).click()
      await shows(rows, count)
    }
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/user/settings')
    await page.locator('#reminders [role=switch]').click()
    await page.locator('#reminders [aria-checked=false]').waitFor()
    await page.locator('.toast', { hasText: 'دیگر یادآوری نمی‌فرستیم.' }).waitFor()
    await page.reload()
    await page.locator('#reminders [aria-checked=false]').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('on a desktop, in English', () => {
  test('a visitor’s action is completed after sign-in; ten clicks end in one state', async () => {
    const page = await newPage({ ...DESKTOP, language: 'en', reducedMotion: true })
    const title = await aTitle('types=series', 2)
    const path = encodeURI(contentPath(title, 'en'))
    await page.goto(path)
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await page.waitForURL(/\/en\/login\?redirect=/)
    const { call: own } = await aMember(page)
    await page.goto(path)
    const mark = '[data-key=bookmark]'
    await pressed(page, mark, true)
    const line = await holdRequests(page, BOOKMARKS)
    for (let press = 0; press < 11; press++) await page.locator(mark).click()
    line.release()
    await pressed(page, mark, false)
    const left = async () => (await own<{ total: number }>('get', '/users/_self/bookmarks')).total
    await expect.poll(left).toBe(0)
    await page.reload()
    await pressed(page, mark, false)
  })

  test('a title in two rows of the home page has one bookmark, which both buttons show', async () => {
    const page = await newPage({ ...DESKTOP, language: 'en', reducedMotion: true })
    await aMember(page)
    await page.goto('/en')
    await showAllRows(page)
    await page.locator('.card-slot .card-bookmark').nth(40).waitFor({ state: 'attached' })
    const ids = await page
      .locator('.card-slot:has(.card-bookmark) > [data-content]')
      .evaluateAll(links => links.map(link => (link as HTMLElement).dataset.content ?? ''))
    const twice = ids.find((id, at) => ids.indexOf(id) < at)
    const buttons = page.locator(`.card-slot:has(> [data-content="${twice}"]) .card-bookmark`)
    const states = () => buttons.evaluateAll(all => all.map(each => each.ariaPressed))
    const count = await buttons.count()
    expect(count).toBeGreaterThan(1)
    await buttons.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(states).toEqual(Array(count).fill('true'))
    await buttons.last().focus()
    await page.keyboard.press('Enter')
    await expect.poll(states).toEqual(Array(count).fill('false'))
  })

  test('bookmarks load in pages of 24, by keyboard, and a failed page is retried', async () => {
    const page = await newPage({
      ...DESKTOP,
      language: 'en',
      reducedMotion: true,
      allow: [REQUEST_FAILED],
    })
    const { call: own } = await aMember(page)
    const { items } = await call<{ items: ContentCard[] }>('/video-contents?count=30', 'en')
    for (const { id } of items)
      await own('post', '/users/_self/bookmarks', { video_content_id: id })
    await page.goto('/en/user/bookmarks')
    const cards = page.locator('main li')
    expect(await cards.count()).toBe(24)
    expect(await axeViolations(page)).toEqual([])
    const comesBack = await failRequests(page, BOOKMARKS)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    await comesBack()
    await retry.press('Enter')
    await shows(cards, 30)
    const focused = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main li')].findIndex(li =>
          li.contains(document.activeElement),
        ),
      )
    expect(await focused()).toBe(24)
    await cards.first().getByRole('button').press('Enter')
    await shows(cards, 29)
    await expect.poll(focused).toBe(0)
  })
})
