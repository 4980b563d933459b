// Requests of viewers to their browser: its own colours, text twice as large, more contrast, no JavaScript.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enter } from '#tests/support/account.ts'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { cataloguePaths } from '#tests/support/routes.ts'
import { unreadableTexts } from '#tests/support/text-boxes.ts'
import { aViewer } from '#tests/support/viewer.ts'

/** Returns the icons that have the same colour as their background. */
const vanishedIcons = (page: Page) =>
  page.evaluate(() => {
    const seen = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return /, 0\)$|transparent/.test(backgroundColor)
        ? seen(element.parentElement)
        : backgroundColor
    }
    return [...document.querySelectorAll('[class*="i-lucide-"]')]
      .filter(icon => icon.checkVisibility({ visibilityProperty: true }))
      .filter(icon => getComputedStyle(icon).backgroundColor === seen(icon.parentElement))
      .map(icon => icon.className)
  })

test.each(['dark', 'light'] as const)(
  'with forced colours (%s) every icon is visible',
  async scheme => {
    const page = await newPage({ width: 1280 })
    await enter(page)
    await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme })
    for (const path of ['/', '/packages', '/user', ...(await cataloguePaths()).slice(2, 3)]) {
      await page.goto(path)
      expect(await page.locator('[class*="i-lucide-"]').count(), path).toBeGreaterThan(3)
      expect(await vanishedIcons(page), path).toEqual([])
    }
  },
)

test('with forced colours the dots of the hero are visible, and the current one differs', async () => {
  const page = await newPage({ width: 1280 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await page.locator('.hero-dot[aria-current="true"]').waitFor()
  const colours = await page
    .locator('.hero-dot')
    .evaluateAll(dots => dots.map(dot => getComputedStyle(dot, '::after').backgroundColor))
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'forced-color-adjust: none; background: Canvas'
    return getComputedStyle(probe).backgroundColor
  })
  expect(colours.length).toBeGreaterThan(1)
  expect(colours).not.toContain(canvas)
  expect(new Set(colours).size).toBe(2)
})

test('with forced colours the selected package differs from the others', async () => {
  const page = await newPage({ width: 1280 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/packages')
  const outlines = await page
    .locator('.package-card')
    .evaluateAll(cards =>
      cards.map(card => [card.matches(':has(:checked)'), getComputedStyle(card).outlineStyle]),
    )
  expect(outlines.filter(([isChecked]) => isChecked)).toEqual([[true, 'solid']])
  expect(outlines.filter(([, style]) => style === 'solid')).toHaveLength(1)
})

test('with forced colours nothing shines through the alert at the bottom, and a vote that cannot be taken back is grey', async () => {
  const page = await newPage({ width: 1280 })
  await aViewer(page, { isSubscribed: false })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/surveys/faces-of-the-year')
  const alert = page.locator('[data-subscription-alert]')
  await alert.waitFor()
  const background = await alert.evaluate(({ ownerDocument: { body } }) => [
    getComputedStyle(document.querySelector('[data-subscription-alert]') as Element)
      .backgroundColor,
    getComputedStyle(body).backgroundColor,
  ])
  expect(background[0]).toBe(background[1])
  const colours = await page
    .locator('main li, main article')
    .filter({ has: page.locator('button[aria-disabled=true]') })
    .first()
    .locator('button')
    .evaluateAll(buttons =>
      buttons.map(button => [getComputedStyle(button).color, getComputedStyle(button).opacity]),
    )
  expect(colours).toHaveLength(2)
  expect(colours.map(([, opacity]) => opacity)).toEqual(['1', '1'])
  expect(colours[0]?.[0]).not.toBe(colours[1]?.[0])
})

test.each(
  (['fa', 'en'] as const).flatMap(language =>
    [360, 768, 1280, 1920].map(width => [language, width] as const),
  ),
)(
  'text at twice the size is neither cut off nor covered, in %s at %i px',
  { timeout: 240_000 },
  async (language, width) => {
    const page = await newPage({ width, height: 800, language, allow: [/404/] })
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const prefix = language === 'en' ? '/en' : ''
    const paths = [...(await cataloguePaths(language)), `${prefix}/packages`, `${prefix}/login`]
    for (const path of paths) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      expect(await unreadableTexts(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  },
)

test('the header has room for its links at every width, in both languages', async () => {
  const page = await newPage()
  for (const path of ['/faq', '/en/faq']) {
    await page.goto(path)
    for (const width of [960, 1024, 1279, 1280, 1365, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 720 })
      const room = await page
        .locator('[data-header] nav')
        .first()
        .evaluate(nav => nav.clientWidth - nav.scrollWidth)
      expect(room, `${path} at ${width}`).toBeGreaterThanOrEqual(0)
    }
  }
})

test("the header of a phone never shows a part of the site's name, in both languages", async () => {
  const page = await newPage(PHONE)
  for (const path of ['/faq', '/en/faq', '/', '/en']) {
    await page.goto(path)
    for (const width of [320, 340, 360, 375, 390, 412, 768]) {
      await page.setViewportSize({ width, height: 720 })
      const logo = page.locator('[data-header] .header-logo').first()
      const room = await logo.evaluate(link => link.clientWidth - link.scrollWidth)
      expect(room, `${path} at ${width}`).toBeGreaterThanOrEqual(0)
    }
  }
})

test('with more contrast, quiet text is as strong as the rest', async () => {
  const page = await newPage()
  await page.emulateMedia({ contrast: 'more' })
  for (const path of ['/', '/packages']) {
    await page.goto(path)
    const [muted, text] = await page.evaluate(() => {
      const root = document.documentElement
      const colourOf = (name: string) => {
        const probe = document.createElement('i')
        probe.style.setProperty('color', `var(--${name})`)
        root.append(probe)
        return getComputedStyle(probe).color
      }
      return [colourOf('muted'), colourOf('text')]
    })
    expect(muted, path).toBe(text)
  }
})

test.each(['/login', '/register', '/en/login', '/tickets', '/user'])(
  'with JavaScript off %s says in a sentence what it needs',
  async path => {
    const page = await newPage({ ...PHONE, javaScript: false })
    if (path === '/user') await enter(page)
    await page.goto(path)
    const text = path.startsWith('/en') ? /needs JavaScript/ : /جاوااسکریپت/
    await page.locator('main').getByText(text).waitFor()
    expect(await page.locator('[data-no-script]').isVisible()).toBe(true)
  },
)

test('with JavaScript off the packages can be read', async () => {
  const page = await newPage({ ...PHONE, javaScript: false })
  await page.goto('/packages')
  expect(await page.locator('.package-card').count()).toBeGreaterThan(2)
  expect(await page.locator('.package-card').first().textContent()).toMatch(/[۰-۹٬]+ تومان/)
})

test('a printed page is black on white, and nothing fixed covers its text on each sheet', async () => {
  const page = await newPage(PHONE)
  await enter(page)
  for (const path of [...(await cataloguePaths()), '/rules', '/packages', '/user']) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const { fixed, colours, names, emptyRows } = await page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('body, body *')].filter(element =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      const styleOf = (element: Element) => getComputedStyle(element)
      return {
        fixed: shown
          .filter(element => ['fixed', 'sticky'].includes(styleOf(element).position))
          .map(element => element.className),
        colours: [document.documentElement, document.body].map(element => [
          styleOf(element).color,
          styleOf(element).backgroundColor,
        ]),
        names: shown.filter(element => element.matches('[data-lettering]')).length,
        emptyRows: shown.filter(element => element.matches('[data-fragment]')).length,
      }
    })
    expect(fixed, path).toEqual([])
    expect(colours, path).toEqual([
      ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
      ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    ])
    expect(names, path).toBe(0)
    expect(emptyRows, path).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  }
})
