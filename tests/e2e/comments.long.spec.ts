import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { Comment } from '#src/contract/content.ts'
import { contentPath } from '#src/lib/routes.ts'
import { formatPercent } from '#src/lib/text/number.ts'
import { aNumber } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import { failRequests, holdRequests, REQUEST_FAILED } from '#tests/support/network.ts'
import { call } from '#tests/support/routes.ts'
import { aTitle } from '#tests/support/viewer.ts'

const COMMENTS = '**/api/video-contents/*/comments'
const area = (page: Page) => page.locator('#comments textarea')
const written = (page: Page) => page.locator('#comments textarea').inputValue()
const send = (page: Page) => page.locator('#comments button[type=submit]')
const listed = (id: string) =>
  call<{ items: Comment[]; total: number }>(`/video-contents/${id}/comments`)

async function openComments(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#comments').scrollIntoViewIfNeeded()
  await page.locator('#comments [data-hydrated=true]').waitFor()
}

test('on a phone, in Persian: a visitor’s comment survives sign-in, a lost connection and a reload, and is sent once', async () => {
  const page = await newPage({
    ...PHONE,
    touch: true,
    reducedMotion: true,
    allow: [REQUEST_FAILED],
  })
  const title = await aTitle('types=single_video', 20)
  const path = encodeURI(contentPath(title, 'fa'))
  await openComments(page, path)
  await area(page).fill('اب')
  await send(page).click()
  await page.getByText('متن حداقل ۳ نویسه').waitFor()
  expect(await written(page)).toBe('اب')
  const text = `فیلم خوبی بود! ${aNumber()}`
  await area(page).fill(text)
  await page.getByText('۲۶ از ۱٬۰۰۰').waitFor()
  await page.getByRole('button', { name: 'ورود و ثبت دیدگاه' }).click()
  await page.waitForURL(/\/login\?redirect=/)
  const back = new URL(page.url()).searchParams.get('redirect') ?? ''
  expect(back).toBe(`${path}#comments`)

  await aMember(page)
  await openComments(page, back)
  expect(await written(page)).toBe(text)
  const comesBack = await failRequests(page, COMMENTS)
  await send(page).click()
  await page.locator('.toast[role=alert]').waitFor()
  expect(await written(page)).toBe(text)
  await comesBack()
  await openComments(page, path)
  expect(await written(page)).toBe(text)

  const line = await holdRequests(page, COMMENTS)
  await send(page).click()
  await page.locator('#comments button[aria-busy=true]').press('Enter')
  line.release()
  await page.locator('#comments li', { hasText: text }).first().waitFor()
  await expect.poll(() => written(page)).toBe('')
  expect(line.seen()).toBe(1)
  const { items } = await listed(title.id)
  expect(items.filter(comment => comment.text === text)).toHaveLength(1)
  expect(await axeViolations(page)).toEqual([])
})

describe('on a desktop, in English', () => {
  test('like and dislike show the new percentage, and a second press takes the vote back', async () => {
    const page = await newPage({
      ...DESKTOP,
      language: 'en',
      reducedMotion: true,
      allow: [REQUEST_FAILED],
    })
    await aMember(page)
    await page.goto(encodeURI(contentPath(await aTitle('types=single_video', 21), 'en')))
    const pressed = (name: string, isOn: boolean) =>
      page.locator(`[data-key=${name}][aria-pressed=${isOn}]`).waitFor()
    const press = async (name: 'like' | 'dislike') => {
      const answered = page.waitForResponse(reply => reply.url().endsWith(`/${name}`))
      await page.locator(`[data-key=${name}]`).press('Enter')
      const { data } = (await (await answered).json()) as { data: { rate_percentage: number } }
      const shown = formatPercent(data.rate_percentage, 'en')
      await expect.poll(() => page.locator('[data-rating=percent]').textContent()).toBe(shown)
      return data.rate_percentage
    }
    const liked = await press('like')
    await pressed('like', true)
    expect(await press('dislike')).toBeLessThan(liked)
    await pressed('like', false)
    await pressed('dislike', true)
    await press('dislike')
    await pressed('dislike', false)
    const comesBack = await failRequests(page, '**/like')
    await page.locator('[data-key=like]').press('Enter')
    await page.locator('.toast[role=alert]').waitFor()
    await pressed('like', false)
    await comesBack()
  })

  test('a click during hydration counts once', async () => {
    const page = await newPage({ ...DESKTOP, language: 'en', reducedMotion: true })
    await aMember(page)
    // Delays frames, so that React is hydrated some time before the page notices.
    await page.addInitScript(() => {
      window.requestAnimationFrame = done => window.setTimeout(() => done(performance.now()), 400)
      const press = ({ target }: Event) =>
        (target as Element).querySelector<HTMLElement>('[data-key=like]')?.click()
      addEventListener('pardeh:hydrated', press, true)
    })
    const votes: string[] = []
    page.on('request', request => {
      if (/\/(dis)?like$/.test(request.url())) votes.push(request.url())
    })
    await page.goto(encodeURI(contentPath(await aTitle('types=single_video', 22), 'en')))
    await page.locator('[data-key=like][aria-pressed=true]').waitFor()
    // The page notices hydration in one frame, replays clicks in the next, and would have sent them by the third.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    expect(votes).toHaveLength(1)
    expect(await page.getAttribute('[data-key=like]', 'aria-pressed')).toBe('true')
  })

  test('a spoiler is covered for others, who may report it; further pages load on demand', async () => {
    const { id, ...title } = await aTitle('types=series', 5)
    const path = encodeURI(contentPath(title, 'en'))
    for (let person = 0; person < 3; person++) {
      const { call: own } = await aMember(await newPage())
      for (let count = 0; count < 9; count++)
        await own('post', `/video-contents/${id}/comments`, { text: `${person}: ${count} of nine` })
    }
    const author = await newPage({ ...DESKTOP, language: 'en', reducedMotion: true })
    await aMember(author)
    await openComments(author, path)
    await area(author).fill('The gardener did it')
    await author.getByLabel('This comment contains spoilers').press('Space')
    await area(author).focus()
    await author.keyboard.press('Tab')
    await author.keyboard.press('Tab')
    await author.keyboard.press('Enter')
    await author.locator('#comments li', { hasText: 'The gardener did it' }).waitFor()

    const page = await newPage({
      ...DESKTOP,
      language: 'en',
      reducedMotion: true,
      allow: [REQUEST_FAILED],
    })
    await aMember(page)
    await openComments(page, path)
    const first = page.locator('#comments li').first()
    await first.getByText('Contains spoilers').waitFor()
    expect(await first.getByText('The gardener did it').count()).toBe(0)
    await first.getByRole('button', { name: 'Show spoiler' }).press('Enter')
    await first.getByText('The gardener did it').waitFor()
    await first.getByRole('button', { name: 'Report' }).press('Enter')
    await page.getByText('Thanks for your report.').waitFor()
    const reported = first.getByRole('button', { name: 'Reported' })
    expect(await reported.isDisabled()).toBe(true)
    await openComments(page, path)
    await reported.waitFor()
    await first.getByRole('button', { name: 'Show spoiler' }).press('Enter')
    expect(await page.locator('#comments li').count()).toBe(24)
    expect(await axeViolations(page)).toEqual([])
    const comesBack = await failRequests(page, `${COMMENTS}**`)
    await page.getByRole('button', { name: 'More comments' }).click()
    await page.getByText('No response from the server').waitFor()
    await comesBack()
    await page.getByRole('button', { name: 'Try again' }).click()
    const shown = Math.min(48, (await listed(id)).total)
    expect(shown).toBeGreaterThan(24)
    await expect.poll(() => page.locator('#comments li').count()).toBe(shown)
  })
})
