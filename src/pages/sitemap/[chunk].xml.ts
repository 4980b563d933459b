import type { APIRoute } from 'astro'
import { listForSitemap } from '#src/contract/endpoints/pages.ts'
import { cachePage } from '#src/lib/cache-page.ts'
import {
  addressesOf,
  ownPages,
  readChunk,
  SITEMAP_CHUNK,
  sitemapXml,
} from '#src/lib/catalogue/sitemap.ts'

export const GET: APIRoute = async context => {
  const { publicApi, origin } = context.locals
  const chunk = readChunk(context.params.chunk ?? '')
  if (!chunk) return context.rewrite('/404')
  const addresses = chunk === 'pages' ? ownPages() : await listed(chunk)
  if (addresses.length === 0) return context.rewrite('/404')
  cachePage(context, ['catalogue'])
  return new Response(sitemapXml(addresses, origin), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })

  async function listed({ kind, offset }: Exclude<typeof chunk, 'pages' | null>) {
    const query = { offset, count: SITEMAP_CHUNK }
    const { items } = await publicApi(listForSitemap, { params: { kind }, query })
    return addressesOf(kind, items, origin)
  }
}
