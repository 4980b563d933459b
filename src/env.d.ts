/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    language: import('#src/contract/fields.ts').Language
    /** What was asked for, rewritten or not, without a slash at the end. */
    path: string
    /** Public origin of the site, without a slash at the end. */
    origin: string
    /** Paths of the shell's script and of what it imports, with spaces between. */
    bootScripts: string | undefined
    allStyles: string | undefined
    /** Scripts that the islands of a first touch need; undefined in development. */
    islandFiles: import('#src/http/boot-assets.ts').IslandFiles | undefined
    /** The public part of the settings; pages have no way to the rest. */
    settings: import('#src/service/settings/public.ts').PublicSettings
    /** What the company shows of itself: names are in the texts already. */
    brand: import('#src/service/brand/page-brand.ts').PageBrand
    /** Null where neither the tag manager nor the chat widget loads. */
    thirdParties: import('#src/lib/third-party/third-parties.ts').ThirdParties | null
    /** The service without anybody's session: the only one that session-free pages may use. */
    publicApi: import('#src/lib/api/client.ts').Api
    /** The service as this visitor: for pages that are rendered per request. */
    api: import('#src/lib/api/client.ts').Api
    isSignedIn: boolean
    hasProfile: boolean
    session: () => import('#src/lib/session/state.ts').SessionState
    /** The children whom a page is for: their pages hold nothing of one of them. Null on all other pages. */
    band: import('#src/contract/values.ts').ChildBand | null
  }
}

/** scripts/astro-integration/first-styles.ts makes it. */
declare module 'virtual:core-utilities.css'

/** scripts/astro-integration/inline-scripts.ts makes it. */
declare module 'virtual:inline-scripts' {
  type Inline = { text: string; hash: `sha256-${string}` }
  export const OLD_BROWSER: Inline
  export const PRELOAD: Inline
  export const EVENT_REPLAY: Inline
  export const BOOT_LOADER: Inline
  export const LOAD_FAILURE: Inline
}

/** scripts/astro-integration/player-engine.ts makes it. */
declare module 'virtual:player-engine' {
  export const plain: string
  export const drm: string
}

interface Window {
  /** src/lib/boot/old-browser-loader.js: resolves when an old browser has what it lacks; undefined in all others. */
  polyfills?: Promise<unknown>
}
