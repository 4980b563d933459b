import { glob, readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newPage, PHONE, siteUrl } from '#tests/support/browser.ts'
import { call, cataloguePaths, footerPaths } from '#tests/support/routes.ts'

const KB = 1024

/** A share of all pages, chosen at random, also loads scripts that measure it: loading.long.spec.ts. */
const notMeasured = () => {
  Math.random = () => 0.999
}

/** Answers for pictures, which take longer to draw than scripts to load. */
const DOT = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
}

test('gzip JavaScript before any interaction: at most 10 KB on every catalogue and footer page', {
  timeout: 120_000,
}, async () => {
  const page = await newPage()
  await page.addInitScript(notMeasured)
  await page.route('**/*', route =>
    route.request().resourceType() === 'image' ? route.fulfill(DOT) : route.fallback(),
  )
  let scripts: Promise<[url: string, bytes: number]>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.body().then(body => [response.url(), gzipSync(body).length]))
  })
  for (const path of [...(await cataloguePaths()), ...footerPaths()]) {
    scripts = []
    await page.context().clearCookies()
    await page.goto(path, { waitUntil: 'networkidle' })
    const inline = await page.evaluate(() =>
      [...document.scripts].filter(({ src, type }) => !src && !type).map(({ text }) => text),
    )
    const loaded = await Promise.all(scripts)
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0)
    const what = `${path}: ${loaded.join(' ')}`
    expect(bytes + gzipSync(inline.join('')).length, what).toBeLessThanOrEqual(10 * KB)
    expect(bytes, what).toBeGreaterThan(0)
  }
})

test('CSS is at most 20 KB gzip, and HTML and CSS together at most 50 KB on the home page', async () => {
  const html = await text('/')
  const css = await sheetsOf(html)
  expect(gzipSync(css).length).toBeLessThanOrEqual(20 * KB)
  expect(brotliCompressSync(html).length + brotliCompressSync(css).length).toBeLessThanOrEqual(
    50 * KB,
  )
  expect(gzipSync(html).length + gzipSync(css).length).toBeLessThanOrEqual(50 * KB)
})

/** Maximum KB of HTML and number of elements for every kind of catalogue page. */
const LIMITS: Record<string, readonly [kilobytes: number, elements: number]> = {
  home: [110, 1_200],
  listing: [80, 800],
  title: [95, 850],
  artist: [70, 600],
  categories: [65, 600],
  category: [100, 1_050],
  cinema: [65, 600],
}

test.each(['fa', 'en'] as const)(
  'HTML and elements of every kind of catalogue page stay within the table, in %s',
  async language => {
    const { items } = await call<{ items: Category[] }>('/categories', language)
    const most = items.toSorted((a, b) => b.count - a.count)[0] as Category
    const prefix = language === 'en' ? '/en' : ''
    const paths = [
      ...(await cataloguePaths(language)),
      `${prefix}/categories/${most.short_id}/${most.slug}`,
    ]
    const seen = new Set<string>()
    for (const path of paths) {
      const kind = kindOf(path.slice(prefix.length))
      seen.add(kind)
      const [kilobytes, elements] = LIMITS[kind] ?? [0, 0]
      const html = await text(path)
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(kilobytes * KB)
      expect(elementsOf(html), path).toBeLessThanOrEqual(elements)
    }
    expect([...seen].sort()).toEqual(Object.keys(LIMITS).sort())
  },
)

/** Counts the start tags of a page; scripts and styles may contain texts that look like tags. */
function elementsOf(html: string): number {
  const markup = html.replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1')
  return markup.match(/<[a-z]/g)?.length ?? 0
}

type Category = { short_id: string; slug: string; count: number }

function kindOf(path: string): string {
  const [, first = '', id] = path.split('/')
  if (first === '') return 'home'
  if (first === 'contents') return id ? 'title' : 'listing'
  if (first === 'categories') return id ? 'category' : 'categories'
  return first === 'artists' ? 'artist' : 'cinema'
}

/** Bytes of one round trip: a new connection carries ten packets of 1,460 bytes. */
const FIRST_FLIGHT = 14_600
/** Size of the headers of a style sheet: HTTP/2 compresses the 711 bytes of HTTP/1.1. */
const HEADERS = 400

test('the first style sheet of a catalogue or footer page fits one round trip and has every class that it shows', async () => {
  const isMissing = async (path: string) => classesMissing(path, await text(path))
  for (const language of ['fa', 'en'] as const) {
    const paths = [...(await cataloguePaths(language)), ...footerPaths(language)]
    for (const path of [...paths, '/contents?query=qqqq', '/nothing-here'])
      expect(await isMissing(path), path).toEqual([])
    // Fragments have no sheet of their own.
    const home = await text(paths[0] as string)
    const rows = [...home.matchAll(/data-fragment="([^"]+)"/g)].map(([, path = '']) => path)
    expect(rows.length).toBeGreaterThan(5)
    const withRows = home + (await Promise.all(rows.map(text))).join('')
    expect(await classesMissing('rows', withRows)).toEqual([])
  }
})

test('suggestions and results of the search need the first style sheet only', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.goto('/')
  const full = await page.getAttribute('body', 'data-styles')
  const panel = page.locator('.search-panel')
  await page.locator('[data-search-open]').tap()
  await panel.locator('a[data-result] img').first().waitFor()
  expect(await classesMissing('suggestions', await page.content())).toEqual([])
  for (const [words, part] of [
    ['باغ', 'mark'],
    ['qqqqqq', '.i-lucide-search-x'],
  ] as const) {
    await page.locator('.search-drop input').fill(words)
    await panel.locator(part).first().waitFor()
    expect(await classesMissing(words, await page.content()), words).toEqual([])
  }
  expect(await page.locator(`link[href="${full}"]`).count()).toBe(0)
})

test('the complete style sheet has every icon that a file of src names', async () => {
  const fullSheet = /data-styles="([^"]+)"/.exec(await text('/'))?.[1] as string
  const all = classesOf(await text(fullSheet))
  const isMissing = async (file: string) => {
    const names = (await readFile(file, 'utf8')).match(/\bi-lucide-[a-z\d-]+\b/g) ?? []
    return names.filter(name => !all.has(name)).map(name => `${file}: ${name}`)
  }
  const files = await Array.fromAsync(
    glob('src/{components,islands,layouts,lib,pages}/**/*.{astro,ts,tsx}'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect((await Promise.all(files.map(isMissing))).flat()).toEqual([])
})

/** Returns the classes in a page that only the complete style sheet has. */
async function classesMissing(path: string, page: string): Promise<string[]> {
  // Only signed-in viewers have the account popup, and they get the complete style sheet.
  const html = page
    .replace(/<aside[^>]* hidden[\s\S]*?<\/aside>/g, '')
    .replace(/<div id="account"[\s\S]*?<\/nav>/, '')
  const css = await sheetsOf(html)
  expect(compressedSize(css), path).toBeLessThanOrEqual(FIRST_FLIGHT - HEADERS)
  const fullSheet = /data-styles="([^"]+)"/.exec(html)?.[1]
  expect(fullSheet, path).toBeDefined()
  const [core, all] = [classesOf(css), classesOf(await text(fullSheet as string))]
  const shown = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.replaceAll('&amp;', '&').split(/\s+/),
  )
  // An icon has its own class: without a rule in any sheet it would be an empty square.
  const isStyled = (name: string) => name.startsWith('i-lucide-') || all.has(name)
  return [...new Set(shown)].filter(name => isStyled(name) && !core.has(name))
}

async function text(path: string): Promise<string> {
  return (await fetch(siteUrl() + path)).text()
}

const sizes = new Map<string, number>()
/** Returns the compressed bytes of a sheet. Most pages have the same one, and it takes longest to compress. */
function compressedSize(css: string): number {
  const known = sizes.get(css) ?? brotliCompressSync(css).length
  sizes.set(css, known)
  return known
}

async function sheetsOf(html: string): Promise<string> {
  // Not the sheet that a script adds on televisions.
  const links = html.matchAll(/<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)"/g)
  const paths = [...links].map(match => match[1])
  return (await Promise.all(paths.map(path => text(path as string)))).join('')
}

/** Returns every class of a style sheet, unescaped. */
function classesOf(css: string): Set<string> {
  const names = css.matchAll(/\.((?:[\w-]|\\[0-9a-f]{1,6} ?|\\.)+)/g)
  return new Set(
    [...names].map(([, name = '']) =>
      name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/g, (_, code, sign) =>
        code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
      ),
    ),
  )
}
