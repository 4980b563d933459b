/**
 * Televisions of 2019 (Chromium 69): syntax and functions of the built scripts are compared with those that it had, and pages are
 * laid out with the styles that it would read. The browser itself does not run here, so its speed and its own faults are not
 * tested.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MemberExpression, parse } from 'acorn'
import { full, simple } from 'acorn-walk'
import compat from 'core-js-compat'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newPage, screenshot } from '#tests/support/browser.ts'
import { readStylesLikeChromium69, withoutFlexGaps } from '#tests/support/old-styles.ts'
import { makeOld, OLD_TV } from '#tests/support/old-television.ts'
import { aTitle, signInAs } from '#tests/support/viewer.ts'

const FOLDER = 'dist/client/_astro'
/** Without the library of /api/docs, a page for developers. */
const scripts = readdirSync(FOLDER)
  .filter(name => name.endsWith('.js') && !name.startsWith('redoc.'))
  .map(name => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

describe('the built scripts', () => {
  test('have no syntax that Chromium 69 lacks', () => {
    const newer = scripts.flatMap(({ name, text }) => {
      const found: string[] = []
      const note = (what: string) => () => void found.push(`${name}: ${what}`)
      // 2020 allows `import()` and `import.meta`, which Chromium 64 has; other syntax of that year is searched for.
      simple(parse(text, { ecmaVersion: 2020, sourceType: 'module' }), {
        ChainExpression: note('?.'),
        LogicalExpression: node => void (node.operator === '??' && note('??')()),
        Literal: node => void (node.bigint && note('BigInt')()),
      })
      return found
    })
    expect(newer).toEqual([])
  })

  test('call no function that Chromium 69 lacks, except those that are guarded or defined', () => {
    const missing = methodsAfterChromium69()
    expect(missing).toContain('toWellFormed')
    const called = new Map<string, string[]>()
    for (const { name, text } of scripts)
      full(parse(text, { ecmaVersion: 2020, sourceType: 'module' }), node => {
        if (node.type !== 'MemberExpression') return
        const { property } = node as MemberExpression
        if (property.type !== 'Identifier' || !missing.includes(property.name)) return
        called.set(property.name, [...(called.get(property.name) ?? []), name])
      })
    const polyfills = readFileSync('src/lib/boot/polyfills.ts', 'utf8')
    const undefinedThere = [...called].filter(
      ([name]) => !polyfills.includes(`'${name}'`) && !polyfills.includes(`.${name} ??=`),
    )
    expect(Object.fromEntries(undefinedThere)).toEqual(GUARDED)
  })
})

/** Names of methods that are our own or a library's, or that are called only if they exist. */
const GUARDED = {}

function methodsAfterChromium69(): string[] {
  return compat({ targets: 'chrome 69' })
    .list.filter(name => /^es\.(array|string|object|promise)\./.test(name))
    .map(name => (name.split('.').at(-1) ?? '').replace('at-alternative', 'at'))
    .map(name => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .filter(
      name =>
        !['push', 'reduce', 'reduceRight', 'sort', 'unshift', 'flat', 'flatMap'].includes(name),
    )
}

const PAGES = [
  ['home', () => '/', ['.site-header', '.hero', '.hero-text', '.poster-frame']],
  [
    'content',
    (film: string) => `/contents/${film}/film`,
    ['.site-header', 'h1', '.btn-action', '.poster-frame'],
  ],
  ['listing', () => '/contents', ['h1', '.poster-frame', '.card-title']],
  ['sign-in', () => '/login', ['.tv-qr', '.auth-poster-wall span']],
] as const

test.each(['/', '/login', '/play/'])('a signal removes its listener, on %s', async path => {
  const page = await television({ isOld: true })
  await signInAs(page, '09120000001')
  const { short_id } = await aTitle('types=single_video')
  await page.goto(path === '/play/' ? path + short_id : path)
  const calls = await page.evaluate(async () => {
    await self.polyfills
    const abort = new AbortController()
    let count = 0
    addEventListener('of-a-test', () => count++, { signal: abort.signal })
    dispatchEvent(new Event('of-a-test'))
    abort.abort()
    dispatchEvent(new Event('of-a-test'))
    addEventListener('of-a-test', () => count++, { signal: abort.signal })
    dispatchEvent(new Event('of-a-test'))
    return count
  })
  expect(calls).toBe(1)
})

test('the island of an audio book waits for the functions that the browser lacks', async () => {
  const page = await television({ isOld: true })
  await signInAs(page, '09120000001')
  const { short_id } = await aTitle('flags=audio_book')
  const held: (() => void)[] = []
  const underWay = new Set<unknown>()
  page.on('request', request => underWay.add(request))
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  await page.route('**/_astro/polyfills.*', async route => {
    await new Promise<void>(done => held.push(done))
    await route.fallback()
  })
  await page.goto(`/play/${short_id}`, { waitUntil: 'commit' })
  const play = page.locator('.audio-book-play')
  await page.locator('.audio-book-title').waitFor()
  // Everything else is loaded, including the code of the island.
  await expect.poll(() => [held.length, underWay.size]).toEqual([1, 1])
  await page.evaluate(() => new Promise(done => setTimeout(done)))
  expect([held.length, await play.count()]).toEqual([1, 0])
  for (const release of held) release()
  await play.waitFor()
})

describe('with the styles of Chromium 69', () => {
  test.for(PAGES)('%s is laid out as in a current browser', async ([name, pathOf, parts]) => {
    const { short_id } = await aTitle('types=single_video')
    const path = pathOf(short_id)
    const present = await boxesOf(await television(), path, parts)
    const page = await television({ isOld: true })
    const old = await boxesOf(page, path, parts)
    await screenshot(page, `old-television-${name}`)
    for (const part of parts) {
      const [one, other] = [present[part], old[part]]
      expect(one, part).toBeDefined()
      // Small differences add up further down on the page.
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(
          Math.abs((one?.[side] ?? 0) - (other?.[side] ?? 9_999)),
          `${part} ${side}`,
        ).toBeLessThan(Math.max(30, (one?.y ?? 0) / 40))
    }
  })

  test('the player covers the screen, and its progress runs from the left', async () => {
    const page = await television({ isOld: true })
    await signInAs(page, '09120000001')
    const { short_id } = await aTitle('types=single_video')
    await page.goto(`/play/${short_id}`)
    await page.locator('.seek-played').waitFor({ state: 'attached' })
    await expect
      .poll(() => page.locator('.player').boundingBox())
      .toEqual({ x: 0, y: 0, width: 1920, height: 1080 })
    const startOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(each => Math.round(each.getBoundingClientRect().x))
    expect(await startOf('.seek-played')).toBe(await startOf('.seek-track'))
  })

  test('a television signs in with a code', async () => {
    const page = await television({ isOld: true })
    await page.goto('/login')
    await page
      .locator('.tv-login')
      .getByText(/^[۰-۹]{6}$/)
      .waitFor()
  })
})

async function television({ isOld = false } = {}): Promise<Page> {
  const page = await newPage({
    width: 1920,
    height: 1080,
    userAgent: OLD_TV,
    reducedMotion: true,
    allow: [/./],
  })
  if (!isOld) return page
  await makeOld(page)
  await readStylesLikeChromium69(page)
  return page
}

type Box = { x: number; y: number; width: number; height: number }
async function boxesOf(
  page: Page,
  path: string,
  parts: readonly string[],
): Promise<Record<string, Box>> {
  await page.goto(path, { waitUntil: 'networkidle' })
  for (const part of parts) await page.locator(`${part}:visible`).first().waitFor()
  // The hero is as high as its highest slide, and the slides behind the first one count from then on.
  await page.waitForFunction(() => !document.querySelector('[data-hero]:not([data-loaded])'))
  await expect
    .poll(() =>
      page
        .locator('link[rel=stylesheet][data-old]:not([href*=".old-"]):not([media="not all"])')
        .count(),
    )
    .toBe(0)
  const isOld = await page.locator('link[href*=".old-"]').count()
  if (isOld) await withoutFlexGaps(page)
  const boxes: Record<string, Box> = {}
  for (const part of parts) {
    const box = await page.locator(`${part}:visible`).first().boundingBox()
    if (box) boxes[part] = box
  }
  return boxes
}
