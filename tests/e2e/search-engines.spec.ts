/** The parts of the built site that machines read: structured data and previews of links. No browser is used. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { siteUrl } from '#tests/support/browser.ts'
import { cataloguePaths, footerPaths } from '#tests/support/routes.ts'
import { findings } from '#tests/support/structured-data.ts'

const get = (path: string) => fetch(new URL(path, siteUrl()))
const textOf = async (path: string) => (await get(path)).text()

function metaOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]))
}

function blocksOf(html: string): { '@type': string }[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => JSON.parse(text))
}

/** Texts that do not describe the target of a link: Lighthouse's audit `link-text` rejects them. */
const GENERIC_LINK_TEXTS = new Set(
  [
    ['اطلاعات', 'اطلاعات بیشتر', 'این', 'اینجا', 'اینجا بزنید', 'اینجا کلیک کنید', 'برو', 'بیشتر'],
    [
      'بیشتر بخوانید',
      'بیشتر بدانید',
      'شروع',
      'click here',
      'click this',
      'go',
      'here',
      'information',
    ],
    [
      'learn more',
      'more',
      'more details',
      'more info',
      'more information',
      'read more',
      'right here',
    ],
    ['see more', 'start', 'this'],
  ].flat(),
)

function linkTextsOf(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*>(.*?)<\/a>/gs)
  return [...links].map(([, inner = '']) =>
    inner
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  )
}

describe.each(['fa', 'en'] as const)('in %s', language => {
  test("every link's text describes its target", async () => {
    for (const path of [...(await cataloguePaths(language)), ...footerPaths(language)]) {
      const texts = linkTextsOf(await textOf(path))
      expect(texts.length, path).toBeGreaterThan(0)
      expect(
        texts.filter(text => GENERIC_LINK_TEXTS.has(text)),
        path,
      ).toEqual([])
    }
  })

  test('the structured data of every page has no error', async () => {
    const paths = [
      ...(await cataloguePaths(language)),
      ...footerPaths(language),
      language === 'fa' ? '/contents?query=qqqq' : '/en/contents?query=qqqq',
    ]
    const types = new Set<string>()
    for (const path of paths) {
      const blocks = blocksOf(await textOf(path))
      expect(blocks.length, path).toBeGreaterThan(0)
      for (const block of blocks) {
        types.add(block['@type'])
        expect(await findings(block), path).toEqual([])
      }
    }
    expect([...types]).toEqual(
      expect.arrayContaining(['WebSite', 'Movie', 'TVSeries', 'Audiobook', 'Person', 'FAQPage']),
    )
  })

  test('every page has a preview of 1200×630 with its size, type and alternative text', async () => {
    for (const path of [...(await cataloguePaths(language)), ...footerPaths(language)]) {
      const meta = metaOf(await textOf(path))
      expect(meta['og:image:alt'], path).toBeTruthy()
      expect(meta['twitter:image:alt'], path).toBe(meta['og:image:alt'])
      expect(meta['og:locale:alternate'], path).toBe(language === 'fa' ? 'en_US' : 'fa_IR')
      const reply = await get(meta['og:image'] ?? '')
      expect(reply.headers.get('content-type'), path).toBe(meta['og:image:type'])
      const { width, height } = await sharp(await reply.arrayBuffer()).metadata()
      expect([width, height], path).toEqual([1200, 630])
      expect([meta['og:image:width'], meta['og:image:height']], path).toEqual(['1200', '630'])
    }
  })
})

test('the pictures that the structured data of a title names exist, 1200 wide', async () => {
  const [, , path = ''] = await cataloguePaths()
  const [ld] = blocksOf(await textOf(path)) as unknown as { image: string[] }[]
  expect(ld?.image).toHaveLength(2)
  for (const url of ld?.image ?? []) {
    const { format, width } = await sharp(await (await get(url)).arrayBuffer()).metadata()
    expect([format, width]).toEqual(['jpeg', 1200])
  }
})

test('the sitemap names pictures that exist and trailers that robots may open', async () => {
  const xml = await textOf('/sitemap/contents-1.xml')
  const [, picture = ''] = /<image:loc>([^<]+)/.exec(xml) ?? []
  expect((await get(picture)).headers.get('content-type')).toBe('image/jpeg')
  const [, player = ''] = /<video:player_loc>([^<]+)/.exec(xml) ?? []
  expect((await get(player)).status).toBe(200)
  expect(await textOf('/robots.txt')).toContain('Allow: /play/*?trailer=1')
  expect(await textOf('/sitemap/artists-1.xml')).toContain('<image:loc>')
})
