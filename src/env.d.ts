/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    language: import('#src/contract/fields.ts').Language
    /** Requested path before any rewrite, without a trailing slash. */
    path: string
    /** Public origin of the site, without a trailing slash. */
    origin: string
    /** Paths of the boot script and of the scripts that it imports, separated by spaces. */
    bootScripts: string | undefined
    allStyles: string | undefined
    /** Scripts of the islands that load on the first touch; undefined in development. */
    islandFiles: import('#src/http/boot-assets.ts').IslandFiles | undefined
    /** The public settings. Pages cannot read the others. */
    settings: import('#src/service/platform/settings/public.ts').PublicSettings
    /** The company's brand. Its names are already in the texts. */
    brand: import('#src/service/platform/brand/page-brand.ts').PageBrand
    /** Settings of the tag manager and the chat widget; null if the page loads neither. */
    thirdParties: import('#src/lib/third-party/third-parties.ts').ThirdParties | null
    /** API client without a session. Cached pages must use this one. */
    publicApi: import('#src/lib/api/client.ts').PublicApi
    /** API client with the visitor's session, for pages that are rendered per request. */
    api: import('#src/lib/api/client.ts').Api
    isSignedIn: boolean
    hasProfile: boolean
    session: () => import('#src/lib/session/state.ts').SessionState
    /** Band of children for whom the page is rendered; null for adults. */
    band: import('#src/contract/values.ts').ChildBand | null
  }
}

/** Made by scripts/astro-integration/first-styles.ts. */
declare module 'virtual:core-utilities.css'

/** Made by scripts/astro-integration/inline-scripts.ts. */
declare module 'virtual:inline-scripts' {
  type Inline = { text: string; hash: `sha256-${string}` }
  export const OLD_BROWSER: Inline
  export const VIEW_TRANSITION: Inline
  export const PRELOAD: Inline
  export const CLOSED_MESSAGE: Inline
  export const EVENT_REPLAY: Inline
  export const BOOT_LOADER: Inline
  export const LOAD_FAILURE: Inline
}

/** Made by scripts/astro-integration/player-engine.ts. */
declare module 'virtual:player-engine' {
  export const plain: string
  export const drm: string
}

/** Made by scripts/astro-integration/api-reference.ts. */
declare module 'virtual:api-reference' {
  export const redoc: string
}

interface Window {
  /** Resolves when an old browser has loaded its polyfills (src/lib/boot/old-browser-loader.js); undefined in other browsers. */
  polyfills?: Promise<unknown>
}
