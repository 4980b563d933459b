import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failureEnvelope, successEnvelope } from '#src/contract/envelope.ts'
import type { ChildBand } from '#src/contract/values.ts'
import { cacheKey } from '#src/http/page-cache/page-address.ts'
import { createPageCache } from '#src/http/page-cache/page-cache.ts'
import { serveCachedPages } from '#src/http/page-cache/serve-cached-pages.ts'
import { type RenderPage, servePages } from '#src/http/pages.ts'
import { openState, sealState } from '#src/http/session-cookies.ts'
import { digestTokens } from '#src/http/stale-state.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { aRuntime, STATE_KEYS, serveSteps } from '#tests/support/steps.ts'

const ACCESS = 'access-token-of-22-chars'
const OF_ADULT = 'profile-token-of-an-adult'
const OF_CHILD = 'profile-token-of-a-child-'
const user = {
  id: 'u1',
  msisdn: '',
  name: 'سارا',
  family: '',
  avatar: '/a',
  is_sso_login: false,
  sso_back_url: null,
  conditional_flag: [],
  subscription_remaining_in_day: 3,
  subscription_ended_at: null,
}
const adult = { id: 'p1', name: 'سارا', avatar: '/a', age_type: 'adult', is_primary: true }
const child = { id: 'p2', name: 'نیکا', avatar: '/n', age_type: 'under_7', is_primary: false }
type Shown = NonNullable<SessionState['profile']>
const stateOf = (profile: Shown, token: string): SessionState => ({
  ...ANONYMOUS,
  user,
  profile,
  tokens: digestTokens({ access: ACCESS, profile: token }),
})
const cookies = (token: string | null, state: string) =>
  `${token === null ? '' : `session=${ACCESS}~${token}; `}state=${state}`
const sealed = (state: SessionState) => sealState(state, STATE_KEYS)
const CACHEABLE = { 'CDN-Cache-Control': 'max-age=60', 'Content-Type': 'text/html' }

const PAGE = {
  status: 200,
  headers: {},
  bodies: { br: brotliCompressSync('a page') },
  etag: '"x"',
  tags: [],
  freshUntil: Number.POSITIVE_INFINITY,
  staleUntil: Number.POSITIVE_INFINITY,
}

/** The fake service: it knows each profile by its token. */
const callService = vi.fn(async (request: Request) => {
  const { pathname } = new URL(request.url)
  const profile = request.headers.get('profile-token') === OF_CHILD ? child : adult
  if (pathname === '/users/_self') return Response.json(successEnvelope({ ...user, profile }))
  if (pathname.endsWith('/continue-watching'))
    return Response.json(successEnvelope({ items: [], total: profile === child ? 1 : 0 }))
  return Response.json(
    successEnvelope({ ...profile, avatar: { id: 'a', image_path: profile.avatar } }),
  )
})

/** The site with the cookies of a visitor; `shown` is the state from which its page is rendered. */
function aSite() {
  const shown: (ChildBand | null | undefined)[] = []
  const render = vi.fn<RenderPage>((_, visitor, band) => {
    if (!visitor) shown.push(band)
    return new Response('a page', { headers: CACHEABLE })
  })
  const app = new Hono()
  app.use(servePages(render))
  const open = async (path: string, cookie: string, mode = 'navigate') => {
    const reply = await app.request(`http://a.example${path}`, {
      headers: { host: 'a.example', cookie, 'sec-fetch-mode': mode },
    })
    const [set] = reply.headers.getSetCookie()
    const value = set && /^state=([^;]*)/.exec(set)?.[1]
    return { reply, set, state: openState(value || undefined, STATE_KEYS) }
  }
  return { open, shown, render }
}

beforeEach(() => {
  callService.mockClear()
  aRuntime({ callService })
})

describe('a reply that arrives after a switch to a child', () => {
  /** The state that the late reply with the light theme writes back. */
  async function lateState() {
    const before = cookies(OF_ADULT, sealed(stateOf(adult, OF_ADULT)))
    const { state } = await aSite().open('/packages', before)
    expect(state).toMatchObject({ currentTheme: 'light', profile: adult })
    return sealed(state as SessionState)
  }

  it('does not show pages for adults to the child', async () => {
    const { open, shown } = aSite()
    const { state, reply } = await open('/faq', cookies(OF_CHILD, await lateState()))
    expect(shown).toEqual(['under_7'])
    expect(reply.headers.get('cache-control')).toBe('private, no-cache')
    expect(state).toEqual({ ...stateOf({ ...child, has_unfinished: true }, OF_CHILD), user })
  })

  it('is corrected once', async () => {
    const { open } = aSite()
    const { state } = await open('/faq', cookies(OF_CHILD, await lateState()))
    callService.mockClear()
    const second = await open('/faq', cookies(OF_CHILD, sealed(state as SessionState)))
    expect(second.set).toBeUndefined()
    expect(callService).not.toHaveBeenCalled()
  })

  it('is not corrected by a prefetch, which may be late itself', async () => {
    const { open, shown } = aSite()
    const { set } = await open('/faq', cookies(OF_CHILD, await lateState()), 'no-cors')
    expect(set).toBeUndefined()
    expect(shown).toEqual(['under_7'])
  })

  it('is not answered from the page cache', async () => {
    const cache = createPageCache(1_000_000)
    cache.set(cacheKey({}, { isHttps: false, host: 'a.example' }, '/faq'), PAGE)
    const step = serveCachedPages({
      settings: {},
      pages: cache,
      stateKeys: STATE_KEYS,
      revalidate: async () => undefined,
      hasCdn: false,
    })
    const { ask } = await serveSteps([step])
    const isCached = async (cookie: string) =>
      (await ask('/faq', { headers: { host: 'a.example', cookie } })).headers['x-page-cache'] ===
      'HIT'
    expect(await isCached(cookies(OF_CHILD, await lateState()))).toBe(false)
    expect(await isCached(cookies(OF_ADULT, await lateState()))).toBe(true)
    const { tokens: _, ...ofVersionBefore } = stateOf(adult, OF_ADULT)
    expect(await isCached(cookies(OF_ADULT, sealed(ofVersionBefore)))).toBe(false)
    const foreign = sealState(stateOf(adult, OF_ADULT), [Buffer.alloc(32, 9)])
    expect(await isCached(cookies(OF_CHILD, foreign))).toBe(true)
  })
})

describe('a reply that arrives after a sign-out', () => {
  it('leaves no state after the next page', async () => {
    const { open } = aSite()
    const before = cookies(OF_ADULT, sealed(stateOf(adult, OF_ADULT)))
    const { state } = await open('/packages', before)
    const { set } = await open('/faq', cookies(null, sealed(state as SessionState)))
    expect(set).toMatch(/^state=; Max-Age=0/)
  })
})

it('a state is unchanged while the service does not answer', async () => {
  for (const answer of [
    async () => Response.json(failureEnvelope('unavailable'), { status: 503 }),
    () => Promise.reject(new Error('no service')),
  ]) {
    aRuntime({ callService: answer })
    const { open } = aSite()
    const { set, reply } = await open('/faq', cookies(OF_CHILD, sealed(stateOf(adult, OF_ADULT))))
    expect([set, reply.status]).toEqual([undefined, 200])
  }
})
