import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { endpoints } from '#src/contract/all.ts'
import { domains } from './domains.ts'
import type { Deps } from './platform/deps.ts'
import { ApiError } from './platform/http/api-error.ts'
import { callFailure } from './platform/http/call-failure.ts'
import { errorReply } from './platform/http/error-reply.ts'
import { rejectControlCharacters } from './platform/http/input.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { requestLanguage, type ServiceEnv } from './platform/http/router.ts'

const patterns = endpoints.map(({ endpoint }) => ({
  method: endpoint.method,
  pattern: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Builds the whole service as one fetch handler. Every response is an envelope, and no error shows a stack trace or HTML. */
export function createApp(deps: Deps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  app.get('/openapi.json', c => c.json(openApiDocument(`${deps.env.SITE_URL ?? ''}/api`)))
  app.use(rejectControlCharacters)
  app.use(rejectHeadWithEffect)
  for (const routes of domains(deps)) app.route('/', routes)

  app.notFound(c =>
    methodsOf(c).length > 0
      ? methodNotAllowed(c)
      : errorReply('not_found', undefined, requestLanguage(c)),
  )
  app.onError((error, c) => {
    const { requestId } = c.env ?? {}
    const { result, details } = callFailure(deps, error, { where: c.req.routePath, requestId })
    if (result === 'method_not_allowed') return methodNotAllowed(c)
    return errorReply(result, details, requestLanguage(c))
  })
  return app
}

function methodNotAllowed(c: Context): Response {
  const response = errorReply('method_not_allowed', undefined, requestLanguage(c))
  response.headers.set('Allow', methodsOf(c).join(', '))
  return response
}

/** Returns the methods of a path in the contract; for callbacks of banks, which are not in the contract, GET and POST. */
function methodsOf(c: Context): string[] {
  const path = new URL(c.req.url).pathname
  if (c.req.raw.method === 'HEAD' && CALLBACKS.test(path)) return ['GET', 'POST']
  const found = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return [...new Set<string>(found)].sort()
}

/** Paths to which banks and partners redirect a browser; a GET there settles a payment. */
const CALLBACKS = /^\/(payments|webhooks|fake)\//

/** Rejects HEAD on these paths, because Hono would run the handler of GET with its effect. */
const rejectHeadWithEffect: MiddlewareHandler = async (c, next) => {
  if (c.req.raw.method === 'HEAD' && CALLBACKS.test(c.req.path))
    throw new ApiError('method_not_allowed')
  await next()
}
