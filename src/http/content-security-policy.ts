/**
 * The Content-Security-Policy of a page, computed from the settings (decision 18). Inline scripts and styles are allowed by their
 * hashes, which Astro knows; everything else by its origin.
 */
import { configuredTrustSeals } from '#src/lib/layout/trust-seals.ts'
import type { PolicySettings } from '../service/platform/settings/policy.ts'

type Directive =
  | 'default-src'
  | 'base-uri'
  | 'form-action'
  | 'frame-ancestors'
  | 'frame-src'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'media-src'
  | 'worker-src'
  | 'manifest-src'
  | 'script-src'
  | 'style-src'
  | 'style-src-attr'
  | 'require-trusted-types-for'
  | 'trusted-types'
export type Sources = Partial<Record<Directive, readonly string[]>>

export type PagePolicy = {
  /** Hashes of the page's inline scripts and styles, such as `sha256-…`. */
  hashes: { script: readonly string[]; style: readonly string[] }
  /** True if the page loads the tag manager or the chat widget. */
  hasThirdParties: boolean
  /** True for the player's page, which loads Google's Cast sender if CAST_APP_ID is set. */
  hasCast?: boolean
  /** Additional sources for the dev server. */
  dev?: Sources | undefined
}

const OWN: Sources = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
}
const TRUSTED_TYPES: Sources = {
  'require-trusted-types-for': ["'script'"],
  // src/lib/boot/service-worker.browser.ts creates this policy.
  'trusted-types': ['service-worker'],
}
/** Origins of the tag manager's container and of Google Analytics, from Google's guide to Content-Security-Policy. */
const TAG_MANAGER = ['https://*.googletagmanager.com']
const ANALYTICS = [
  'https://*.google-analytics.com',
  'https://analytics.google.com',
  'https://*.analytics.google.com',
]
/** Folders of Google's Cast sender. Other scripts of that host stay blocked. */
const CAST = ['cv/js/sender/v1/', 'cast/sdk/libs/', 'eureka/clank/'].map(
  folder => `https://www.gstatic.com/${folder}`,
)
/** The Cast scripts load each other by plain URLs, which the `default` policy in src/lib/player/cast-sdk.ts checks. */
const CAST_SOURCES: Sources = { 'script-src': CAST, 'trusted-types': ['default'] }
const INLINE = "'unsafe-inline'"

/** Returns the value of the Content-Security-Policy header of a page. */
export function buildContentSecurityPolicy(settings: PolicySettings, page: PagePolicy): string {
  const { hashes, hasThirdParties, hasCast, dev = {} } = page
  const policy = merge(
    OWN,
    { 'script-src': quoted(hashes.script), 'style-src': quoted(hashes.style) },
    mediaSources(settings),
    { 'img-src': configuredTrustSeals(settings).map(({ src }) => originOf(src)) },
    hasThirdParties ? thirdPartySources(settings) : TRUSTED_TYPES,
    hasCast && settings.CAST_APP_ID ? CAST_SOURCES : {},
    dev,
  )
  const directives = [...policy].map(([name, sources]) => `${name} ${effective(sources).join(' ')}`)
  return directives.join('; ')
}

function mediaSources(settings: PolicySettings): Sources {
  const { MEDIA_BASE_URL, WIDEVINE_LICENSE_URL, FAIRPLAY_LICENSE_URL } = settings
  const media = originsOf(MEDIA_BASE_URL)
  const licences = originsOf(
    WIDEVINE_LICENSE_URL,
    FAIRPLAY_LICENSE_URL,
    settings.FAIRPLAY_CERTIFICATE_URL,
  )
  return { 'img-src': media, 'media-src': media, 'connect-src': [...media, ...licences] }
}

/**
 * Returns the sources of the tag manager and the chat widget. Trusted Types are left out, because these scripts write HTML
 * and create policies of their own. Their styles are inline; their scripts are allowed by origin.
 */
function thirdPartySources(settings: PolicySettings): Sources {
  const { TAG_MANAGER_ID, CHAT_WIDGET_URL, THIRD_PARTY_ORIGINS = [] } = settings
  const others = [...originsOf(CHAT_WIDGET_URL), ...THIRD_PARTY_ORIGINS]
  const sockets = others.map(origin => origin.replace(/^http/, 'ws'))
  const tags = TAG_MANAGER_ID ? TAG_MANAGER : []
  const analytics = TAG_MANAGER_ID ? ANALYTICS : []
  return {
    'script-src': [...tags, ...others],
    'style-src': [INLINE, ...others],
    'img-src': [...tags, ...analytics, ...others],
    'font-src': others,
    'media-src': others,
    'connect-src': [...tags, ...analytics, ...others, ...sockets],
    'frame-src': [...tags, ...others],
  }
}

function merge(...parts: readonly Sources[]): Map<string, string[]> {
  const policy = new Map<string, string[]>()
  for (const part of parts)
    for (const [name, sources] of Object.entries(part)) {
      const known = policy.get(name) ?? []
      const added = sources.filter(source => !known.includes(source))
      if (known.length + added.length > 0) policy.set(name, [...known, ...added])
    }
  return policy
}

/** Removes what would have no effect: browsers ignore 'unsafe-inline' next to a hash, and 'none' next to a source. */
function effective(sources: readonly string[]): readonly string[] {
  const listed = sources.length > 1 ? sources.filter(source => source !== "'none'") : sources
  return listed.includes(INLINE) ? listed.filter(source => !source.startsWith("'sha")) : listed
}

function originsOf(...urls: ReadonlyArray<string | undefined>): string[] {
  return urls.filter(url => url !== undefined).map(originOf)
}

function originOf(url: string): string {
  return new URL(url).origin
}

function quoted(hashes: readonly string[]): string[] {
  return hashes.map(hash => `'${hash}'`)
}

/** Returns the hashes of inline scripts and styles in the policy that Astro made for a page. */
export function parsePolicyHashes(policy: string): PagePolicy['hashes'] {
  const hashesOf = (directive: string) => {
    const sources = new RegExp(`(?:^|; ?)${directive} ([^;]*)`).exec(policy)?.[1] ?? ''
    return Array.from(sources.matchAll(/'(sha\d+-[^']+)'/g), ([, hash = '']) => hash)
  }
  return { script: hashesOf('script-src'), style: hashesOf('style-src') }
}
