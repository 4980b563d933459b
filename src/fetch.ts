/**
 * The second half of the way of a request, from top to bottom: what src/server.ts does not answer itself. Astro builds this file
 * and calls it for every request.
 */
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { apiProxy, serviceProxy } from './http/api-proxy.ts'
import { compressReply } from './http/compress.ts'
import { errorPages } from './http/error-pages.ts'
import { pages } from './http/pages.ts'
import { render, throwToDevServer } from './http/render.ts'
import { sameOrigin } from './http/same-origin.ts'
import { secureReply } from './http/security-headers.ts'
import { session } from './http/session.ts'

const app = new Hono()

app.use(requestId({ limitLength: 64 }))
app.use(compressReply)
app.use(secureReply)
app.use(sameOrigin)

app.all('/api/*', session, apiProxy)
app.all('/payments/*', errorPages(render), serviceProxy)
app.all('/webhooks/*', serviceProxy)
app.get('/media/*', errorPages(render), serviceProxy)
app.options('/media/s/*', serviceProxy)
app.all('/dev/*', errorPages(render), serviceProxy)
app.all('/fake/*', serviceProxy)

app.use(pages(render))

if (import.meta.env.DEV) app.onError(throwToDevServer)

export default app
