/** A title without a video shows this, has no play button, and sends a reminder to users who ask for one. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { contentPath } from '#src/lib/routes.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import { call } from '#tests/support/routes.ts'

async function aTitleToCome(): Promise<ContentCard> {
  const { items } = await call<{ items: ContentCard[] }>('/video-contents?flags=coming_soon')
  const [title] = items
  if (!title) throw new Error('the demo has no coming-soon title')
  return title
}

const remind = (page: Page) => page.locator('[data-key=remind]')
const hydrated = (page: Page) => remind(page).and(page.locator('[aria-pressed]')).waitFor()

test('on a phone, in Persian: a visitor asks for a reminder, signs in, and has it', async () => {
  const page = await newPage({ ...PHONE, touch: true, reducedMotion: true })
  const title = await aTitleToCome()
  const path = encodeURI(contentPath(title, 'fa'))
  await page.goto(path)
  await page.getByText('این عنوان به‌زودی منتشر می‌شود.').waitFor()
  expect(await page.locator('[data-play], a[href*="/play/"]:not([href*=trailer])').count()).toBe(0)
  await hydrated(page)
  await remind(page).click()
  await page.waitForURL(/\/login\?redirect=/)

  await aMember(page)
  await page.goto(path)
  await page.getByText('به‌محض انتشار، با پیامک خبرتان می‌کنیم.').waitFor()
  await page.reload()
  await page.locator('[data-key=remind][aria-pressed=true]').waitFor()
  await remind(page).click()
  await page.getByText('یادآوری لغو شد.').waitFor()
  await page.reload()
  await page.locator('[data-key=remind][aria-pressed=false]').waitFor()
})

test('on a desktop, in English: its page offers a reminder instead of a play button', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en' })
  const title = await aTitleToCome()
  await page.goto(encodeURI(contentPath(title, 'en')))
  await page.locator('[data-to-come]').waitFor()
  expect(await page.locator('[data-play]').count()).toBe(0)
  await hydrated(page)
  expect(await remind(page).textContent()).toBe('Text me when it’s out')
})
