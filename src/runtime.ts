/**
 * What the process shares between src/server.ts, which runs from source, and src/fetch.ts, which Astro builds: both get the
 * same object although they are two module graphs. It holds no secret but the key of the `state` cookie.
 */

import type { IslandFiles } from './http/boot-assets.ts'
import type { Sources } from './http/content-security-policy.ts'
import type { PageCache } from './http/page-store.ts'
import type { PageBrand } from './service/brand/page-brand.ts'
import type { DirectAnswer, DirectCall } from './service/http/direct-call.ts'
import type { RequestContext } from './service/http/request-context.ts'
import type { KeySet } from './service/keys.ts'
import type { PolicySettings } from './service/settings/policy.ts'
import type { PublicSettings } from './service/settings/public.ts'

export type Runtime = {
  settings: PublicSettings
  brand: PageBrand
  policySettings: PolicySettings
  /** What the dev server adds to the policy of its pages. */
  devSources?: Sources
  pages: PageCache
  /** A CDN stores pages, and is purged. */
  hasCdn?: boolean
  /** The service: in this process, or at API_BASE_URL. */
  callService: (request: Request, context: RequestContext) => Promise<Response>
  /** Reads of pages, where the service is in this process. */
  readService?: (call: DirectCall) => Promise<DirectAnswer>
  /** Signs the `state` cookie. */
  stateKeys: KeySet
  /** Paths of the boot script and of what it imports, separated by spaces; undefined without a build. */
  bootScripts?: string
  /** Path of the style sheet of all pages; undefined without a build. */
  allStyles?: string
  /** Scripts of the islands of a first touch; undefined without a build. */
  islandFiles?: IslandFiles
}

const KEY = Symbol.for('pardeh.runtime')
type Holder = { [KEY]?: Runtime }

export function setRuntime(runtime: Runtime): void {
  ;(globalThis as Holder)[KEY] = runtime
}

export function runtime(): Runtime {
  const found = (globalThis as Holder)[KEY]
  if (!found)
    throw new Error('The service has not been started: use npm start, npm run dev or src/server.ts')
  return found
}
