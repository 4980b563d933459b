import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { endpoints } from '#src/contract/all.ts'
import type { Deps } from './deps.ts'
import { domains } from './domains.ts'
import { ApiError } from './http/api-error.ts'
import { callFailure } from './http/call-failure.ts'
import { errorReply } from './http/error-reply.ts'
import { rejectControlCharacters } from './http/input.ts'
import { openapi } from './http/openapi.ts'
import { languageOf, type ServiceEnv } from './http/router.ts'

const patterns = endpoints.map(({ endpoint }) => ({
  method: endpoint.method,
  pattern: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The whole service as one fetch: every reply is an envelope, and no error shows a stack trace or HTML. */
export function createApp(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.get('/openapi.json', c => c.json(openapi(`${deps.env.SITE_URL ?? ''}/api`)))
  app.use(rejectControlCharacters)
  app.use(rejectHeadWithEffect)
  for (const routes of domains(deps)) app.route('/', routes)

  app.notFound(c =>
    methodsOf(c).length > 0
      ? methodNotAllowed(c)
      : errorReply('not_found', undefined, languageOf(c)),
  )
  app.onError((error, c) => {
    const { requestId } = c.env ?? {}
    const { result, details } = callFailure(deps, error, { where: c.req.routePath, requestId })
    if (result === 'method_not_allowed') return methodNotAllowed(c)
    return errorReply(result, details, languageOf(c))
  })
  return app
}

function methodNotAllowed(c: Context): Response {
  const response = errorReply('method_not_allowed', undefined, languageOf(c))
  response.headers.set('Allow', methodsOf(c).join(', '))
  return response
}

/** Methods that a path has in the contract; GET and POST for the callbacks of banks, which are not in it. */
function methodsOf(c: Context): string[] {
  const path = new URL(c.req.url).pathname
  if (c.req.raw.method === 'HEAD' && CALLBACKS.test(path)) return ['GET', 'POST']
  const found = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set<string>(found)]
}

/** Where banks and partners redirect a browser to: a GET there settles a payment. */
const CALLBACKS = /^\/(payments|webhooks|fake)\//

/** Hono answers HEAD by the route of GET, with its effect. */
const rejectHeadWithEffect: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method === 'HEAD' && CALLBACKS.test(c.req.path))
    throw new ApiError('method_not_allowed')
  await next()
}
