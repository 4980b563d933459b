import { Hono } from 'hono'
import { endpoints } from '#src/contract/all.ts'
import { RESULTS, type RefusalResult } from '#src/contract/envelope.ts'
import type { Deps } from './deps.ts'
import { domains } from './domains.ts'
import { errorText } from './http/error-text.ts'
import { openapi } from './http/openapi.ts'
import { Refusal, type RefusalExtra } from './http/refusal.ts'
import { report } from './http/report.ts'
import { languageOf, type ServiceEnv } from './http/router.ts'
import { safeError } from './safe-error.ts'

const patterns = endpoints.map(({ endpoint }) => ({
  method: endpoint.method,
  pattern: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The whole service as one fetch: every reply is the envelope, nothing answers with a stack trace or HTML. */
export function createApp(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.get('/openapi.json', c => c.json(openapi(`${deps.env.SITE_URL ?? ''}/api`)))
  for (const routes of domains(deps)) app.route('/', routes)

  const refuse = (language: 'fa' | 'en', result: RefusalResult, extra: RefusalExtra = {}) => {
    const [status, code] = RESULTS[result]
    const headers = new Headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    const retryAfter = extra.retryAfter ?? (status === 503 ? 5 : undefined)
    if (retryAfter) headers.set('Retry-After', String(retryAfter))
    const meta = {
      operation_result: result,
      operation_result_code: code,
      display_message: extra.message ?? errorText(language, result, retryAfter),
      ...(extra.next_url ? { next_url: extra.next_url } : {}),
      ...(retryAfter ? { retry_after: retryAfter } : {}),
      ...(extra.errors ? { errors: extra.errors } : {}),
    }
    return new Response(JSON.stringify({ data: extra.data ?? null, meta }), { status, headers })
  }

  app.notFound(c => {
    const path = new URL(c.req.url).pathname
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const response = refuse(languageOf(c), allowed.length > 0 ? 'method_not_allowed' : 'not_found')
    if (allowed.length > 0) response.headers.set('Allow', [...new Set(allowed)].join(', '))
    return response
  })
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(languageOf(c), error.result, error.extra)
    const down = isDatabaseDown(error)
    deps.log[down ? 'warn' : 'error'](
      { err: error, path: c.req.routePath, requestId: c.env?.requestId },
      'call failed',
    )
    if (!down)
      report(deps, {
        error: safeError(error),
        where: c.req.routePath,
        requestId: c.env?.requestId,
      })
    return refuse(languageOf(c), down ? 'unavailable' : 'unknown')
  })
  return app
}

const CONNECTION_ERRORS = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|57P0[123]|08\d\d\d|53300)$/

/** The database cannot be reached: a 503 that can be tried again, not a fault of this code. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code && CONNECTION_ERRORS.test(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return true
  return error.cause !== undefined && isDatabaseDown(error.cause)
}
