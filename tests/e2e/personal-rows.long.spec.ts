import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { successEnvelope } from '#src/contract/envelope.ts'
import { DESKTOP, newPage, type PageOptions, PHONE } from '#tests/support/browser.ts'
import { holdFirst } from '#tests/support/hold-card.ts'
import { aMember } from '#tests/support/member.ts'
import { call } from '#tests/support/routes.ts'

const ROW = 'section[aria-labelledby=row-new_episodes-all]'
const CARD = `${ROW} .poster-link`

/** Opens the home page of a member who has a personal row. */
async function homeWithRow(options: PageOptions): Promise<Page> {
  const page = await newPage(options)
  await aMember(page)
  const { items } = await call<{ items: ContentCard[] }>('/video-contents?types=single_video')
  const row = { kind: 'new_episodes', reason: null, items: items.slice(0, 3) }
  await page.route('**/api/users/_self/profile/rows', route =>
    route.fulfill({ json: successEnvelope({ rows: [row] }) }),
  )
  await page.goto('/')
  await isPressed(page, false)
  return page
}

/** The button of the first card is visible only to a pointer or with the focus. */
function isPressed(page: Page, isOn: boolean): Promise<void> {
  const button = page.locator(`${ROW} li:first-child .card-bookmark[aria-pressed=${isOn}]`)
  return button.waitFor({ state: 'attached' })
}

test('on a phone the sheet of a card bookmarks its title, and shows this later', async () => {
  const page = await homeWithRow({ ...PHONE, touch: true, reducedMotion: true })
  await holdFirst(page, CARD)
  await page.getByRole('button', { name: 'نشان کردن', exact: true }).click()
  await isPressed(page, true)
  await page.locator(`${CARD}[data-bookmarked]`).waitFor()
  await page.reload()
  await isPressed(page, true)
  await holdFirst(page, CARD)
  await page.getByRole('button', { name: 'حذف از نشان‌شده‌ها', exact: true }).click()
  await isPressed(page, false)

  await holdFirst(page, CARD)
  await page.getByRole('button', { name: 'نشان کردن', exact: true }).click()
  await isPressed(page, true)
  await page.goto('/user/bookmarks')
  await holdFirst(page, '.card-slot .poster-link')
  await page.locator('.card-sheet').getByText('حذف از نشان‌شده‌ها').click()
  await page.getByText('هنوز چیزی نشان نکرده‌اید.').waitFor()
})

test('with a pointer a card has the button in its corner', async () => {
  const page = await homeWithRow({ ...DESKTOP, reducedMotion: true })
  const card = page.locator(`${ROW} li`).first()
  await card.hover()
  await card.locator('.card-bookmark').click()
  await isPressed(page, true)
  expect(await card.locator('.card-bookmark').evaluate(it => getComputedStyle(it).opacity)).toBe(
    '1',
  )
})
