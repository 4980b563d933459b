import type { APIRoute } from 'astro'
import { assetLinks } from '#src/lib/app-links.ts'

export const GET: APIRoute = ({ locals, rewrite }) => {
  const links = assetLinks(locals.settings)
  if (!links) return rewrite('/404')
  const headers = { 'Cache-Control': 'public, max-age=3600' }
  return Response.json(links, { headers })
}
