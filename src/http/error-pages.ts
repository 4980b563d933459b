/**
 * Shows error pages to browsers that navigate to a path of the service: without them they would see the JSON of a failed call.
 * A user who returns from a bank is redirected to a page which says that the payment is not lost.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { RenderPage } from './pages.ts'
import { siteOrigin } from './visitor.ts'

const BANK_RETURN = /^\/payments\/[^/]+\/callback(\/|$)/
const DELAYED_PAYMENT = '/payment?status=delayed'

/** Replaces a failed reply by the page for 404 or 500, or redirects a returning payer to DELAYED_PAYMENT. */
export function serveErrorPages(render: RenderPage): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (status < 400 || c.req.method === 'HEAD') return
    const isOurs = status >= 500 || status === 429
    if (isOurs && BANK_RETURN.test(c.req.path)) return reply(c, toDelayedPayment(c))
    if (!isNavigation(c)) return
    const retryAfter = c.res.headers.get('Retry-After')
    const path = localPath(isOurs ? '/500' : '/404', languageOf(c))
    const page = await render(new Request(siteOrigin(c) + path), c)
    const headers = new Headers(page.headers)
    if (retryAfter) headers.set('Retry-After', retryAfter)
    headers.set('Cache-Control', 'no-store')
    reply(c, new Response(page.body, { status, headers }))
  }
}

/** Sets the reply. It is cleared first, because Hono would merge the headers of the previous reply into the new one. */
function reply(c: Context, response: Response): void {
  c.res = undefined
  c.res = response
}

function toDelayedPayment(c: Context): Response {
  const headers = {
    Location: localPath(DELAYED_PAYMENT, languageOf(c)),
    'Cache-Control': 'private, no-store',
  }
  return new Response(null, { status: 303, headers })
}

/** True if a browser opens a page. Browsers without Sec-Fetch-Mode are recognised by their Accept header. */
function isNavigation(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : /\btext\/html\b/.test(c.req.header('accept') ?? '')
}

function languageOf(c: Context) {
  const first = (c.req.header('accept-language') ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}
