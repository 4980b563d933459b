/** A server that runs only steps of src/http, and the runtime that they read, for their unit tests. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Step } from '#src/http/listen.ts'
import { createPageCache } from '#src/http/page-cache/page-cache.ts'
import { createVisitorReader } from '#src/http/visitor.ts'
import { type Runtime, setRuntime } from '#src/runtime.ts'
import { pageBrand } from '#src/service/platform/brand/page-brand.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'
import type { KeySet } from '#src/service/platform/keys.ts'
import type { PublicSettings } from '#src/service/platform/settings/public.ts'

export const STATE_KEYS: KeySet = [Buffer.alloc(32, 7)]

type Settings = Partial<PublicSettings>
type StepReply = {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}
type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string> },
) => Promise<StepReply>
type StepServer = { ask: Ask; port: number }

/** Serves the steps until the test ends. A request that no step answers gets a 404 with the header `x-passed`. */
export async function serveSteps(
  steps: readonly Step[],
  { settings = {}, trusted = [] }: { settings?: Settings; trusted?: string[] } = {},
): Promise<StepServer> {
  const visitorOf = createVisitorReader({ SITE_URL: settings.SITE_URL }, trusted)
  const server = createServer({ requireHostHeader: false }, async (req, res) => {
    const visitor = visitorOf(req)
    for (const step of steps) if (await step(req, res, visitor)) return
    res.writeHead(404, { 'x-passed': '1' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, ask: askAt(port) }
}

/** Sends a request with the path exactly as written; `fetch` would resolve dots. */
function askAt(port: number): Ask {
  return async (path, { method = 'GET', headers = {} } = {}) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of reply) chunks.push(chunk as Buffer)
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }
  }
}

export function aRuntime(parts: Partial<Omit<Runtime, 'settings'>> & { settings?: Settings } = {}) {
  const runtime: Runtime = {
    pages: createPageCache(1_000_000),
    callService: async () => new Response(null, { status: 500 }),
    stateKeys: STATE_KEYS,
    policySettings: {},
    brand: pageBrand(inspectBrand(null).brand, {}),
    ...parts,
    settings: { MODE: 'demo', ...parts.settings } as PublicSettings,
  }
  setRuntime(runtime)
  return runtime
}
