/**
 * Answers API calls from the socket. They need nothing of Astro, whose app costs as much as a whole call. src/fetch.ts has the same steps
 * for the calls that this step leaves over, and for the dev server.
 */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { FindCall } from '../service/platform/http/api-call.ts'
import { proxyApi } from './api-proxy.ts'
import { compressReply } from './compress.ts'
import { createDirectApi } from './direct-api.ts'
import type { Step } from './listen.ts'
import { refuseEmbedding, requireSameOrigin } from './same-origin.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { syncSessionCookies } from './session.ts'
import { passVisitor } from './visitor.ts'

/** Paths of calls that no URL parser changes: without dots, codes and empty segments. */
const PLAIN_CALL = /^\/api(\/[\w-]+)+\/?$/
/** A page of Astro's build. */
const DOCS = /^\/api\/docs\/?$/

/** Adds the steps of every reply of src/fetch.ts, in their order. */
export function addReplySteps(app: Hono): void {
  app.use(requestId({ limitLength: 64 }))
  app.use(compressReply)
  app.use(addSecurityHeaders)
  app.use(requireSameOrigin)
}

/** Adds the steps of API calls, in their order. */
export function addApiSteps(app: Hono): void {
  app.use('/api/sso/*', refuseEmbedding)
  app.all('/api/*', syncSessionCookies, proxyApi)
}

/** @param find finds the calls of a service in this process; without one, all calls are forwarded */
export function serveApi(find?: FindCall): Step {
  const answerDirectly = find && createDirectApi(find)
  const app = new Hono()
  addReplySteps(app)
  addApiSteps(app)
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  return async (req, res, visitor) => {
    if (!PLAIN_CALL.test(visitor.path) || DOCS.test(visitor.path)) return false
    passVisitor(req, visitor)
    if (answerDirectly && (await answerDirectly(req, res, visitor))) return true
    await answer(req, res)
    return true
  }
}
