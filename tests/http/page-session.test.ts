import { describe, expect, it } from 'vitest'
import { profileChoicePath, stateCookieHeaders } from '#src/http/page-session.ts'
import { openState, sealState } from '#src/http/session-cookies.ts'
import { themeFor } from '#src/lib/layout/theme.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import type { KeySet } from '#src/service/platform/keys.ts'
import { STATE_KEYS } from '#tests/support/steps.ts'

const TV = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Safari/537.36'
const TOKEN = 'a'.repeat(30)
const signedIn: SessionState = {
  ...ANONYMOUS,
  user: {
    id: 'u1',
    msisdn: '09120000001',
    name: '',
    family: '',
    avatar: '',
    is_sso_login: false,
    sso_back_url: null,
    conditional_flag: [],
    subscription_remaining_in_day: 0,
  },
}

function aVisit(url: string, cookie: string, more: Record<string, string> = {}, isHttps = false) {
  const headers: Record<string, string> = { cookie, 'sec-fetch-mode': 'navigate', ...more }
  return { url, isHttps, header: (name: string) => headers[name] }
}

describe('a token without a profile', () => {
  const withoutProfile = `a=b; session=${TOKEN}~`

  it.each([
    ['/', '/profile?redirect=%2F'],
    ['/en/contents?types=series', '/en/profile?redirect=%2Fen%2Fcontents%3Ftypes%3Dseries'],
    ['/user', '/profile?redirect=%2Fuser'],
  ])('redirects from %s to %s', (url, to) => {
    expect(profileChoicePath(aVisit(url, withoutProfile))).toBe(to)
  })

  it.each(['/profile', '/profile/pin?profileId=1', '/en/login', '/register', '/tv', '/sso'])(
    'stays on %s',
    url => expect(profileChoicePath(aVisit(url, withoutProfile))).toBeNull(),
  )

  it('behind TLS is read only from the TLS cookie', () => {
    const secure = (cookie: string) => profileChoicePath(aVisit('/', cookie, {}, true))
    expect(secure(`__Host-session=${TOKEN}~`)).toBe('/profile?redirect=%2F')
    expect(secure(withoutProfile)).toBeNull()
  })

  it.each([
    ['a visitor', ''],
    ['a viewer with a profile', `session=${TOKEN}~${'p'.repeat(30)}`],
    ['a cookie that is not a token', 'session=x~'],
  ])('is not assumed for %s', (_, cookie) => {
    expect(profileChoicePath(aVisit('/', cookie))).toBeNull()
  })

  it.each([
    ['a prefetch', '/', { 'sec-purpose': 'prefetch' }],
    ['a picture or a call', '/', { 'sec-fetch-mode': 'no-cors' }],
    ['a feed', '/feed.xml', {}],
  ])('does not redirect %s', (_, url, more) => {
    expect(profileChoicePath(aVisit(url, withoutProfile, more))).toBeNull()
  })

  it('redirects browsers that send no Fetch Metadata', () => {
    const headers: Record<string, string> = { cookie: withoutProfile, accept: 'text/html,*/*' }
    const visit = { url: '/', isHttps: false, header: (name: string) => headers[name] }
    expect(profileChoicePath(visit)).toBe('/profile?redirect=%2F')
  })
})

describe('the state cookie of a page', () => {
  const tokens = `session=${TOKEN}~${'p'.repeat(30)}`
  const cookie = `${tokens}; state=${sealState(signedIn, STATE_KEYS)}`
  const stateAfter = (url: string, cookies = cookie, agent = '') => {
    const headers = stateCookieHeaders(aVisit(url, cookies, { 'user-agent': agent }), STATE_KEYS)
    const sealed = /state=([^;]+)/.exec(headers['set-cookie'] ?? '')?.[1]
    return { headers, state: sealed ? openState(decodeURIComponent(sealed), STATE_KEYS) : null }
  }

  it('names the theme of the page and changes nothing else', () => {
    expect(stateAfter('/packages').state).toEqual({ ...signedIn, currentTheme: 'light' })
    expect(stateAfter('/en/categories/kids/kids').state?.currentTheme).toBe('light')
    expect(stateAfter('/').headers).toEqual({})
  })

  it('names the user agent until TV mode is switched off', () => {
    expect(stateAfter('/', cookie, TV).state?.isTvAgent).toBe(true)
    expect(stateAfter('/', `${cookie}; tv-mode=off`, TV).headers).toEqual({})
  })

  it('is set in a reply that no cache may share', () => {
    expect(stateAfter('/packages').headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'set-cookie': expect.stringMatching(/; Path=\/; SameSite=Lax$/),
    })
  })

  it('is neither written for visitors nor replaced if this site did not seal it', () => {
    expect(stateAfter('/packages', 'a=b').headers).toEqual({})
    const foreign = `state=${sealState(signedIn, [Buffer.alloc(32, 9)])}`
    for (const cookies of [foreign, `${tokens}; ${foreign}`])
      expect(stateAfter('/packages', cookies).headers).toEqual({})
  })

  it('without tokens is cleared, because the viewer has signed out', () => {
    const { headers } = stateAfter('/', `state=${sealState(signedIn, STATE_KEYS)}`)
    expect(headers['set-cookie']).toMatch(/^state=; Max-Age=0; Path=\//)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('is replaced by the state that the service reports', () => {
    const current = { ...signedIn, tokens: 'now' }
    const headers = stateCookieHeaders(aVisit('/', cookie), STATE_KEYS, current)
    const sealed = /state=([^;]+)/.exec(headers['set-cookie'] ?? '')?.[1]
    expect(openState(sealed, STATE_KEYS)).toEqual(current)
  })

  it('sealed with an earlier SECRET is sealed again', () => {
    const [key] = STATE_KEYS
    const rotated: KeySet = [Buffer.alloc(32, 8), key]
    const theme = themeFor('/')
    const sealed = sealState({ ...signedIn, currentTheme: theme, isTvAgent: false }, STATE_KEYS)
    const { 'set-cookie': set = '' } = stateCookieHeaders(
      aVisit('/', `${tokens}; state=${sealed}`),
      rotated,
    )
    const renewed = /^state=([^;]+)/.exec(set)?.[1] ?? ''
    expect(openState(decodeURIComponent(renewed), [rotated[0]])).toMatchObject({
      user: signedIn.user,
    })
    expect(stateCookieHeaders(aVisit('/', `${tokens}; state=${renewed}`), rotated)).toEqual({})
  })
})
