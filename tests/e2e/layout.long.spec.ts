import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { enter } from '#tests/support/account.ts'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { cataloguePaths, footerPaths } from '#tests/support/routes.ts'

const TV = 'Mozilla/5.0 (Linux; Android 11; MIBOX4) AppleWebKit/537.36 Chrome/120 Safari/537.36'
const TIZEN =
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Chrome/94 TV Safari/537.36'
const header = '[data-header]'

async function wheel(page: Page, by: number): Promise<void> {
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(400, 300)
  await page.mouse.wheel(0, by)
  await page.waitForFunction(from => scrollY !== from, before)
}

async function withMessage(page: Page, message: unknown): Promise<void> {
  await page.route('**/api/popup-message', route =>
    message === 'fails'
      ? route.abort()
      : route.fulfill({ json: { data: message, meta: { operation_result: 'success' } } }),
  )
}
const MESSAGE = { text: 'امشب قطعی داریم', type: 'error', is_dismissable: true }

describe('the header', () => {
  test('is a fixed top bar, 56px high', async () => {
    const page = await newPage()
    await page.goto('/contents')
    const box = await page.locator(`${header} > div`).first().boundingBox()
    expect(box).toMatchObject({ y: 0, height: 56 })
    expect(await page.locator(header).evaluate(bar => getComputedStyle(bar).position)).toBe('fixed')
  })

  test('becomes solid when a menu is open or the page is scrolled', async () => {
    const page = await newPage()
    await page.goto('/contents')
    const isSolid = () => page.locator(`${header}[data-solid]`).count()
    expect(await isSolid()).toBe(0)
    await page.hover('[data-menu=single_video] a')
    await page.waitForSelector(`${header}[data-solid]`)
    await page.mouse.move(600, 700)
    await page.waitForSelector(`${header}:not([data-solid])`)
    await wheel(page, 40)
    await page.waitForSelector(`${header}[data-solid]`)
  })

  test('hides on scroll down and shows on scroll up on screens wider than 960px', async () => {
    const page = await newPage({ width: 1280 })
    await page.goto('/contents')
    await wheel(page, 500)
    await page.waitForSelector(`${header}[data-away]`)
    await page.waitForFunction(bar => {
      const box = document.querySelector(bar)?.getBoundingClientRect()
      return box !== undefined && box.bottom <= 0
    }, header)
    await wheel(page, -200)
    await page.waitForSelector(`${header}:not([data-away])`)
  })

  test('stays on narrower screens', async () => {
    const page = await newPage({ width: 960 })
    await page.goto('/contents')
    await wheel(page, 500)
    await page.waitForSelector(`${header}[data-solid]`)
    await page.evaluate(() => Promise.all(document.getAnimations().map(each => each.finished)))
    expect(await page.locator(header).evaluate(bar => bar.getBoundingClientRect().top)).toBe(0)
  })

  test.each([
    { width: 1280, shift: 48 },
    { width: 390, shift: 72 },
  ])(
    'shifts down $shift px at $width px while a system message is shown and not closed',
    async ({ width, shift }) => {
      const page = await newPage({ width })
      await withMessage(page, MESSAGE)
      await page.goto('/contents')
      await page.waitForFunction(
        ([bar, by]) => document.querySelector(bar as string)?.getBoundingClientRect().top === by,
        [header, shift] as const,
      )
      expect((await page.locator('[data-system-banner]').boundingBox())?.height).toBe(shift)
      await page.click('[data-banner-close]')
      await page.waitForFunction(
        bar => document.querySelector(bar)?.getBoundingClientRect().top === 0,
        header,
      )
    },
  )

  test('holds a hamburger menu on mobile and a logo link home', async () => {
    const page = await newPage(PHONE)
    await page.goto('/contents')
    await page.click('[data-drawer-open]')
    const drawer = page.locator('#drawer')
    await drawer.waitFor({ state: 'visible' })
    expect(await drawer.getByRole('link').count()).toBeGreaterThan(6)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.click(`${header} a[href="/"]`)
    await page.waitForURL('**/')
  })

  test('opens a hover menu by keyboard and closes it by Escape', async () => {
    const page = await newPage()
    await page.goto('/contents')
    await page.locator('[data-menu=single_video] a').first().press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.waitForSelector('[data-menu=single_video] [aria-expanded=true]')
    const genre = page.locator('[data-menu=single_video] .header-menu-panel a').first()
    await genre.waitFor()
    await page.keyboard.press('Tab')
    await page.locator('.header-menu-panel a:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForSelector('[data-menu=single_video] [aria-expanded=false]')
    await genre.waitFor({ state: 'hidden' })
    await page.locator('[data-menu=single_video] > a:focus').waitFor()
  })

  test('holds Categories, Kids, an online-cinema link, dynamic links, search, buy and login', async () => {
    const page = await newPage()
    await page.goto('/contents')
    for (const href of ['/categories', '/categories/kids/kids', '/cinema-online', '/packages'])
      expect(await page.locator(`${header} > div a[href="${href}"]:visible`).count()).toBe(1)
    const reply = await page.request.get('/api/global-data')
    const { data } = (await reply.json()) as { data: { links: Array<{ display_title: string }> } }
    for (const link of data.links)
      await page.locator(`${header} > div a:visible`, { hasText: link.display_title }).waitFor()
  })

  test.each([320, 360, 479])(
    'shows the buy button at %i px, and nothing overflows',
    async width => {
      for (const path of ['/contents', '/en/contents']) {
        const page = await newPage({ width, height: 700 })
        await page.goto(path)
        await page.locator(`${header} .header-buy`).waitFor()
        const [first, last] = await page.locator(`${header} > div > *:visible`).evaluateAll(all => {
          const sides = all.map(item => item.getBoundingClientRect())
          return [
            Math.min(...sides.map(side => side.left)),
            Math.max(...sides.map(side => side.right)),
          ]
        })
        expect(first).toBeGreaterThanOrEqual(0)
        expect(last).toBeLessThanOrEqual(width)
      }
    },
  )

  test('switches the language on wide screens, with the page and the query of this visit', async () => {
    const page = await newPage()
    await page.goto('/contents?types=series')
    await page.locator(`${header} > div [data-language-switch]:visible`).click()
    await page.waitForURL('**/en/contents?types=series')
  })

  test('has a login button to /login?redirect={current path} for visitors', async () => {
    const page = await newPage()
    await page.goto('/contents?types=series')
    await page.waitForFunction(
      to => document.querySelector<HTMLAnchorElement>('[data-login]')?.href.endsWith(to),
      `/login?redirect=${encodeURIComponent('/contents?types=series')}`,
    )
    await page.goto('/')
    expect(await page.getAttribute('[data-login]', 'href')).toBe('/login')
  })
})

describe('the system message', () => {
  test('shows only when a message exists', async () => {
    const page = await newPage()
    await withMessage(page, null)
    const answered = page.waitForResponse('**/api/popup-message')
    await page.goto('/contents')
    await answered
    expect(await page.locator('[data-system-banner]').isVisible()).toBe(false)
  })

  test('of a dismissable kind can be closed, which sets isClosedBefore to true, and stays closed', async () => {
    const page = await newPage()
    await withMessage(page, MESSAGE)
    await page.goto('/contents')
    await page.locator('[data-system-banner]').waitFor()
    await page.click('[data-banner-close]')
    await page.locator('[data-system-banner]').waitFor({ state: 'hidden' })
    const stored = await page.evaluate(() => localStorage.getItem('system-message'))
    expect(JSON.parse(stored ?? '')).toEqual({ ...MESSAGE, isClosedBefore: true })
    await page.goto('/faq')
    expect(await page.locator('[data-system-banner]').isVisible()).toBe(false)
  })

  test('of another kind has no close button, and error gives a warning colour', async () => {
    const page = await newPage()
    await withMessage(page, { ...MESSAGE, is_dismissable: false })
    await page.goto('/contents')
    await page.locator('[data-system-banner][data-kind=error]').waitFor()
    expect(await page.locator('[data-banner-close]').isVisible()).toBe(false)
  })

  test('with different text reopens it', async () => {
    const page = await newPage()
    await page.goto('/contents')
    await page.waitForFunction(() => sessionStorage.getItem('system-message-asked'))
    const closed = JSON.stringify({ ...MESSAGE, text: 'دیروز', isClosedBefore: true })
    await page.evaluate(text => localStorage.setItem('system-message', text), closed)
    await withMessage(page, MESSAGE)
    await page.goto('/faq')
    await page.locator('[data-system-banner]').waitFor()
    expect((await page.textContent('[data-banner-text]'))?.trim()).toBe(MESSAGE.text)
  })

  test.each([
    { server: 'returns no message', reply: null },
    { server: 'cannot be reached', reply: 'fails' },
  ])('is cleared from storage if the server $server', async ({ reply }) => {
    const page = await newPage({ allow: [/ERR_FAILED/] })
    await page.goto('/contents')
    const stored = JSON.stringify({ ...MESSAGE, isClosedBefore: false })
    await page.evaluate(text => localStorage.setItem('system-message', text), stored)
    await withMessage(page, reply)
    await page.goto('/faq')
    await page.waitForFunction(() => localStorage.getItem('system-message') === null)
    expect(await page.locator('[data-system-banner]').isVisible()).toBe(false)
  })

  test.each([360, 1280])('opens in full at %i px if it is too long for its place', async width => {
    const page = await newPage({ width, height: 700 })
    const text = `${'امشب از ساعت یک تا سه بامداد سرورها به‌روز می‌شوند. '.repeat(6)}پایان.`
    await withMessage(page, { ...MESSAGE, text })
    await page.goto('/contents')
    await page.locator('[data-banner-more]').click()
    const whole = page.locator('[data-banner-whole]')
    await whole.waitFor()
    expect((await whole.textContent())?.trim()).toBe(text)
    expect(await whole.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
    await page.keyboard.press('Escape')
    await whole.waitFor({ state: 'hidden' })
  })

  test('has no button to open it if it fits', async () => {
    const page = await newPage(PHONE)
    await withMessage(page, MESSAGE)
    await page.goto('/contents')
    await page.locator('[data-system-banner]').waitFor()
    expect(await page.locator('[data-banner-more]').isVisible()).toBe(false)
  })

  test('is re-read when local storage changes across tabs', async () => {
    const page = await newPage()
    await withMessage(page, MESSAGE)
    await page.goto('/contents')
    await page.locator('[data-system-banner]').waitFor()
    const other = await page.context().newPage()
    await withMessage(other, MESSAGE)
    await other.goto('/faq')
    await other.click('[data-banner-close]')
    await page.locator('[data-system-banner]').waitFor({ state: 'hidden' })
  })

  test("on a path containing 'play' is hidden and leaves no offset", async () => {
    const page = await newPage({ allow: [/404/] })
    await withMessage(page, MESSAGE)
    await page.goto('/playground')
    expect(await page.locator('[data-system-banner]').count()).toBe(0)
    expect((await page.locator(header).boundingBox())?.y).toBe(0)
  })
})

describe('the footer', () => {
  test('links to apps, FAQ, contact us, about and rules, with a copyright line', async () => {
    const page = await newPage()
    await page.goto('/contents')
    for (const href of ['/apps', '/faq', '/contact-us', '/about', '/rules', '/privacy'])
      expect(await page.locator(`[data-footer] a[href="${href}"]`).count()).toBe(1)
    expect(await page.textContent('[data-footer]')).toContain('©')
  })

  test('has a scroll-to-top button', async () => {
    const page = await newPage({ reducedMotion: true })
    await page.goto('/contents')
    await page.locator('[data-to-top]').click()
    await page.waitForFunction(() => scrollY === 0)
  })

  test('has a mini bar that slides in on downward scroll and hides on upward scroll', async () => {
    const page = await newPage()
    await page.goto('/contents')
    await wheel(page, 400)
    await page.waitForSelector('[data-mini-bar][data-shown]:not([inert])')
    await wheel(page, -200)
    await page.waitForSelector('[data-mini-bar]:not([data-shown])[inert]', { state: 'attached' })
  })

  test('hides the mini bar near the page bottom', async () => {
    const page = await newPage()
    await page.goto('/contents')
    await wheel(page, 400)
    await page.waitForSelector('[data-mini-bar][data-shown]')
    await wheel(page, 20_000)
    await page.waitForSelector('[data-mini-bar]:not([data-shown])[inert]', { state: 'attached' })
  })

  test('shows an elevator button after scrolling past half the window height', async () => {
    const page = await newPage({ reducedMotion: true })
    await page.goto('/contents')
    await wheel(page, 300)
    expect(await page.locator('[data-elevator]').isVisible()).toBe(false)
    await wheel(page, 200)
    await page.locator('[data-elevator]').click()
    await page.waitForFunction(() => scrollY === 0)
  })

  test.each([360, 768, 1280])(
    'the elevator button covers no link or button of the footer at %i px',
    async width => {
      const page = await newPage({ width, height: 800, reducedMotion: true })
      await page.goto('/contents')
      await wheel(page, 20_000)
      if (width < 960) await page.locator('[data-footer] [data-footer-open]').click()
      await page.locator('[data-to-top]').scrollIntoViewIfNeeded()
      await page.locator('[data-elevator]').waitFor({ state: 'hidden' })
      await page.locator('[data-to-top]').click()
      await page.waitForFunction(() => scrollY === 0)
    },
  )

  test('has a button on mobile that opens the big footer panel', async () => {
    const page = await newPage(PHONE)
    await page.goto('/faq')
    const panel = page.locator('[data-footer-panel]')
    expect(await panel.isVisible()).toBe(false)
    await page.locator('[data-footer] [data-footer-open]').click()
    await panel.waitFor({ state: 'visible' })
    expect(await page.getAttribute('[data-footer] [data-footer-open]', 'aria-expanded')).toBe(
      'true',
    )
  })

  test('shows no trust seals if none is set', async () => {
    const page = await newPage()
    await page.goto('/')
    expect(await page.locator('[data-seals], [data-footer] img').count()).toBe(0)
  })
})

describe('the bottom bar', () => {
  const bar = '.bottom-bar'

  test('has home, search, cinema, bookmarks and account below md, and is hidden at md and wider', async () => {
    const phone = await newPage(PHONE)
    await phone.goto('/cinema-online')
    const hrefs = await phone
      .locator(`${bar} > :visible`)
      .evaluateAll(all =>
        all.map(it => it.getAttribute('href') ?? it.getAttribute('popovertarget')),
      )
    expect(hrefs).toEqual([
      '/',
      'search',
      '/cinema-online',
      '/user/bookmarks',
      expect.stringMatching('^/login'),
    ])
    expect(await phone.getAttribute(`${bar} [aria-current=page]`, 'href')).toBe('/cinema-online')
    const wide = await newPage({ width: 960 })
    await wide.goto('/cinema-online')
    expect(await wide.locator(bar).isVisible()).toBe(false)
  })

  test('opens the search of the header, with the cursor in it', async () => {
    const page = await newPage(PHONE)
    await page.goto('/contents')
    await page.locator('[data-search-open]').click()
    await page.locator('.search-drop input').waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('.search-drop input'))
    expect(new URL(page.url()).pathname).toBe('/contents')
  })

  test.each([360, 768])(
    'covers nothing at %i px, and the end of the page can be scrolled above it',
    async width => {
      const page = await newPage({ width, height: 700, reducedMotion: true })
      await enter(page)
      await page.goto('/contents')
      await page.locator('[data-subscription-alert]').waitFor()
      await wheel(page, 800)
      await page.locator('[data-elevator]').waitFor()
      const parts = ['[data-elevator]', '[data-subscription-alert]', bar]
      const boxes = await Promise.all(parts.map(part => page.locator(part).boundingBox()))
      for (const [index, one] of boxes.entries())
        for (const other of boxes.slice(index + 1)) expect(overlap(one, other)).toBe(false)
      expect(Math.max(...boxes.map(box => (box?.y ?? 0) + (box?.height ?? 0)))).toBe(700)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const footer = await page.locator('[data-footer]').boundingBox()
      const alert = await page.locator('[data-subscription-alert]').boundingBox()
      expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(alert?.y ?? 0)
    },
  )
})
type Rectangle = { x: number; y: number; width: number; height: number } | null
function overlap(one: Rectangle, other: Rectangle): boolean {
  if (!one || !other) throw new Error('a part is not visible')
  const isApart = (start: 'x' | 'y', size: 'width' | 'height') =>
    one[start] + one[size] <= other[start] || other[start] + other[size] <= one[start]
  return !isApart('x', 'width') && !isApart('y', 'height')
}
describe('the layout', () => {
  test('shows a thin progress bar when a route change takes longer than 300 ms', async () => {
    // Chromium skips the view transition to a delayed page.
    const page = await newPage({ allow: [/ViewTransition opt-in/] })
    await page.goto('/contents')
    const held = Promise.withResolvers<void>()
    await page.route('**/faq', async route => {
      await held.promise
      await route.continue()
    })
    // Playwright's clock stops during a navigation, so the timers of the click are recorded and run here.
    const bar = await page.evaluate(() => {
      const progress = document.getElementById('progress') as HTMLElement
      const { setTimeout } = window
      const timers: Array<{ run: () => void; ms: number }> = []
      const note = (run: () => void, ms = 0) => timers.push({ run, ms })
      Object.assign(window, { setTimeout: note })
      document.querySelector<HTMLElement>('[data-footer] a[href="/faq"]')?.click()
      Object.assign(window, { setTimeout })
      const run = (isDue: (ms: number) => boolean) => {
        for (const timer of timers) if (isDue(timer.ms)) timer.run()
        return !progress.hidden
      }
      return { before: run(ms => ms < 300), at: run(ms => ms === 300) }
    })
    expect(bar).toEqual({ before: false, at: true })
    held.resolve()
    await page.waitForURL('**/faq')
    await page.waitForLoadState('networkidle')
    expect(await page.locator('#progress').isVisible()).toBe(false)
  })

  test('restores the scroll position on history back, also inside carousels', async () => {
    const page = await newPage({ reducedMotion: true })
    await page.goto('/')
    const row = page.locator('[data-row] [data-scroll]').nth(1)
    await row.scrollIntoViewIfNeeded()
    await row.evaluate(scroller => scroller.scrollTo({ left: -600, behavior: 'instant' }))
    await page.waitForFunction(() => scrollY > 300)
    const position = async () => ({
      page: await page.evaluate(() => Math.round(scrollY)),
      row: await row.evaluate(scroller => Math.round(scroller.scrollLeft)),
    })
    const before = await position()
    await page.goto('/faq')
    await page.goBack()
    await page.waitForFunction(y => Math.abs(scrollY - y) < 4, before.page)
    // The boot script restores rows after the browser has restored the page.
    await expect.poll(async () => Math.abs((await position()).row - before.row)).toBeLessThan(12)
  })

  test('prefetches the page of a hovered link, but no personal page', async () => {
    const page = await newPage()
    await page.goto('/faq')
    const seen: string[] = []
    page.on('request', request => seen.push(new URL(request.url()).pathname))
    await page.hover('[data-login]')
    await page.locator('[data-footer] a[href="/rules"]').hover()
    await expect.poll(() => seen).toContain('/rules')
    expect(seen).not.toContain('/login')
  })

  test('has one h1, a main landmark and a skip link first', async () => {
    const page = await newPage()
    await page.goto('/contents')
    expect(await page.locator('h1').count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'main')
  })

  test('a search without words does nothing', async () => {
    const page = await newPage()
    await page.goto('/contents')
    await page.locator('[data-key=search]').click()
    await page.locator('.search-drop input').press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('.search-drop input'))
    expect(new URL(page.url()).search).toBe('')
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
  })

  test.each(['/nothing-here', '/gone'])('%s offers other titles', async path => {
    const page = await newPage({ allow: [/404|410/] })
    await page.goto(path)
    expect(await page.locator('main .poster-link').count()).toBeGreaterThan(5)
  })

  test('links to the page about televisions', async () => {
    const page = await newPage()
    await page.goto('/apps')
    expect(await page.locator('[data-footer] a[href="/smart-tv"]').count()).toBe(1)
    expect(await page.locator('main a[href="/smart-tv"]').count()).toBe(1)
  })

  test('loads no chat widget and no tag manager when none is configured', async () => {
    const page = await newPage()
    const foreign: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url())
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(foreign.filter(url => !url.startsWith(page.url()))).toEqual([])
  })
})
describe('television', () => {
  test('the banner offers the app of the demo on Android, and the web version hides it', async () => {
    const page = await newPage({ userAgent: TV })
    await page.goto('/')
    await page.locator('[data-tv-banner]').waitFor()
    expect(await page.locator('[data-tv-app]').isVisible()).toBe(true)
    await page.click('[data-tv-web]')
    await page.locator('[data-tv-banner]').waitFor({ state: 'hidden' })
    expect(await page.locator('html[data-tv]').count()).toBe(1)
    await page.goto('/faq')
    await page.waitForSelector('html[data-tv]')
    expect(await page.locator('[data-tv-banner]').isVisible()).toBe(false)
  })

  test('the banner is shown on other televisions too', async () => {
    const page = await newPage({ userAgent: TIZEN })
    await page.goto('/')
    await page.locator('[data-tv-banner]').waitFor()
  })

  test('closing the banner switches TV mode off', async () => {
    const page = await newPage({ userAgent: TV })
    await page.goto('/')
    await page.click('[data-tv-close]')
    expect(await page.locator('html[data-tv]').count()).toBe(0)
    await page.goto('/faq', { waitUntil: 'networkidle' })
    expect(await page.locator('html[data-tv]').count()).toBe(0)
  })

  test('arrow keys move focus between rows and cards, and focus is always visible', async () => {
    const page = await newPage({ userAgent: TV })
    await page.goto('/contents', { waitUntil: 'networkidle' })
    await page.click('[data-tv-web]')
    await page.locator('a.poster-link').first().focus()
    const position = () =>
      page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect()
        return { x: (box?.left ?? 0) + scrollX, y: (box?.top ?? 0) + scrollY }
      })
    const start = await position()
    await page.keyboard.press('ArrowLeft')
    const beside = await position()
    expect(beside.x).toBeLessThan(start.x)
    expect(Math.abs(beside.y - start.y)).toBeLessThan(4)
    await page.keyboard.press('ArrowDown')
    const below = await position()
    expect(below.y).toBeGreaterThan(beside.y)
    expect(Math.abs(below.x - beside.x)).toBeLessThan(4)
    // One frame: that of the poster, which is a little larger.
    const frames = await page.evaluate(() =>
      [document.activeElement, document.activeElement?.querySelector('.poster-frame')].map(
        each => each && getComputedStyle(each).outlineStyle,
      ),
    )
    expect(frames).toEqual(['none', 'solid'])
  })

  test.each([
    [1920, 1080],
    [1280, 720],
  ])(
    'at %i × %i no text is smaller than 24 px, the action of the hero has the focus, and no legal bar appears',
    async (width, height) => {
      const page = await newPage({ width, height, userAgent: TIZEN })
      for (const path of ['/', '/contents', '/categories', '/login']) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const small = await page.evaluate(() => {
          const found: string[] = []
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement as HTMLElement
            const isText = node.textContent?.trim() && !element.closest('script, style, noscript')
            const options = { contentVisibilityAuto: true, visibilityProperty: true }
            if (!isText || !element.checkVisibility(options)) continue
            const size = Number.parseFloat(getComputedStyle(element).fontSize)
            if (size < 24) found.push(`${node.textContent?.trim()}: ${size} px`)
          }
          return found
        })
        expect(small, path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.locator('[data-slide][data-active] .primary-action a:focus').waitFor()
      await wheel(page, 900)
      expect(await page.locator('[data-mini-bar]').isVisible()).toBe(false)
      expect(await page.locator('[data-elevator]').isVisible()).toBe(false)
    },
  )

  test('a desktop browser does not count as a television', async () => {
    const page = await newPage()
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(await page.locator('html[data-tv]').count()).toBe(0)
    expect(await page.locator('[data-tv-banner]').isVisible()).toBe(false)
  })
})

/** Returns texts of several lines whose lines are closer than 1.25 times the size of their letters, 1.1 times in headings. */
const crowded = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap(element => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      const least = element.closest('h1, h2') ? 1.1 : 1.25
      if (Number.parseFloat(lineHeight) >= Number.parseFloat(fontSize) * least) return []
      return [...element.childNodes].flatMap(node => {
        if (!(node instanceof Text) || !node.data.trim()) return []
        const range = document.createRange()
        range.selectNodeContents(node)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return tops.size > 1 ? [node.data.trim()] : []
      })
    }),
  )

test.each(['fa', 'en'] as const)('lines of a text do not touch on a phone (%s)', async language => {
  const page = await newPage(PHONE)
  const signIn = language === 'fa' ? ['/login', '/register'] : ['/en/login', '/en/register']
  const open = [...(await cataloguePaths(language)), ...footerPaths(language), ...signIn]
  for (const path of open) {
    await page.goto(path)
    expect(await crowded(page), path).toEqual([])
  }
  const prefix = language === 'fa' ? '' : '/en'
  await enter(page)
  for (const path of [
    '/user',
    '/user/subscription',
    '/user/devices',
    '/user/settings',
    '/packages',
    '/tickets',
  ]) {
    await page.goto(`${prefix}${path}`, { waitUntil: 'networkidle' })
    expect(await crowded(page), path).toEqual([])
  }
})
