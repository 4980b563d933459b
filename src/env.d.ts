/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    language: import('#src/contract/fields.ts').Language
    /** What was asked for, rewritten or not, without a slash at the end. */
    path: string
    /** Public origin of the site, without a slash at the end. */
    origin: string
    startScript: string | undefined
    env: Readonly<import('#src/service/env.ts').Env>
    /** The service without anybody's session: the only one that session-free pages may use. */
    publicApi: import('#src/lib/api/client.ts').Api
    /** The service as this visitor: for pages that are rendered per request. */
    api: import('#src/lib/api/client.ts').Api
    isSignedIn: boolean
    hasProfile: boolean
    session: () => import('#src/lib/session/state.ts').SessionState
  }
}

/** scripts/integrations/early-script.ts makes it. */
declare module 'virtual:early-script' {
  export const EARLY: string
  export const EARLY_HASH: `sha256-${string}`
}
