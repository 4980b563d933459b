/**
 * A browser that navigates to a path of the service gets a page when that fails, never the envelope of a call. Who comes back from
 * a bank is led to a page that says that nothing is lost, also when the service cannot be reached.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import type { Render } from './pages.ts'
import { siteOrigin } from './visitor.ts'

const BANK_RETURN = /^\/payments\/[^/]+\/callback(\/|$)/
const DELAYED_PAYMENT = '/payment?status=delayed'

export function errorPages(render: Render): MiddlewareHandler {
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

/** Hono would merge the headers of the reply before into this one. */
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

/** Browsers before Sec-Fetch-Mode say by Accept that they want a page. */
function isNavigation(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode')
  return mode ? mode === 'navigate' : /\btext\/html\b/.test(c.req.header('accept') ?? '')
}

function languageOf(c: Context) {
  const first = (c.req.header('accept-language') ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}
