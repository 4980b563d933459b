/** The HTTP layer: every request that the socket does not answer itself passes here once, top to bottom. */
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { forwardApi, forwardRaw } from './http/api-proxy.ts'
import { compressReply } from './http/compress.ts'
import { pages } from './http/pages.ts'
import { render } from './http/render.ts'
import { sameOrigin, securityHeaders } from './http/same-origin.ts'

const app = new Hono()

app.use(requestId({ limitLength: 64 }))
app.use(compressReply)
app.use(securityHeaders)
app.use(sameOrigin)

app.all('/api/*', forwardApi)
app.all('/payments/*', forwardRaw)
app.all('/webhooks/*', forwardRaw)
app.get('/media/*', forwardRaw)
app.all('/dev/*', forwardRaw)
app.all('/fake/*', forwardRaw)

app.use(pages(render))

export default app
