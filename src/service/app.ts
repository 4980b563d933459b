import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { endpoints } from '#src/contract/all.ts'
import { type ErrorCode, RESULTS } from '#src/contract/envelope.ts'
import type { Deps } from './deps.ts'
import { domains } from './domains.ts'
import { ApiError, type ApiErrorDetails } from './http/api-error.ts'
import { errorText } from './http/error-text.ts'
import { rejectControlCharacters } from './http/input.ts'
import { openapi } from './http/openapi.ts'
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
  app.use(rejectControlCharacters)
  app.use(rejectHeadWithEffect)
  for (const routes of domains(deps)) app.route('/', routes)

  const refuse = (language: 'fa' | 'en', result: ErrorCode, extra: ApiErrorDetails = {}) => {
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
    const allowed = methodsOf(c)
    const response = refuse(languageOf(c), allowed.length > 0 ? 'method_not_allowed' : 'not_found')
    if (allowed.length > 0) response.headers.set('Allow', allowed.join(', '))
    return response
  })
  app.onError((error, c) => {
    if (error instanceof ApiError) {
      const response = refuse(languageOf(c), error.result, error.extra)
      if (error.result === 'method_not_allowed')
        response.headers.set('Allow', methodsOf(c).join(', '))
      return response
    }
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

/** Methods that a path has in the contract; GET and POST for those of banks, which are not in it. */
function methodsOf(c: Context): string[] {
  const path = new URL(c.req.url).pathname
  if (c.req.raw.method === 'HEAD' && RETURNS.test(path)) return ['GET', 'POST']
  const found = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set<string>(found)]
}

/** Where banks and partners send people back: a GET there settles a payment. */
const RETURNS = /^\/(payments|webhooks|fake)\//

/** Hono answers HEAD by the route of GET, its effect included. */
const rejectHeadWithEffect: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method === 'HEAD' && RETURNS.test(c.req.path))
    throw new ApiError('method_not_allowed')
  await next()
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
