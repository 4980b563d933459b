/** The front door: every request that the socket does not answer itself passes here once, top to bottom. */
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { pages } from './door/cached-pages.ts'
import { compressReply } from './door/compress.ts'
import { forwardApi, forwardRaw } from './door/forward.ts'
import { render } from './door/render.ts'
import { sameOrigin, securityHeaders } from './door/security.ts'

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
