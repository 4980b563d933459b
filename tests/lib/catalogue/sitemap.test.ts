import { expect, test } from 'vitest'
import {
  readChunk,
  sitemapAddresses,
  sitemapIndexXml,
  sitemapXml,
  staticPages,
} from '#src/lib/catalogue/sitemap.ts'

const ORIGIN = 'https://pardeh.example'
const item = {
  short_id: 'aB3',
  slugs: { fa: 'باغ-بی-صدا', en: 'the-quiet-orchard' },
  updated_at: '2026-03-21T10:00:00.000Z',
}

test('a chunk is named by its kind and number, and other names are refused', () => {
  expect(readChunk('contents-1')).toEqual({ kind: 'contents', offset: 0 })
  expect(readChunk('artists-3')).toEqual({ kind: 'artists', offset: 10_000 })
  expect(readChunk('pages')).toBe('pages')
  for (const name of ['contents', 'contents-0', 'users-1', 'contents-1x', 'contents-123456', ''])
    expect(readChunk(name)).toBeNull()
})

test('a title is listed once, with lastmod, both languages and its address escaped', () => {
  const xml = sitemapXml(sitemapAddresses('contents', [item], ORIGIN), ORIGIN)
  const persian = `${ORIGIN}/contents/aB3/${encodeURI('باغ-بی-صدا')}`
  expect(xml.match(/<loc>/g)).toHaveLength(1)
  expect(xml).toContain(`<loc>${persian}</loc><lastmod>2026-03-21T10:00:00.000Z</lastmod>`)
  expect(xml).toContain(`hreflang="fa" href="${persian}"`)
  expect(xml).toContain(`hreflang="en" href="${ORIGIN}/en/contents/aB3/the-quiet-orchard"`)
  expect(xml).toContain(`hreflang="x-default" href="${persian}"`)
})

test('a title has its pictures, and its trailer as a video that needs no subscription', () => {
  const full = {
    ...item,
    title: 'باغ & انار',
    poster_image: { path: 'https://media.example/media/pictures/poster/p-1' },
    backdrop_image: { path: '/media/pictures/backdrop/b-1' },
    trailer: { description: '', published_at: '2026-03-21T10:00:00.000Z', age_label: 18 },
  }
  const xml = sitemapXml(sitemapAddresses('contents', [full], ORIGIN), ORIGIN)
  expect(xml.match(/<image:loc>[^<]+/g)).toEqual([
    `<image:loc>${ORIGIN}/media/pictures/poster/p-1-1200.jpg`,
    `<image:loc>${ORIGIN}/media/pictures/backdrop/b-1-1200.jpg`,
  ])
  expect(xml).toContain(
    `<video:video><video:thumbnail_loc>${ORIGIN}/media/pictures/backdrop/b-1-630.jpg</video:thumbnail_loc>` +
      '<video:title>باغ &amp; انار</video:title><video:description>باغ &amp; انار</video:description>' +
      `<video:player_loc>${ORIGIN}/play/aB3?trailer=1</video:player_loc>` +
      '<video:publication_date>2026-03-21T10:00:00.000Z</video:publication_date>' +
      '<video:family_friendly>no</video:family_friendly>' +
      '<video:requires_subscription>no</video:requires_subscription></video:video>',
  )
  for (const part of [{ trailer: null }, { backdrop_image: null }, { title: '' }])
    expect(
      sitemapXml(sitemapAddresses('contents', [{ ...full, ...part }], ORIGIN), ORIGIN),
    ).not.toContain('<video:video>')
})

test('the index lists its chunks, each with its newest change', () => {
  const lastmod = '2026-04-01T00:00:00.000Z'
  const xml = sitemapIndexXml([{ name: 'pages' }, { name: 'contents-1', lastmod }], ORIGIN)
  expect(xml).toContain(`<sitemap><loc>${ORIGIN}/sitemap/pages.xml</loc></sitemap>`)
  expect(xml).toContain(
    `<loc>${ORIGIN}/sitemap/contents-1.xml</loc><lastmod>2026-04-01T00:00:00.000Z</lastmod>`,
  )
})

test('our own pages are listed once each', () => {
  const paths = staticPages().map(({ paths }) => paths.fa)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toContain('/')
  expect(paths).toContain('/faq')
})
