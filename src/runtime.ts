/**
 * What the process shares between the socket (src/server.ts, run from source) and the HTTP layer (src/fetch.ts, built
 * by Astro): both see the same object although they are two module graphs.
 */
import type { Logger } from 'pino'
import type { PageCache } from './http/page-cache.ts'
import type { Env } from './service/env.ts'
import type { RequestContext } from './service/http/router.ts'

export type Runtime = {
  env: Env
  log: Logger
  pages: PageCache
  /** The service: in this process, or at API_BASE_URL. */
  callService: (request: Request, from: RequestContext) => Promise<Response>
  /** Signs the `state` cookie. */
  stateKey: Uint8Array
  isReady: () => Promise<boolean>
  metrics: () => Promise<string>
  /** Paths of the shell's script and of what it imports, with spaces between, once there is a build. */
  bootScripts?: string
  /** Path of the sheet of everything, likewise. */
  allStyles?: string
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
