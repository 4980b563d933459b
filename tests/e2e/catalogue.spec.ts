import { describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import { newPage, nodeUrl, siteUrl } from '#tests/support/browser.ts'
import { call, cataloguePaths, footerPaths } from '#tests/support/routes.ts'

type Worked = { short_id: string; slug: string; contents: unknown[] }

/** Returns the first artist of the home page with more than one page of titles. */
async function manyWorked(): Promise<Worked> {
  type Home = { widgets: Array<{ type: string; items: Worked[] }> }
  const { widgets } = await call<Home>('/widgets/personal-home-page')
  const people = widgets.find(({ type }) => type === 'artist_carousel')?.items ?? []
  for (const { short_id } of people) {
    const artist = await call<Worked>(`/artists/${short_id}`)
    if (artist.contents.length > PAGE_SIZE) return artist
  }
  throw new Error('no artist on the demo’s home page has more than one page of titles')
}

const html = async (path: string) => (await fetch(siteUrl() + encodeURI(path))).text()
const status = async (path: string) =>
  (await fetch(siteUrl() + encodeURI(path), { redirect: 'manual' })).status

describe('every catalogue page is complete with JavaScript off', () => {
  test('home has its rows, its header links and its footer', async () => {
    const page = await newPage({ javaScript: false })
    await page.goto('/')
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(5)
    expect(await page.locator('a.poster-link').count()).toBeGreaterThan(20)
    expect(await page.locator('[data-header] a:visible').count()).toBeGreaterThan(6)
    expect(await page.locator('[data-footer-panel]').isVisible()).toBe(true)
  })

  test('the listing filters, sorts, searches and pages by links and a form', async () => {
    const page = await newPage({ javaScript: false })
    await page.goto('/contents')
    expect(await page.locator('.poster-grid > li').count()).toBe(24)
    await page.locator('.listing-controls').getByRole('link', { name: 'فیلم‌ها' }).click()
    await page.waitForURL(/types=single_video/)
    await page.locator('.sort-menu > summary').click()
    await page.locator('.sort-menu a[href*="order=latest"]').click()
    await page.waitForURL(/types=single_video&order=latest/)
    await page.locator('a[rel=next]').click()
    await page.waitForURL(/offset=24/)
    await page.locator('[data-key=search]').click()
    await page.locator('.search-drop input[name=query]').fill('باغ')
    await page.locator('.search-drop input[name=query]').press('Enter')
    await page.waitForURL(/query=/)
    expect(await page.locator('.poster-grid mark, .poster-grid a').count()).toBeGreaterThan(0)
  })

  test('the search icon opens a form with the cursor in it, which shows the results', async () => {
    const page = await newPage({ javaScript: false })
    await page.goto('/')
    await page.locator('[data-key=search]').click()
    await page.locator('.search-drop input:focus').waitFor()
    expect(await page.locator('.search-panel').isVisible()).toBe(false)
    await page.keyboard.type('باغ')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/contents\?query=/)
  })

  test('an artist with many titles shows pages of 24', async () => {
    const artist = await manyWorked()
    const count = async (path: string) => (await html(path)).split('class="poster-link').length - 1
    const path = `/artists/${artist.short_id}/${artist.slug}`
    expect(await count(path)).toBe(PAGE_SIZE)
    const rest = artist.contents.length - PAGE_SIZE
    expect(await count(`${path}?offset=24`)).toBe(Math.min(rest, PAGE_SIZE))
    const page = await newPage({ javaScript: false })
    await page.goto(path)
    await page.locator('main nav a[rel=next]').click()
    await page.waitForURL('**?offset=24#works')
    expect(await page.getAttribute('link[rel=canonical]', 'href')).toMatch(/\?offset=24$/)
  })

  test('a work from abroad has the original title below its own, for people and search engines', async () => {
    const query = encodeURIComponent('Port de verre')
    const { items } = await call<{ items: Array<{ short_id: string; slug: string }> }>(
      `/video-contents?query=${query}&count=1`,
    )
    const page = await html(`/contents/${items[0]?.short_id}/${items[0]?.slug}`)
    expect(page).toContain('<bdi>Le Port de verre</bdi>')
    expect(page).toContain('"alternateName":"Le Port de verre"')
  })

  test('a series has every season and episode in the page', async () => {
    const { items } = await call<{ items: Array<{ short_id: string; slug: string }> }>(
      '/video-contents?types=series&count=1',
    )
    const { short_id, slug } = items[0] as { short_id: string; slug: string }
    const content = await call<{ seasons: Array<{ episodes: unknown[] }> }>(
      `/video-contents/${short_id}`,
    )
    const page = await newPage({ javaScript: false })
    await page.goto(`/contents/${short_id}/${slug}`)
    const episodes = content.seasons.flatMap(season => season.episodes)
    expect(await page.locator('.season').count()).toBe(content.seasons.length)
    expect(await page.locator('a.episode').count()).toBe(episodes.length)
  })
})

describe('before any purchase the content page shows', () => {
  const about = async (flag: string) => {
    const { items } = await call<{ items: Array<{ short_id: string; slug: string }> }>(
      `/video-contents?flags=${flag}&count=1`,
    )
    const { short_id, slug } = items[0] as { short_id: string; slug: string }
    return html(`/contents/${short_id}/${slug}`)
  }
  test('that a title is available in Iran only', async () => {
    expect(await about('iran_access')).toContain('فقط از داخل ایران')
  })
  test('what traffic_free means', async () => {
    expect(await about('traffic_free')).toContain('فیلترشکن را خاموش کنید')
  })
  test('that a ticket is needed, and its price', async () => {
    const text = await about('content_has_ticket')
    expect(text).toContain('برای تماشای این عنوان بلیت لازم است')
    expect(text).toMatch(/[۰-۹٬]+ تومان/)
  })
})

describe('addresses', () => {
  test('a wrong slug redirects to the right one, for titles, artists and categories', async () => {
    for (const path of await cataloguePaths()) {
      const [, kind, id, slug] = path.split('/')
      if (!slug) continue
      const wrong = await fetch(`${siteUrl()}/${kind}/${id}/wrong`, { redirect: 'manual' })
      expect(wrong.status, path).toBe(301)
      const to = new URL(wrong.headers.get('location') ?? '', siteUrl()).pathname
      expect(decodeURI(to)).toBe(path)
    }
  })
  test('an unknown address answers 404 in its language', async () => {
    for (const path of [
      '/nothing',
      '/contents/zzzzzzz/x',
      '/artists/zzzzzzz/x',
      '/categories/zzz/x',
    ])
      expect(await status(path), path).toBe(404)
    expect(await html('/nothing')).toContain('این صفحه پیدا نشد')
    expect(await html('/en/contents/zzzzzzz/x')).toMatch(/<html lang="en"/)
  })
  test('a page links its translation, and the language switch stays on the page', async () => {
    const page = await newPage()
    await page.goto('/contents?types=series&order=rate')
    const other = await page.getAttribute('link[hreflang=en]', 'href')
    expect(other).toContain('/en/contents?types=series&order=rate')
    await page.locator('[data-footer] [data-language-switch]').click()
    await page.waitForURL('**/en/contents?types=series&order=rate')
    expect(await page.getAttribute('html', 'dir')).toBe('ltr')
  })

  test('every link to a translation names its own address, not one that redirects', async () => {
    for (const path of await cataloguePaths()) {
      const page = await html(path)
      const tags =
        page.match(
          /<(?:a|link)\b[^>]*rel="alternate"[^>]*hreflang="en"[^>]*>|<(?:a|link)\b[^>]*hreflang="en"[^>]*rel="alternate"[^>]*>/g,
        ) ?? []
      const paths = tags.map(
        tag => new URL(/href="([^"]+)"/.exec(tag)?.[1] ?? '', 'http://x').pathname,
      )
      expect(paths.length, path).toBeGreaterThan(2)
      expect(new Set(paths).size, path).toBe(1)
    }
  })
})

describe('search engines', () => {
  const REQUIRED: Record<string, string[]> = {
    Movie: ['name', 'url', 'description', 'image'],
    TVSeries: ['name', 'url', 'description', 'containsSeason'],
    Audiobook: ['name', 'url', 'description', 'readBy'],
    Person: ['name', 'url'],
    BreadcrumbList: ['itemListElement'],
    ItemList: ['itemListElement', 'numberOfItems'],
    WebSite: ['name', 'url', 'potentialAction'],
    FAQPage: ['mainEntity'],
  }
  test.each(['fa', 'en'] as const)(
    'every JSON-LD block in %s parses and has its fields',
    async language => {
      const seen = new Set<string>()
      for (const path of [...(await cataloguePaths(language)), ...footerPaths(language)]) {
        const text = await html(path)
        const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
        expect(blocks.length, path).toBeGreaterThan(0)
        for (const [, json] of blocks) {
          const block = JSON.parse(json as string) as Record<string, unknown>
          const type = String(block['@type'])
          seen.add(type)
          for (const field of REQUIRED[type] ?? ['unknown type'])
            if (field !== 'image') expect(block, `${type} of ${path}`).toHaveProperty(field)
        }
      }
      expect([...seen].sort()).toEqual(Object.keys(REQUIRED).sort())
    },
  )

  test('every page has a title, a description, a canonical address and a picture of its own', async () => {
    const titles = new Set<string>()
    const paths = [...(await cataloguePaths()), ...footerPaths()]
    for (const path of paths) {
      const text = await html(path)
      titles.add(/<title>(.*?)<\/title>/.exec(text)?.[1] ?? '')
      const canonical = /<link rel="canonical" href="(.*?)"/.exec(text)?.[1] ?? ''
      expect(decodeURI(new URL(canonical).pathname), path).toBe(path)
      expect(text, path).toMatch(/<meta name="description" content="[^"]{20,}/)
      expect(text, path).toMatch(/<meta property="og:image" content="http/)
      expect(text, path).toContain('hreflang="x-default"')
    }
    expect(titles.size).toBe(paths.length)
  })

  test('the sitemap lists every title once, with lastmod, and its URLs exist', async () => {
    const index = await html('/sitemap.xml')
    const chunks = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1] as string)
    const urls: string[] = []
    for (const chunk of chunks) {
      const xml = await (await fetch(chunk)).text()
      urls.push(...[...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1] as string))
      if (!chunk.includes('pages')) expect(xml).toMatch(/<lastmod>\d{4}-/)
    }
    expect(new Set(urls).size).toBe(urls.length)
    const { total } = await call<{ total: number }>('/video-contents?count=1')
    const titles = urls.filter(url => /\/contents\/\w+\//.test(url))
    expect(titles.length).toBeGreaterThanOrEqual(total)
    for (const url of [titles[0], titles.at(-1), urls.find(one => one.includes('/artists/'))])
      expect((await fetch(url as string, { redirect: 'manual' })).status, url).toBe(200)
  })

  test('robots.txt names the sitemap and excludes personal pages', async () => {
    const text = await html('/robots.txt')
    expect(text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m)
    for (const path of ['/user', '/en/user', '/api/']) expect(text).toContain(`Disallow: ${path}`)
  })

  test('feeds of the latest titles, in both languages', async () => {
    for (const path of ['/feed.xml', '/en/feed.xml']) {
      const xml = await html(path)
      expect(xml.match(/<entry>/g), path).toHaveLength(24)
    }
  })

  test('search results and missing pages are not indexed', async () => {
    expect(await html('/contents?query=باغ')).toContain('content="noindex')
    expect(await html('/nothing')).toContain('content="noindex')
  })
})

describe('cached pages', () => {
  test('answer 304 to a current ETag, and are compressed', async () => {
    const first = await fetch(`${nodeUrl()}/contents`, { headers: { 'Accept-Encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    const etag = first.headers.get('etag') as string
    const again = await fetch(`${nodeUrl()}/contents`, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })
  test('are equal for the first and the next visitor, and hide internal headers from caches in front', async () => {
    const path = `${nodeUrl()}/contents?types=series&order=rate&offset=0`
    const headers = { 'Accept-Encoding': 'br' }
    const [first, second] = [await fetch(path, { headers }), await fetch(path, { headers })]
    expect([first, second].map(reply => reply.headers.get('x-page-cache'))).toEqual(['MISS', 'HIT'])
    const { headers: received } = await fetch(path.replace(nodeUrl(), siteUrl()), { headers })
    for (const name of ['cdn-cache-control', 'cache-tag'])
      expect(received.has(name), name).toBe(false)
    for (const name of ['etag', 'cache-control', 'content-security-policy', 'vary'])
      expect(first.headers.get(name), name).toBe(second.headers.get(name))
    expect(await first.text()).toBe(await second.text())
  })
  test('build files are immutable and precompressed', async () => {
    const file = /\/_astro\/[^"]+\.css/.exec(await html('/'))?.[0] as string
    const reply = await fetch(siteUrl() + file, { headers: { 'Accept-Encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(reply.headers.get('cache-control')).toContain('immutable')
  })
})
