/**
 * Starts the site, and names the steps of a request in their order. What no step here answers goes on in src/fetch.ts, the
 * second half, which Astro builds. `npm run dev` has the same steps (src/dev-site.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { LANGUAGES } from './contract/languages.ts'
import { bootAssets } from './http/boot-assets.ts'
import { brandFiles } from './http/brand-files.ts'
import { health, metrics } from './http/health.ts'
import { invalidatePages } from './http/invalidate-pages.ts'
import { listen, type Server, type Step } from './http/listen.ts'
import { observeRequests } from './http/observe-requests.ts'
import { cachedPages, revalidateAt } from './http/page-cache.ts'
import { registerPageGauge } from './http/page-gauge.ts'
import { createPageCache } from './http/page-store.ts'
import { allowedHosts, requestLimits } from './http/request-limits.ts'
import { siteRoutes } from './http/route-template.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serviceWorker } from './http/service-worker.ts'
import { pictures, staticFiles } from './http/static-files.ts'
import { isHttps, passVisitor, visitorReader } from './http/visitor.ts'
import { homePath } from './lib/routes.ts'
import { setRuntime } from './runtime.ts'
import { brandAssets } from './service/brand/brand-files.ts'
import { pageBrand } from './service/brand/page-brand.ts'
import { type Brand, readBrand } from './service/brand/read-brand.ts'
import { reportFailure } from './service/cli/command.ts'
import { sayFirstSteps } from './service/cli/first-run.ts'
import { say, sayError } from './service/cli/terminal.ts'
import { type Env, readEnv } from './service/env.ts'
import { type Service, startService } from './service/main.ts'
import { logProcess } from './service/process-log.ts'
import { PROJECT_ROOT } from './service/project-root.ts'
import { safeError } from './service/safe-error.ts'
import { policySettings } from './service/settings/policy.ts'
import { publicSettings } from './service/settings/public.ts'

const BUILT = resolve(PROJECT_ROOT, 'dist/client')
const PAGES = resolve(PROJECT_ROOT, 'src/pages')
const SERVICE_WORKER_FILE = resolve(PROJECT_ROOT, 'src/http/service-worker.js')
const MB = 1024 * 1024

async function main(): Promise<void> {
  const env = readEnv()
  const settings = publicSettings(env)
  const brand = readBrand(env)
  const shown = pageBrand(brand, env)
  const pages = createPageCache(env.PAGE_CACHE_MB * MB)
  const service = await startService(env, {
    onInvalidate: tags => invalidatePages(pages, tags),
    onConnection: pages.setConnected,
    onRegistry: registry => registerPageGauge(registry, pages),
  })
  const { log, stateKeys, call: callService } = service
  const hasCdn = env.CDN_PURGE_URL !== undefined
  setRuntime({
    settings,
    brand: shown,
    policySettings: policySettings(env),
    pages,
    hasCdn,
    callService,
    ...(service.kind === 'local' ? { readService: service.read } : {}),
    stateKeys,
    ...bootAssets(BUILT),
  })
  const fetchEntry = await loadFetchEntry()
  logProcess(log)

  const revalidate = revalidateAt({ host: env.HOST, port: env.PORT }, stateKeys, log)
  const server: Server = await listen({
    host: env.HOST,
    port: env.PORT,
    log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    visitorOf: visitorReader(env, env.TRUST_PROXY),
    observe: observeRequests({ registry: service.registry, log, env, routeOf: siteRoutes(PAGES) }),
    steps: [
      ...firstSteps(env, service, brand, () => server.isDraining()),
      serviceWorker(SERVICE_WORKER_FILE, bootAssets(BUILT).allStyles ?? ''),
      staticFiles(BUILT),
      cachedPages({ settings, pages, stateKeys, revalidate, hasCdn }),
      fetchEntry,
    ],
    // Before a request has been read, only SITE_URL tells whether its visitor speaks TLS.
    headers: securityHeaders('reply', isHttps(env, undefined)),
    drainSeconds: env.DRAIN_SECONDS,
    stop: service.stop,
  })
  log.info({ host: env.HOST, port: env.PORT, mode: env.MODE }, 'listening')
  say(`Pardeh  http://${env.HOST}:${env.PORT}`)
  await sayFirstSteps(service)
  await warmUp(env, revalidate)
}

/** What comes before the files of the build and the pages, in its order; src/dev-site.ts has the same. */
export function firstSteps(
  env: Env,
  service: Service,
  brand: Brand,
  isDraining: () => boolean,
): Step[] {
  return [
    requestLimits,
    health(async () => (isDraining() ? ['draining'] : service.faults())),
    allowedHosts(env),
    metrics(env, service.metrics),
    pictures([resolve(env.DATA_DIR, 'media/pictures'), resolve(PROJECT_ROOT, 'demo/pictures')]),
    brandFiles(brandAssets(brand, env)),
  ]
}

/** src/fetch.ts as Astro built it. */
async function loadFetchEntry(): Promise<Step> {
  const { handler } = (await import(
    /* @vite-ignore */ resolve(PROJECT_ROOT, 'dist/server/entry.mjs')
  )) as {
    handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  }
  return async (req, res, visitor) => {
    passVisitor(req, visitor)
    await handler(req, res)
    return true
  }
}

/** Loads what all pages need before the first visitor asks. Cached pages name the site's host, which only SITE_URL tells. */
async function warmUp({ SITE_URL, PORT }: Env, revalidate: ReturnType<typeof revalidateAt>) {
  const host = SITE_URL ? new URL(SITE_URL).host : `127.0.0.1:${PORT}`
  for (const address of SITE_URL ? ['/login', ...LANGUAGES.map(homePath)] : ['/login'])
    await revalidate({ address, host, isHttps: isHttps({ SITE_URL }, undefined), band: null })
}

if (import.meta.main)
  main().catch(async (error: unknown) => {
    await reportFailure(error)
    if (process.env.DEBUG) sayError(safeError(error).stack ?? '')
    process.exit(1)
  })
