/**
 * Starts the site and lists the steps of a request in their order. A request that no step here answers continues in src/fetch.ts,
 * which Astro builds. `npm run dev` has the same steps (src/dev-site.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { LANGUAGES } from './contract/languages.ts'
import { readBootAssets } from './http/boot-assets.ts'
import { serveBrandFiles } from './http/brand-files.ts'
import { serveHealth, serveMetrics } from './http/health.ts'
import { listen, type Server, type Step } from './http/listen.ts'
import { observeRequests } from './http/observe-requests.ts'
import {
  createPageCache,
  expirePagesTwice,
  invalidatePagesTwice,
} from './http/page-cache/page-cache.ts'
import { registerPageCacheMetrics } from './http/page-cache/page-cache-metrics.ts'
import { createPageRevalidator, serveCachedPages } from './http/page-cache/serve-cached-pages.ts'
import { answerOptions, limitRequests, rejectUnknownHosts } from './http/request-limits.ts'
import { createSiteRouteMatcher } from './http/route-template.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveApi } from './http/serve-api.ts'
import { serveServiceWorker } from './http/service-worker.ts'
import { servePictures, serveStaticFiles } from './http/static-files.ts'
import { type ProxyWatch, watchUntrustedProxies } from './http/untrusted-proxy.ts'
import { createVisitorReader, passVisitor, usesHttps } from './http/visitor.ts'
import { homePath } from './lib/routes.ts'
import { setRuntime } from './runtime.ts'
import { startService } from './service/main.ts'
import { sayAddress, sayFirstSteps } from './service/operations/cli/first-run.ts'
import { reportFailure } from './service/operations/cli/report-failure.ts'
import { sayError } from './service/operations/cli/terminal.ts'
import { brandAssets } from './service/platform/brand/brand-files.ts'
import { pageBrand } from './service/platform/brand/page-brand.ts'
import { type Brand, readBrand } from './service/platform/brand/read-brand.ts'
import { type Env, readEnv } from './service/platform/env.ts'
import { logProcess } from './service/platform/process-log.ts'
import { PROJECT_ROOT } from './service/platform/project-root.ts'
import { safeError } from './service/platform/safe-error.ts'
import { policySettings } from './service/platform/settings/policy.ts'
import { publicSettings } from './service/platform/settings/public.ts'
import type { Service } from './service/service.ts'
import { startStaffConsole } from './staff-console.ts'

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
    onInvalidate: tags => invalidatePagesTwice(pages, tags),
    onMissed: () => expirePagesTwice(pages),
    onConnection: pages.setConnected,
    onRegistry: registry => registerPageCacheMetrics(registry, pages),
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
    ...readBootAssets(BUILT),
  })
  const fetchEntry = await loadFetchEntry()
  logProcess(log)

  const revalidate = createPageRevalidator({ host: env.HOST, port: env.PORT }, stateKeys, log)
  const server: Server = await listen({
    host: env.HOST,
    port: env.PORT,
    log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    visitorOf: createVisitorReader(env, env.TRUST_PROXY),
    observe: observeRequests({
      registry: service.registry,
      log,
      env,
      routeOf: createSiteRouteMatcher(PAGES),
    }),
    steps: [
      ...createFirstSteps(
        env,
        service,
        brand,
        () => server.isDraining(),
        watchUntrustedProxies(env, service),
      ),
      serveApi(service.kind === 'local' ? service.find : undefined),
      serveServiceWorker(SERVICE_WORKER_FILE, readBootAssets(BUILT).allStyles ?? ''),
      serveStaticFiles(BUILT),
      serveCachedPages({ settings, pages, stateKeys, revalidate, hasCdn }),
      fetchEntry,
    ],
    // Before a request has been read, only SITE_URL can say whether its visitor uses TLS.
    headers: securityHeaders('reply', usesHttps(env, undefined)),
    drainSeconds: env.DRAIN_SECONDS,
    stop: service.stop,
  })
  if (service.kind === 'local') await startStaffConsole(env, service)
  log.info({ host: env.HOST, port: env.PORT, mode: env.MODE }, 'listening')
  await warmUp(env, revalidate)
  // The address comes last, so that no line of the log pushes it off the screen.
  sayAddress(env)
  await sayFirstSteps(service)
}

/** Returns the steps that precede the files of the build and the pages. src/dev-site.ts has the same ones. */
export function createFirstSteps(
  env: Env,
  service: Service,
  brand: Brand,
  isDraining: () => boolean,
  proxies?: ProxyWatch,
): Step[] {
  return [
    ...(proxies ? [proxies.step] : []),
    limitRequests,
    serveHealth(async () => (isDraining() ? ['draining'] : service.faults())),
    serveMetrics(env, service.metrics, proxies?.hasSeenProxy),
    rejectUnknownHosts(env),
    answerOptions,
    servePictures([
      resolve(env.DATA_DIR, 'media/pictures'),
      resolve(PROJECT_ROOT, 'demo/pictures'),
    ]),
    serveBrandFiles(brandAssets(brand, env)),
  ]
}

/** Loads src/fetch.ts as Astro built it. */
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

/** Renders pages before the first visitor comes. Cached pages contain the site's host, so they are rendered only with SITE_URL. */
async function warmUp(
  { SITE_URL, PORT }: Env,
  revalidate: ReturnType<typeof createPageRevalidator>,
) {
  const host = SITE_URL ? new URL(SITE_URL).host : `127.0.0.1:${PORT}`
  for (const address of SITE_URL ? ['/login', ...LANGUAGES.map(homePath)] : ['/login'])
    await revalidate({ address, host, isHttps: usesHttps({ SITE_URL }, undefined), band: null })
}

if (import.meta.main)
  main().catch(async (error: unknown) => {
    await reportFailure(error)
    if (process.env.DEBUG) sayError(safeError(error).stack ?? '')
    process.exit(1)
  })
