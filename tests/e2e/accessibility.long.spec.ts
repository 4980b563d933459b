import { describe, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/axe.ts'
import { newPage } from '#tests/support/browser.ts'
import { cataloguePaths, footerPaths } from '#tests/support/routes.ts'

const LANGUAGES = ['fa', 'en'] as const
const WIDTHS = [360, 1280]

describe.each(LANGUAGES)('in %s', language => {
  test.each(WIDTHS)(
    'axe finds no violation on any page, %i wide',
    { timeout: 240_000 },
    async width => {
      const page = await newPage({ width, language, reducedMotion: true, allow: [/404/] })
      const found: string[] = []
      for (const path of [
        ...(await cataloguePaths(language)),
        ...footerPaths(language),
        '/nothing',
      ]) {
        await page.goto(path)
        found.push(...(await axeViolations(page)).map(violation => `${path} ${violation}`))
      }
      expect(found).toEqual([])
    },
  )

  test('no page scrolls sideways at 320 px', { timeout: 120_000 }, async () => {
    const page = await newPage({ width: 320, height: 700, language })
    for (const path of [...(await cataloguePaths(language)), ...footerPaths(language)]) {
      await page.goto(path)
      const beyond = await page.evaluate(() => {
        scrollTo(10_000 * (document.dir === 'rtl' ? -1 : 1), 0)
        return Math.abs(scrollX) + document.documentElement.scrollWidth - innerWidth
      })
      expect(beyond, path).toBe(0)
    }
  })
})
