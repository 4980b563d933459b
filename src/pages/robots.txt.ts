import type { APIRoute } from 'astro'
import { LANGUAGES } from '#src/contract/languages.ts'
import { localPath } from '#src/lib/i18n/languages.ts'

/** Paths closed to crawlers: personal pages, URLs with side effects, and endless combinations of filters. */
const CLOSED = [
  '/api/',
  '/payments/',
  '/play/',
  '/user',
  '/profile',
  '/payment',
  '/tickets',
  '/dd-agreement',
  '/login',
  '/register',
  '/sso',
  '/contents?*query=',
  '/contents?*flags=',
]

export const GET: APIRoute = ({ locals }) => {
  const lines = CLOSED.flatMap(path =>
    LANGUAGES.map(language => `Disallow: ${localPath(path, language)}`),
  )
  // The video sitemap links to players of trailers. The longer rule takes precedence over the shorter one.
  const trailers = LANGUAGES.map(language => `Allow: ${localPath('/play/', language)}*?trailer=1`)
  return new Response(
    ['User-agent: *', ...lines, ...trailers, '', `Sitemap: ${locals.origin}/sitemap.xml`, ''].join(
      '\n',
    ),
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      },
    },
  )
}
