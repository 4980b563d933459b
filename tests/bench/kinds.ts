/** The pages that the benchmarks measure, and the size of a first visit to them. */
import { brotliCompressSync } from 'node:zlib'
import { mulberry32 } from '#tests/support/fuzz/random.ts'
import type { Site } from '#tests/support/site.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 800)

type Kind = { cached: string | null; all: string[] }

/** Returns the kinds of pages that the benchmarks measure: up to PAGES addresses each, and one to measure from the cache. */
export async function pathsOf(site: Site): Promise<Record<string, Kind>> {
  const random = mulberry32(7)
  const call = async <T>(path: string) =>
    ((await (await fetch(`${site.url}/api${path}`)).json()) as { data: T }).data
  type Card = { short_id: string; slug: string; slugs: { fa: string; en: string }; title: string }
  const { categories } = await call<{ categories: Array<{ id: string }> }>('/global-data')
  const titles: Card[] = []
  for (let offset = 0; titles.length < PAGES; offset += 100) {
    const { items } = await call<{ items: Card[] }>(`/video-contents?count=100&offset=${offset}`)
    if (items.length === 0) break
    titles.push(...items)
  }
  const contents = titles.flatMap(({ short_id, slugs }) => [
    `/contents/${short_id}/${slugs.fa}`,
    `/en/contents/${short_id}/${slugs.en}`,
  ])
  const orders = ['default', 'most_visited', 'best_selling', 'rate', 'latest']
  const listings = ['', '/en'].flatMap(language =>
    categories.flatMap(({ id }) =>
      orders.flatMap(order =>
        ['single_video', 'series', 'video_content_list'].flatMap(types =>
          [0, 24].map(
            offset =>
              `${language}/contents?types=${types}&order=${order}&categories=${id}&offset=${offset}`,
          ),
        ),
      ),
    ),
  )
  const mixed = (list: string[]) => [...list].sort(() => random() - 0.5).slice(0, PAGES)
  const words = titles.map(({ title }) => title.slice(0, 3 + Math.floor(random() * 6)).trim())
  return {
    home: { cached: '/', all: repeated(['/'], PAGES / 2) },
    listing: { cached: '/contents', all: mixed(listings) },
    content: { cached: contents[0] ?? null, all: mixed(contents) },
    search: { cached: null, all: mixed(words.map(word => `/contents?query=${word}`)) },
  }
}

export function repeated(paths: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => paths[index % paths.length] as string)
}

/** Returns the bytes that the browser loads on a first visit, compressed with brotli. */
export async function sizesOf(site: Site) {
  const { listing, content } = await pathsOf(site)
  const pages = {
    home: '/',
    listing: listing?.cached ?? '',
    content: content?.cached ?? '',
    faq: '/faq',
  }
  const text = async (path: string) => (await fetch(site.url + encodeURI(path))).text()
  return Promise.all(
    Object.entries(pages).map(async ([page, path]) => {
      const html = await text(path)
      const linked = (pattern: RegExp) =>
        Promise.all([...html.matchAll(pattern)].map(match => text(match[1] as string)))
      const css = await linked(/href="(\/_astro\/[^"]+\.css)"/g)
      const boot = /data-boot="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
      const tags = [...html.matchAll(/src="(\/_astro\/[^"]+\.js)"/g)]
      const js = await scripts([...boot, ...tags.map(match => match[1] as string)])
      const compressed = (parts: string[]) =>
        parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0)
      return { page, html: compressed([html]), css: compressed(css), js: compressed(js) }
    }),
  )

  /** Returns the scripts with their static imports, and the shell that each of them loads. */
  async function scripts(paths: string[]): Promise<string[]> {
    const known = new Map<string, string>()
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      if (known.has(path)) continue
      const code = await text(path)
      known.set(path, code)
      const imports = code.matchAll(
        /(?:from|import) ?["`]\.\/([\w.-]+\.js)["`]|import\([`"]\.\/(boot\.[\w.-]+\.js)/g,
      )
      for (const [, at, deferred] of imports) paths.push(`/_astro/${at ?? deferred}`)
    }
    return [...known.values()]
  }
}

/** Returns the CPU seconds of the process so far, over all its threads, without PostgreSQL. */
export async function cpuSeconds(site: Site): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 0)
}
