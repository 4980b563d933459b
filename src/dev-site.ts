/**
 * The site in Astro's dev server, which imports this file again when the service or a step has changed
 * (scripts/astro-integration/dev-server.ts). Pages come from src/fetch.ts, as in production.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sources } from './http/content-security-policy.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import { createVisitorReader, passVisitor } from './http/visitor.ts'
import { setRuntime } from './runtime.ts'
import { createFirstSteps } from './server.ts'
import { startService } from './service/main.ts'
import { pageBrand } from './service/platform/brand/page-brand.ts'
import { readBrand } from './service/platform/brand/read-brand.ts'
import type { WatchedDatabase } from './service/platform/db/start.ts'
import type { Env } from './service/platform/env.ts'
import { policySettings } from './service/platform/settings/policy.ts'
import { publicSettings } from './service/platform/settings/public.ts'

export type DevSite = {
  /** Answers a request and returns true, or returns false and leaves it to the dev server. */
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<boolean>
  stop: () => Promise<void>
}
export type DevSiteOptions = {
  env: Env
  /** Stays open when this site is started again; null with API_BASE_URL. */
  database: WatchedDatabase | null
  pages: PageCache
  devSources: Sources
}

export async function startDevSite(options: DevSiteOptions): Promise<DevSite> {
  const { env, database, pages, devSources } = options
  const brand = readBrand(env)
  const service = await startService(env, {
    onInvalidate: pages.invalidate,
    onMissed: pages.expire,
    ...(database ? { database } : {}),
  })
  const { call: callService, stateKeys } = service
  setRuntime({
    settings: publicSettings(env),
    brand: pageBrand(brand, env),
    policySettings: policySettings(env),
    devSources,
    pages,
    callService,
    ...(service.kind === 'local' ? { readService: service.read } : {}),
    stateKeys,
    bootScripts: '/src/lib/boot/boot.browser.ts',
  })
  const visitorOf = createVisitorReader(env, env.TRUST_PROXY)
  const steps = createFirstSteps(env, service, brand, () => false)
  return {
    stop: service.stop,
    async answer(req, res) {
      const visitor = visitorOf(req)
      for (const step of steps) if (await step(req, res, visitor)) return true
      passVisitor(req, visitor)
      return false
    },
  }
}
