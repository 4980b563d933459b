import { describe, expect, it } from 'vitest'
import {
  buildContentSecurityPolicy,
  type PagePolicy,
  parsePolicyHashes,
} from '#src/http/content-security-policy.ts'
import type { PolicySettings } from '#src/service/platform/settings/policy.ts'
import { observatoryScore } from '#tests/support/observatory.ts'

const HASHES = { script: ['sha256-script'], style: ['sha256-style'] }
const THIRD_PARTIES = {
  TAG_MANAGER_ID: 'GTM-ABC1234',
  CHAT_WIDGET_URL: 'https://chat.example:8443/widget.js?id=1;script-src',
  THIRD_PARTY_ORIGINS: ['https://*.tags.example'],
}
const ALL: PolicySettings = {
  ...THIRD_PARTIES,
  MEDIA_BASE_URL: 'https://media.example/films',
  WIDEVINE_LICENSE_URL: 'https://widevine.example/proxy?a=1',
  FAIRPLAY_LICENSE_URL: 'https://fairplay.example/licence',
  FAIRPLAY_CERTIFICATE_URL: 'https://files.example/fps.cer',
  ENAMAD_ID: '1',
  ENAMAD_CODE: 'code',
  SAMANDEHI_ID: '2',
  SAMANDEHI_CODE: 'code',
}

function policy(settings: PolicySettings, page: Partial<PagePolicy> = {}): Map<string, string[]> {
  const text = buildContentSecurityPolicy(settings, {
    hashes: HASHES,
    hasThirdParties: false,
    ...page,
  })
  return new Map(text.split('; ').map(part => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
}

function score(settings: PolicySettings, hasThirdParties: boolean): number {
  const csp = buildContentSecurityPolicy(settings, { hashes: HASHES, hasThirdParties })
  const headers = {
    'content-security-policy': csp,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  }
  return observatoryScore({ headers, text: '' }).score
}

describe('the policy of a page', () => {
  it('allows only this site if nothing is configured, and checks what scripts write', () => {
    const own = policy({})
    expect(own.get('default-src')).toEqual(["'none'"])
    expect(own.get('script-src')).toEqual(["'self'", "'sha256-script'"])
    expect(own.get('style-src')).toEqual(["'self'", "'sha256-style'"])
    expect(own.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(own.has('frame-src')).toBe(false)
    expect([...own.values()].flat().filter(source => source.includes('//'))).toEqual([])
  })

  it('allows pictures, streams and segments from MEDIA_BASE_URL, but no scripts', () => {
    const { MEDIA_BASE_URL } = ALL
    const media = policy({ MEDIA_BASE_URL })
    for (const name of ['img-src', 'media-src', 'connect-src'])
      expect(media.get(name), name).toContain('https://media.example')
    const holders = [...media].filter(([, sources]) => sources.includes('https://media.example'))
    expect(holders).toHaveLength(3)
  })

  it('allows the Cast sender only in the player, by its folders, and only with CAST_APP_ID', () => {
    const policyOf = (CAST_APP_ID: string | undefined, hasCast: boolean) =>
      buildContentSecurityPolicy(
        { CAST_APP_ID },
        { hashes: { script: [], style: [] }, hasThirdParties: false, hasCast },
      )
    const player = policyOf('ABCD1234', true)
    expect(player).toContain("script-src 'self' https://www.gstatic.com/cv/js/sender/v1/ ")
    expect(player).toContain("require-trusted-types-for 'script'")
    expect(player).toContain('trusted-types service-worker default')
    expect(player.match(/gstatic/g)).toHaveLength(3)
    for (const policy of [policyOf('ABCD1234', false), policyOf(undefined, true)]) {
      expect(policy).not.toContain('gstatic')
      expect(policy).not.toContain('default;')
      expect(policy).toMatch(/trusted-types service-worker$/)
    }
  })

  it('allows calls to every licence server', () => {
    const { WIDEVINE_LICENSE_URL, FAIRPLAY_LICENSE_URL, FAIRPLAY_CERTIFICATE_URL } = ALL
    const drm = policy({ WIDEVINE_LICENSE_URL, FAIRPLAY_LICENSE_URL, FAIRPLAY_CERTIFICATE_URL })
    const servers = [
      'https://widevine.example',
      'https://fairplay.example',
      'https://files.example',
    ]
    expect(drm.get('connect-src')).toEqual(["'self'", ...servers])
    expect(drm.get('script-src')).toEqual(["'self'", "'sha256-script'"])
  })

  it('allows the picture of a trust seal that has an id and a code', () => {
    const seal = policy({ ENAMAD_ID: '1', ENAMAD_CODE: 'x', SAMANDEHI_ID: '2' })
    expect(seal.get('img-src')).toEqual(["'self'", 'data:', 'https://trustseal.enamad.ir'])
  })

  it('allows no third party on a page that does not load it', () => {
    expect(policy(THIRD_PARTIES)).toEqual(policy({}))
  })

  it('allows our scripts by hash and each third party by its origin, on pages that load them', () => {
    const page = policy(ALL, { hasThirdParties: true })
    expect(page.get('script-src')).toEqual([
      "'self'",
      "'sha256-script'",
      'https://*.googletagmanager.com',
      'https://chat.example:8443',
      'https://*.tags.example',
    ])
    expect(page.get('connect-src')).toEqual(
      expect.arrayContaining(['https://*.google-analytics.com', 'wss://chat.example:8443']),
    )
    expect(page.get('frame-src')).toContain('https://chat.example:8443')
    expect(page.has('require-trusted-types-for')).toBe(false)
  })

  it('allows inline styles only on pages with third parties, without the hashes that would revoke it', () => {
    expect(policy(THIRD_PARTIES, { hasThirdParties: true }).get('style-src')).toEqual([
      "'self'",
      "'unsafe-inline'",
      'https://chat.example:8443',
      'https://*.tags.example',
    ])
  })

  it('allows nothing from Google if only a chat is configured', () => {
    const { CHAT_WIDGET_URL } = ALL
    const text = buildContentSecurityPolicy(
      { CHAT_WIDGET_URL },
      { hashes: HASHES, hasThirdParties: true },
    )
    expect(text).not.toContain('google')
  })

  it('never allows an inline script without its hash, a wildcard host or a path', () => {
    for (const hasThirdParties of [false, true])
      for (const [name, sources] of policy(ALL, { hasThirdParties })) {
        if (name === 'script-src') expect(sources).not.toContain("'unsafe-inline'")
        expect(sources.join(' ')).not.toMatch(/unsafe-eval|(^| )(\*|https?:)( |$)/)
        // Names of policies; one of them registers the service worker.
        if (name === 'trusted-types') expect(sources).toEqual(['service-worker'])
        else
          for (const source of sources)
            expect(source).toMatch(/^('[\w/+=-]+'|[a-z]+:|[a-z]+:\/\/[^/;,\s]+)$/)
      }
  })

  it('adds what the dev server needs', () => {
    const dev = { 'script-src': ["'unsafe-inline'"], 'connect-src': ['ws://127.0.0.1:24678'] }
    const page = policy({}, { dev })
    expect(page.get('script-src')).toEqual(["'self'", "'unsafe-inline'"])
    expect(page.get('connect-src')).toEqual(["'self'", 'ws://127.0.0.1:24678'])
  })

  it('scores 130 at the Observatory, and at least 110 with third parties', () => {
    expect(score({}, false)).toBe(130)
    expect(score(ALL, false)).toBe(130)
    expect(score(ALL, true)).toBeGreaterThanOrEqual(110)
  })
})

describe('the hashes made by Astro', () => {
  it('are separate for scripts and for styles', () => {
    const made =
      "default-src 'none'; script-src 'self' 'sha256-a+/=' 'sha256-b'; style-src 'self' 'sha256-c'; style-src-attr 'sha256-d';"
    expect(parsePolicyHashes(made)).toEqual({
      script: ['sha256-a+/=', 'sha256-b'],
      style: ['sha256-c'],
    })
    expect(parsePolicyHashes('')).toEqual({ script: [], style: [] })
  })
})
