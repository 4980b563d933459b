/** The baseline: hls.js with native controls and the same stream on an empty page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { mediaRoutes } from '#src/service/platform/adapters/media/media.routes.ts'
import { createStreamStore } from '#src/service/platform/adapters/media/stream-store.ts'
import { signStream } from '#src/service/platform/adapters/media/stream-token.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'

const media = folderStore('/nonexistent')
const STREAM = 'demo/landscape'
const key = Buffer.alloc(32, 3)

export async function serveBaseline(): Promise<{ url: string; stop(): Promise<void> }> {
  const require = createRequire(import.meta.url)
  const hls = new Uint8Array(gzipSync(readFileSync(require.resolve('hls.js/dist/hls.min.mjs'))))
  const app = new Hono()
  app.get('/', c => {
    const expiresAt = Math.floor(Date.now() / 1_000) + 3_600
    const token = signStream(key, { stream: STREAM, bearer: null, expiresAt })
    return c.html(page(`/media/s/${token}/${STREAM}/master.m3u8`))
  })
  app.get('/hls.mjs', c => {
    const headers = { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' }
    return c.body(hls, 200, headers)
  })
  app.route(
    '/',
    mediaRoutes({ keys: [key], store: createStreamStore(media), media, now: () => new Date() }),
  )
  const server = await new Promise<ReturnType<typeof serve>>(done => {
    const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(made))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => new Promise<void>(done => server.close(() => done()))
  return { url: `http://127.0.0.1:${port}/`, stop }
}

function page(manifest: string) {
  return `<!doctype html><video controls autoplay style="width:100%"></video><script type="module">
import Hls from '/hls.mjs'
const hls = new Hls({ enableWorker: false })
hls.loadSource('${manifest}')
hls.attachMedia(document.querySelector('video'))
</script>`
}
