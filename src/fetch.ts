/**
 * The second half of the request pipeline, from top to bottom: it answers the requests that the steps in src/server.ts leave over.
 * Astro builds this file and calls it for each of them.
 */
import { Hono } from 'hono'
import { LANGUAGES } from '#src/contract/languages.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { API_DOCS_PATH, serveApiDocs } from './http/api-docs.ts'
import { proxyService } from './http/api-proxy.ts'
import { serveErrorPages } from './http/error-pages.ts'
import { servePages } from './http/pages.ts'
import { renderPage, throwToDevServer } from './http/render.ts'
import { refuseEmbedding } from './http/same-origin.ts'
import { addApiSteps, addReplySteps } from './http/serve-api.ts'

const app = new Hono()

addReplySteps(app)

for (const path of LANGUAGES.map(language => localPath('/sso', language))) {
  app.use(path, refuseEmbedding)
  app.use(`${path}/`, refuseEmbedding)
}

for (const path of [API_DOCS_PATH, `${API_DOCS_PATH}/`]) app.get(path, serveApiDocs)
addApiSteps(app)
app.all('/payments/*', serveErrorPages(renderPage), proxyService)
app.all('/webhooks/*', proxyService)
app.get('/media/*', serveErrorPages(renderPage), proxyService)
app.options('/media/s/*', proxyService)
app.all('/dev/*', serveErrorPages(renderPage), proxyService)
app.all('/fake/*', proxyService)

app.use(servePages(renderPage))

if (import.meta.env.DEV) app.onError(throwToDevServer)

export default app
