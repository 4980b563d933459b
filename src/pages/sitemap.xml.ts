import type { APIRoute } from 'astro'
import { listSitemapChunks } from '#src/contract/endpoints/pages.ts'
import { SITEMAP_CHUNK, SITEMAP_KINDS, sitemapIndexXml } from '#src/lib/catalogue/sitemap.ts'
import { setPageCacheTime } from '#src/lib/page-cache-time.ts'

export const GET: APIRoute = async context => {
  const { publicApi, origin } = context.locals
  const chunks: Array<{ name: string; lastmod?: string | undefined }> = [{ name: 'pages' }]
  for (const kind of SITEMAP_KINDS) {
    const query = { count: SITEMAP_CHUNK }
    const { items } = await publicApi(listSitemapChunks, { params: { kind }, query })
    for (const [index, { updated_at }] of items.entries())
      chunks.push({ name: `${kind}-${index + 1}`, lastmod: updated_at })
  }
  setPageCacheTime(context, ['catalogue'])
  return new Response(sitemapIndexXml(chunks, origin), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
