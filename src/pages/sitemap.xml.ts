import type { APIRoute } from 'astro'
import { listForSitemap } from '#src/contract/endpoints/pages.ts'
import { cachePage } from '#src/lib/cache-page.ts'
import {
  newest,
  SITEMAP_CHUNK,
  SITEMAP_KINDS,
  sitemapIndexXml,
} from '#src/lib/catalogue/sitemap.ts'

export const GET: APIRoute = async context => {
  const { publicApi, origin } = context.locals
  const chunks: Array<{ name: string; lastmod?: string | undefined }> = [{ name: 'pages' }]
  for (const kind of SITEMAP_KINDS) {
    for (let number = 1, total = 1; (number - 1) * SITEMAP_CHUNK < total; number++) {
      const chunk = await publicApi(listForSitemap, {
        params: { kind },
        query: { offset: (number - 1) * SITEMAP_CHUNK, count: SITEMAP_CHUNK },
      })
      total = chunk.total
      if (chunk.items.length > 0)
        chunks.push({ name: `${kind}-${number}`, lastmod: newest(chunk.items) })
    }
  }
  cachePage(context, ['catalogue'])
  return new Response(sitemapIndexXml(chunks, origin), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}
