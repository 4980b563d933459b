/** The drawn name of a title instead of text. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { contentPath, playPath } from '#src/lib/routes.ts'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { call } from '#tests/support/routes.ts'
import { aTitle, aViewer } from '#tests/support/viewer.ts'

/** Returns a film that a subscriber may play, with its name in the language. */
async function aFilmIn(language: 'fa' | 'en'): Promise<ContentCard> {
  const { short_id } = await aTitle('types=single_video&flags=playable')
  return call<ContentCard>(`/video-contents/${short_id}`, language)
}

/** Returns the letters of a heading, once they are drawn. */
async function lettersOf(page: Page, heading: string, name: string) {
  const letters = page.locator(heading).getByRole('img', { name, exact: true })
  await letters.waitFor()
  await expect
    .poll(() => letters.evaluate(each => (each as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  return letters
}

test.each(['fa', 'en'] as const)(
  'hero, title page and player show the lettering with the name as alternative text, in %s',
  async language => {
    const film = await aFilmIn(language)
    const page = await newPage()
    await aViewer(page)
    await page.goto(language === 'fa' ? '/' : '/en')
    const slide = '.hero-slide[data-active] h2'
    const name = (await page.locator(slide).locator('bdi').textContent()) ?? ''
    await lettersOf(page, slide, name.trim())
    await page.goto(contentPath(film, language))
    const box = await (await lettersOf(page, 'h1', film.title)).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(461)
    expect(box?.height).toBeLessThanOrEqual(181)
    await page.goto(playPath(film, language))
    await lettersOf(page, '.title-bar', film.title)
  },
)

test('on a phone the lettering fits the column, and forced colours show text', async () => {
  const film = await aFilmIn('fa')
  const page = await newPage({ javaScript: false, ...PHONE })
  await page.goto(contentPath(film, 'fa'))
  const box = await (await lettersOf(page, 'h1', film.title)).boundingBox()
  expect(box?.height).toBeLessThanOrEqual(111)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.locator('h1 bdi').waitFor()
  expect(await page.locator('h1 img').isVisible()).toBe(false)
  await page.getByRole('heading', { level: 1, name: film.title, exact: true }).waitFor()
})

test('a lettering that does not load shows the name, as large as a heading', async () => {
  const film = await aFilmIn('fa')
  const page = await newPage({ javaScript: false })
  await page.route('**/lettering/**', route => route.fulfill({ status: 200, body: '' }))
  await page.goto(contentPath(film, 'fa'))
  const letters = page.getByRole('heading', { level: 1 }).getByRole('img', { name: film.title })
  await letters.waitFor()
  const size = await letters.evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize))
  expect(size).toBeGreaterThan(24)
})
