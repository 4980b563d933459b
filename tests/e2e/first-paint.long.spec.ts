import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { cataloguePaths } from '#tests/support/routes.ts'
import { showAllRows } from '#tests/support/row-fragments.ts'

/** Returns the deferred parts of a page, which are neither laid out nor painted. Inside a skipped part Chromium reports outdated styles. */
const heldBack = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.deferred, .deferred-card')].filter(
        part =>
          getComputedStyle(part).contentVisibility === 'hidden' &&
          part.parentElement?.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  )

/** Makes a browser that is never idle. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

test('on a phone off-screen parts render after the first frame, on every page', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  for (const path of await cataloguePaths()) {
    await page.goto(path)
    await page.waitForFunction(() => !('firstFrame' in document.documentElement.dataset))
    expect(await heldBack(page), path).toBe(0)
  }
})

test.each(['scroll', 'pointerdown', 'keydown'] as const)(
  'deferred parts render at once on the first %s, even in a busy browser',
  async act => {
    const page = await newPage({ ...PHONE, touch: true })
    await neverIdle(page)
    await page.goto('/')
    expect(await heldBack(page)).toBeGreaterThan(5)
    if (act === 'scroll') await page.evaluate(() => scrollBy(0, 40))
    else
      await page.evaluate(
        kind => document.body.dispatchEvent(new Event(kind, { bubbles: true })),
        act,
      )
    await expect.poll(() => heldBack(page)).toBe(0)
  },
)

test('nothing visible on a phone is deferred, and nothing moves when the rest renders', async () => {
  for (const path of await cataloguePaths()) {
    const page = await newPage({ ...PHONE, touch: true })
    await neverIdle(page)
    await page.goto(path)
    const inSight = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('.deferred, .deferred-card')].filter(part => {
        const { top, left, right } = part.getBoundingClientRect()
        return top < innerHeight && right > 0 && left < innerWidth
      })
      return parts.length
    })
    expect(inSight, path).toBe(0)
    await page.evaluate(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true })))
    await expect.poll(() => heldBack(page)).toBe(0)
    const shift = await page.evaluate(
      () =>
        new Promise<number>(done => {
          let sum = 0
          new PerformanceObserver(list => {
            for (const entry of list.getEntries())
              sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => done(sum), 400)
        }),
    )
    expect(shift, path).toBeLessThanOrEqual(0.01)
  }
})

/** Returns the height that each row below the fold reserves, and its height after rendering, in pixels. */
const reservedAndRendered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.rows > .deferred:not(:has(.row-space))')].map(
      row => {
        const [reserved = Number.NaN] = getComputedStyle(row)
          .containIntrinsicBlockSize.split(' ')
          .flatMap(part => (part.endsWith('px') ? Number.parseFloat(part) : []))
        row.style.contentVisibility = 'visible'
        return [row.dataset.row, reserved, row.getBoundingClientRect().height] as const
      },
    ),
  )

test.each([390, 700, 1280, 1920])(
  'rows below the fold reserve their height at %i px',
  async width => {
    const page = await newPage({ width, height: 844 })
    for (const path of ['/', '/categories/kids/kids']) {
      await page.goto(path)
      const rows = await reservedAndRendered(page)
      expect(rows.length, path).toBeGreaterThan(0)
      const wrong = rows.filter(([, reserved, height]) => !(Math.abs(reserved - height) < 60))
      expect(wrong, path).toEqual([])
    }
  },
)

/** Returns by how many pixels each row with cards is higher or lower than its reserved space. */
const overSpace = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-row] .row-space')].map(space => {
      const row = space.closest<HTMLElement>('[data-row]')
      if (row) row.style.contentVisibility = 'visible'
      const reserved = Number.parseFloat(getComputedStyle(space).minBlockSize)
      const cards = space.querySelector<HTMLElement>('[data-scroll]')?.offsetHeight ?? 0
      // The scroller has these margins.
      return [row?.id, Math.round(cards - 20 - reserved)] as const
    }),
  )

/** Height of one line of a card in pixels. */
const LINE = 24

test.each([320, 390, 700, 1280, 1920])(
  'the reserved space of a fragment has its height at %i px, within one line',
  async width => {
    const page = await newPage({ width, height: 844, reducedMotion: true })
    for (const path of ['/', '/en', '/categories/kids/kids']) {
      await page.goto(path)
      await showAllRows(page)
      const rows = await overSpace(page)
      expect(rows.length, path).toBeGreaterThan(0)
      expect(
        rows.filter(([, over]) => over > LINE || over < -2 * LINE),
        path,
      ).toEqual([])
    }
  },
)

test('a page that a lost connection cut short shows the part that arrived', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.route('**/contents', async route => {
    const response = await route.fetch()
    const whole = await response.text()
    await route.fulfill({ response, body: whole.slice(0, whole.indexOf('data-footer')) })
  })
  const going = page.goto('/contents').catch(() => null)
  await page.locator('.deferred').first().waitFor({ state: 'attached' })
  expect(await heldBack(page)).toBeGreaterThan(5)
  await expect.poll(() => heldBack(page)).toBe(0)
  await page.close()
  await going
})

test('the scroll position of a deferred row is restored on a phone too', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.goto('/')
  await showAllRows(page)
  const scroller = page.locator('.rows > :nth-of-type(5) [data-scroll]')
  await scroller.scrollIntoViewIfNeeded()
  const position = await scroller.evaluate(row => {
    row.scrollLeft = -300
    return row.scrollLeft
  })
  expect(position).toBeLessThan(-200)
  await page.reload()
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  await page.waitForFunction(() => !('firstFrame' in document.documentElement.dataset))
  await expect.poll(() => scroller.evaluate(row => row.scrollLeft)).toBe(position)
})

test('icons visible on a phone are inside the style sheet, only others need a file', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  for (const path of await cataloguePaths()) {
    await page.goto(path)
    const apart = await page.evaluate(() =>
      [...document.querySelectorAll('i')]
        .filter(icon => {
          const { top, height } = icon.getBoundingClientRect()
          return height > 0 && top >= 0 && top < innerHeight && icon.checkVisibility()
        })
        .filter(icon => getComputedStyle(icon).maskImage.includes('/_astro/icons.'))
        .map(icon => icon.className),
    )
    expect(apart, path).toEqual([])
  }
})

test('the layout script loads after the largest picture, or immediately on an event', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route(/\/backdrop\//, async route => {
    await held
    order.push('picture')
    await route.continue()
  })
  page.on('request', request => {
    if (/\/boot\./.test(request.url())) order.push('shell')
  })
  const going = page.goto('/')
  await page.waitForFunction(() => document.readyState !== 'loading')
  expect(order).toEqual([])
  release()
  await going
  expect(order.slice(0, 2)).toEqual(['picture', 'shell'])
})

test('a failing part of the layout script is reported and does not stop the others', async () => {
  const page = await newPage({ allow: [/the session is broken/] })
  await page.addInitScript(() => {
    // One error in ten is reported.
    Math.random = () => 0
    const { querySelector } = Document.prototype
    Document.prototype.querySelector = function (this: Document, selector: string) {
      if (selector === '[data-signed-in] [data-content]') throw new Error('the session is broken')
      return querySelector.call(this, selector)
    } as typeof querySelector
  })
  const told = page.waitForRequest('**/api/client-errors')
  await page.goto('/')
  await told
  expect(await page.locator('[data-hero-dots]').isVisible()).toBe(true)
  await page.mouse.wheel(0, 900)
  await page.locator('[data-mini-bar][data-shown]').waitFor()
})
