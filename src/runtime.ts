/**
 * The object that src/server.ts, which runs from source, shares with src/fetch.ts, which Astro builds into another module graph. The
 * only secret in it is the key of the `state` cookie.
 */
import type { IslandFiles } from './http/boot-assets.ts'
import type { Sources } from './http/content-security-policy.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import type { PageBrand } from './service/platform/brand/page-brand.ts'
import type { DirectAnswer, DirectCall } from './service/platform/http/direct-call.ts'
import type { RequestContext } from './service/platform/http/request-context.ts'
import type { KeySet } from './service/platform/keys.ts'
import type { PolicySettings } from './service/platform/settings/policy.ts'
import type { PublicSettings } from './service/platform/settings/public.ts'

export type Runtime = {
  settings: PublicSettings
  brand: PageBrand
  policySettings: PolicySettings
  /** Sources that the dev server adds to the policy of its pages. */
  devSources?: Sources
  pages: PageCache
  /** True if a CDN stores pages and is purged by CDN_PURGE_URL. */
  hasCdn?: boolean
  /** Calls the service, in this process or at API_BASE_URL. */
  callService: (request: Request, context: RequestContext) => Promise<Response>
  /** Reads data for pages without HTTP, if the service is in this process. */
  readService?: (call: DirectCall) => Promise<DirectAnswer>
  /** Keys that sign the `state` cookie. */
  stateKeys: KeySet
  /** Paths of the boot script and of the scripts that it imports, separated by spaces; undefined without a build. */
  bootScripts?: string
  /** Path of the style sheet of all pages; undefined without a build. */
  allStyles?: string
  /** Scripts of the islands that load on the first touch; undefined without a build. */
  islandFiles?: IslandFiles
}

const KEY = Symbol.for('pardeh.runtime')
type Holder = { [KEY]?: Runtime }

export function setRuntime(runtime: Runtime): void {
  ;(globalThis as Holder)[KEY] = runtime
}

/**
 * Returns the object that `setRuntime` stored.
 * @throws Error if the service has not been started
 */
export function runtime(): Runtime {
  const shared = (globalThis as Holder)[KEY]
  if (!shared)
    throw new Error('The service has not been started: use npm start, npm run dev or src/server.ts')
  return shared
}
