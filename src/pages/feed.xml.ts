import type { APIRoute } from 'astro'
import { getContent, listContents } from '#src/contract/endpoints/content.ts'
import { atomFeed } from '#src/lib/catalogue/feed.ts'
import { setPageCacheTime } from '#src/lib/page-cache-time.ts'

export const GET: APIRoute = async context => {
  const { publicApi, language, origin } = context.locals
  const { items } = await publicApi(listContents, { query: { order: 'latest' } })
  const contents = await Promise.all(
    items.map(({ short_id }) => publicApi(getContent, { params: { short_id } })),
  )
  setPageCacheTime(context, ['catalogue'])
  return new Response(atomFeed(contents, language, origin), {
    headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  })
}
