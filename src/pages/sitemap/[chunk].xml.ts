import type { APIRoute } from 'astro'
import { listForSitemap } from '#src/contract/endpoints/pages.ts'
import {
  readChunk,
  SITEMAP_CHUNK,
  sitemapAddresses,
  sitemapXml,
  staticPages,
} from '#src/lib/catalogue/sitemap.ts'
import { setPageCacheTime } from '#src/lib/page-cache-time.ts'

export const GET: APIRoute = async context => {
  const { publicApi, origin } = context.locals
  const chunk = readChunk(context.params.chunk ?? '')
  if (!chunk) return context.rewrite('/404')
  const addresses = chunk === 'pages' ? staticPages() : await listed(chunk)
  if (addresses.length === 0) return context.rewrite('/404')
  setPageCacheTime(context, ['catalogue'])
  return new Response(sitemapXml(addresses, origin), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })

  async function listed({ kind, offset }: Exclude<typeof chunk, 'pages' | null>) {
    const query = { offset, count: SITEMAP_CHUNK }
    const { items } = await publicApi(listForSitemap, { params: { kind }, query })
    return sitemapAddresses(kind, items, origin)
  }
}
