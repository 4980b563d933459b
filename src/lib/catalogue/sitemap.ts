/** The sitemap: one index, one chunk of static pages, and chunks of titles, artists and categories. */

import type { Picture } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE, type Localized, mapLanguages } from '#src/contract/languages.ts'
import { alternateLinks, localPaths } from '../i18n/languages.ts'
import { artistPath, categoryPath, contentPath, playPath } from '../routes.ts'
import { escapeXml } from '../text/xml.ts'
import { linkPictureUrl } from './picture.ts'

export const SITEMAP_CHUNK = 5_000
export const SITEMAP_KINDS = ['contents', 'artists', 'categories'] as const
type SitemapKind = (typeof SITEMAP_KINDS)[number]
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
  '/accessibility',
  '/smart-tv',
]

type SitemapItem = {
  short_id: string
  slugs: Localized
  /** Instant in UTC, ISO 8601. */
  updated_at: string
  title?: string | undefined
  poster_image?: Picture | null | undefined
  backdrop_image?: Picture | null | undefined
  portrait_image?: Picture | null | undefined
  /** Dates are in UTC. */
  trailer?:
    | { description: string; published_at: string; age_label: number | null }
    | null
    | undefined
}
type Video = {
  picture: string
  title: string
  description: string
  player: string
  published: string
  isForFamilies: boolean
}
type Address = {
  paths: Localized
  lastmod?: string | undefined
  images?: string[]
  video?: Video | null
}

/**
 * Parses the name of a chunk: `contents-2` is the second chunk of titles, `pages` the static pages; null for an unknown
 * name.
 */
export function readChunk(name: string): { kind: SitemapKind; offset: number } | 'pages' | null {
  if (name === 'pages') return 'pages'
  const [, kind, number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(name) ?? []
  const known = SITEMAP_KINDS.find(one => one === kind)
  return known ? { kind: known, offset: (Number(number) - 1) * SITEMAP_CHUNK } : null
}

function chunkPath(name: string): string {
  return `/sitemap/${name}.xml`
}

export function sitemapAddresses(
  kind: SitemapKind,
  items: readonly SitemapItem[],
  origin: string,
): Address[] {
  const path = PATHS[kind]
  return items.map(item => ({
    paths: mapLanguages(language =>
      path({ short_id: item.short_id, slug: item.slugs[language] }, language),
    ),
    lastmod: item.updated_at,
    images: imagesOf(item, origin),
    video: videoOf(item, origin),
  }))
}

function imagesOf(item: SitemapItem, origin: string): string[] {
  return (['poster', 'backdrop', 'portrait'] as const).flatMap(kind => {
    const picture = item[`${kind}_image`]
    return picture ? [linkPictureUrl(picture, kind, 'whole', origin)] : []
  })
}

/** Search engines accept a video only with a picture and a title. */
function videoOf(item: SitemapItem, origin: string): Video | null {
  const { trailer, title, backdrop_image: backdrop } = item
  if (!trailer || !title || !backdrop) return null
  return {
    picture: linkPictureUrl(backdrop, 'backdrop', 'preview', origin),
    title,
    description: (trailer.description || title).slice(0, VIDEO_DESCRIPTION_MAX),
    player: `${origin}${playPath(item, DEFAULT_LANGUAGE)}?trailer=1`,
    published: trailer.published_at,
    isForFamilies: trailer.age_label === null || trailer.age_label < ADULTS_ONLY,
  }
}

export function staticPages(): Address[] {
  return PAGES.map(path => ({ paths: localPaths(path) }))
}

/** Lists every page once, at its address in the default language with its alternates in all languages. */
export function sitemapXml(addresses: readonly Address[], origin: string): string {
  const urls = addresses.map(({ paths, lastmod, images = [], video }) => {
    const links = alternateLinks(paths).map(
      ({ hreflang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${location(origin, path)}"/>`,
    )
    const main = location(origin, paths[DEFAULT_LANGUAGE])
    const pictures = images.map(
      url => `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`,
    )
    const parts = [...links, ...pictures, video ? videoXml(video) : '']
    return `<url><loc>${main}</loc>${dated(lastmod)}${parts.join('')}</url>`
  })
  return `${DECLARATION}<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="${IMAGES}" xmlns:video="${VIDEOS}">${urls.join('')}</urlset>`
}

/** Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps */
function videoXml(video: Video): string {
  const fields = [
    ['thumbnail_loc', video.picture],
    ['title', video.title],
    ['description', video.description],
    ['player_loc', video.player],
    ['publication_date', video.published],
    ['family_friendly', video.isForFamilies ? 'yes' : 'no'],
    ['requires_subscription', 'no'],
  ]
  const inside = fields.map(
    ([name, text]) => `<video:${name}>${escapeXml(text ?? '')}</video:${name}>`,
  )
  return `<video:video>${inside.join('')}</video:video>`
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

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'
const VIDEOS = 'http://www.google.com/schemas/sitemap-video/1.1'
const VIDEO_DESCRIPTION_MAX = 2_048
const ADULTS_ONLY = 18
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const location = (origin: string, path: string) => escapeXml(origin + encodeURI(path))
const dated = (lastmod: string | undefined) => (lastmod ? `<lastmod>${lastmod}</lastmod>` : '')
