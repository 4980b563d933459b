/** The sitemap: one index, one chunk of static pages, and chunks of titles, artists and categories. */
import { byLanguage, DEFAULT_LANGUAGE, type Localized } from '#src/contract/languages.ts'
import { alternates, localPaths } from '../i18n/languages.ts'
import { artistPath, categoryPath, contentPath } from '../routes.ts'
import { escapeXml } from '../text/xml.ts'

export const SITEMAP_CHUNK = 5_000
export const SITEMAP_KINDS = ['contents', 'artists', 'categories'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]
const PATHS = { contents: contentPath, artists: artistPath, categories: categoryPath }
const PAGES = [
  '/',
  '/contents',
  '/categories',
  '/cinema-online',
  '/packages',
  '/apps',
  '/faq',
  '/contact-us',
  '/rules',
  '/about',
  '/privacy',
  '/smart-tv',
]

export type SitemapItem = {
  short_id: string
  slugs: Localized
  /** A moment in UTC, as ISO 8601. */
  updated_at: string
}
type Address = { paths: Localized; lastmod?: string | undefined }

/** `contents-2` is the second chunk of titles, `pages` the static pages; null for an unknown name. */
export function readChunk(name: string): { kind: SitemapKind; offset: number } | 'pages' | null {
  if (name === 'pages') return 'pages'
  const [, kind, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(name) ?? []
  const known = SITEMAP_KINDS.find(one => one === kind)
  return known ? { kind: known, offset: (Number(number) - 1) * SITEMAP_CHUNK } : null
}

export function chunkPath(name: string): string {
  return `/sitemap/${name}.xml`
}

export function addressesOf(kind: SitemapKind, items: readonly SitemapItem[]): Address[] {
  const path = PATHS[kind]
  return items.map(({ short_id, slugs, updated_at }) => ({
    paths: byLanguage(language => path({ short_id, slug: slugs[language] }, language)),
    lastmod: updated_at,
  }))
}

export function ownPages(): Address[] {
  return PAGES.map(path => ({ paths: localPaths(path) }))
}

/** Every page once, at its address in the default language, with those in all languages. */
export function sitemapXml(addresses: readonly Address[], origin: string): string {
  const urls = addresses.map(({ paths, lastmod }) => {
    const links = alternates(paths).map(
      ({ hreflang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${location(origin, path)}"/>`,
    )
    const main = location(origin, paths[DEFAULT_LANGUAGE])
    return `<url><loc>${main}</loc>${dated(lastmod)}${links.join('')}</url>`
  })
  return `${DECLARATION}<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`
}

export function sitemapIndexXml(
  chunks: ReadonlyArray<{ name: string; lastmod?: string | undefined }>,
  origin: string,
): string {
  const entries = chunks.map(
    ({ name, lastmod }) =>
      `<sitemap><loc>${location(origin, chunkPath(name))}</loc>${dated(lastmod)}</sitemap>`,
  )
  return `${DECLARATION}<sitemapindex xmlns="${SCHEMA}">${entries.join('')}</sitemapindex>`
}

export function newest(items: readonly SitemapItem[]): string | undefined {
  return items
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1)
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const location = (origin: string, path: string) => escapeXml(origin + encodeURI(path))
const dated = (lastmod: string | undefined) => (lastmod ? `<lastmod>${lastmod}</lastmod>` : '')
