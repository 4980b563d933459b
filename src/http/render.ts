/** Renders a page with Astro and fills `Astro.locals`, for a visitor or anonymously for the page cache. */
import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { astro, getFetchState } from 'astro/hono'
import { type Context, Hono } from 'hono'
import { getGlobalData, getSystemMessage } from '#src/contract/endpoints/pages.ts'
import type { Language } from '#src/contract/fields.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import type { ChildBand } from '#src/contract/values.ts'
import { type Api, type ApiOptions, createApi } from '#src/lib/api/client.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { ofetchTransport } from '#src/lib/api/ofetch-transport.ts'
import { barePath, pathLanguage } from '#src/lib/i18n/languages.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { allowedThirdParties } from '#src/lib/third-party/third-parties.ts'
import { type Runtime, runtime } from '../runtime.ts'
import { createAnonymousHeaders, createRequestContext, createServiceHeaders } from './api-proxy.ts'
import { buildContentSecurityPolicy, parsePolicyHashes } from './content-security-policy.ts'
import type { RenderPage } from './pages.ts'
import { noticeUser } from './reported-user.ts'
import { readSessionState, readTokens, requestChildBand } from './session-cookies.ts'
import { noticeSessionLoss } from './session-loss.ts'
import { siteOrigin } from './visitor.ts'

type RequestContext = Parameters<Runtime['callService']>[1]
type FetchState = { locals: App.Locals; streaming: boolean; shouldInjectCspMetaTags?: boolean }
type Bindings = { Bindings: { visitor: Context | null; band: ChildBand | null } }
type Personal = Pick<App.Locals, 'publicApi' | 'api' | 'isSignedIn' | 'hasProfile' | 'session'>

const app = new Hono<Bindings>()
app.use(async (c, next) => {
  const state = getFetchState(c) as FetchState
  const { visitor, band } = c.env
  // Pages are compressed as a whole and most are cached, so streaming them gains nothing.
  state.streaming = false
  const { settings, brand, policySettings, devSources, bootScripts, allStyles, islandFiles } =
    runtime()
  // Astro's dev server reports hashes only on request.
  if (devSources) state.shouldInjectCspMetaTags = true
  const language = pathLanguage(c.req.path)
  const path = c.req.path.replace(/(?<=.)\/+$/, '')
  const origin = visitor ? siteOrigin(visitor) : (settings.SITE_URL ?? new URL(c.req.url).origin)
  const thirdParties = allowedThirdParties(settings, { path, isOfChild: band !== null })
  Object.assign(state.locals, { language, path, origin, settings, brand, thirdParties })
  Object.assign(state.locals, { bootScripts, allStyles, islandFiles, band })
  Object.assign(
    state.locals,
    visitor ? personal(visitor, language, band) : anonymous({ language, origin, band }),
  )
  await next()
  const { headers } = c.res
  if (!headers.get('Content-Type')?.startsWith('text/html')) return
  const hashes = parsePolicyHashes(headers.get('Content-Security-Policy') ?? '')
  const hasCast = barePath(path).startsWith('/play/')
  const page = { hashes, hasThirdParties: thirdParties !== null, hasCast, dev: devSources }
  headers.set('Content-Security-Policy', buildContentSecurityPolicy(policySettings, page))
})
app.use(astro())
if (import.meta.env.DEV) app.onError(throwToDevServer)

/** Throws the error again: the dev server shows it over the page, while Hono's own handler would answer with a bare 500. */
export function throwToDevServer(error: unknown): never {
  throw error
}

/** Renders a page within a span of the trace. */
export const renderPage: RenderPage = (
  request,
  visitor,
  band = visitor && requestChildBand(visitor),
) =>
  trace.getTracer('pardeh').startActiveSpan(`page ${request.method}`, async span => {
    try {
      const response = await app.fetch(request, { visitor, band })
      span.setAttribute('http.response.status_code', response.status)
      return response
    } finally {
      span.end()
    }
  })

type Audience = { language: Language; origin: string; band: ChildBand | null }

function anonymous(audience: Audience): Personal {
  const api = publicApi(audience)
  return {
    publicApi: api,
    api,
    isSignedIn: false,
    hasProfile: false,
    session: () => ANONYMOUS,
  }
}

function personal(visitor: Context, language: Language, band: ChildBand | null): Personal {
  const tokens = readTokens(visitor)
  let headers: Record<string, string> | undefined
  const headersOf = () => {
    headers ??= createServiceHeaders(visitor, tokens)
    return headers
  }
  const forgetProfile = () => {
    if (!headersOf()['profile-token']) return false
    delete headersOf()['profile-token']
    return true
  }
  const context = { ...createRequestContext(visitor), sessions: new Map() }
  const calls = serviceApi(language, headersOf, context)
  const asked = tokens ? noticeUser(noticeSessionLoss(calls, visitor), visitor) : calls
  const api = withoutLostProfile(asked, forgetProfile)
  return {
    api,
    publicApi: band ? api : publicApi({ language, origin: siteOrigin(visitor), band }),
    isSignedIn: tokens !== null,
    hasProfile: tokens !== null && tokens.profile !== '',
    session: () =>
      tokens && visitor.get('lostSession') !== 'session' ? readSessionState(visitor) : ANONYMOUS,
  }
}

/** Repeats a call without the cookie's profile if that was deleted or locked: the page is rendered as before a profile was chosen. */
function withoutLostProfile(api: Api, forgetProfile: () => boolean): Api {
  const call = async (...input: unknown[]) => {
    const run = () => (api as (...all: unknown[]) => Promise<unknown>)(...input)
    try {
      return await run()
    } catch (error) {
      const failure = toFailure(error)
      const isLost = failure.kind === 'api_error' && failure.result === 'profile_unauthorized'
      if (!isLost || !forgetProfile()) throw error
      return run()
    }
  }
  return call as Api
}

/** Calls the service without token, cookie, address, device or language of a visitor. */
function publicApi({ language, origin, band }: Audience): Api {
  const headers = createAnonymousHeaders(origin)
  const context = { address: '', requestId: randomUUID(), ...(band ? { band } : {}) }
  const api = serviceApi(language, () => headers, context)
  return memoiseLayoutCalls(api, `${language} ${band ?? ''}`, runtime().pages.generation())
}

function serviceApi(
  language: Language,
  headersOf: () => Record<string, string>,
  context: RequestContext,
): Api {
  const own = { 'accept-language': language }
  return createApi({
    baseURL: 'http://service',
    headers: () => own,
    transport: ofetchTransport(async (input, init) => {
      // This call may change the session.
      context.sessions?.clear()
      const headers = new Headers(headersOf())
      for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
      const reply = await runtime().callService(new Request(input, { ...init, headers }), context)
      if (context.band && reply.ok && reply.headers.get(BAND_HEADER) !== context.band)
        throw new TypeError(`the service did not answer for ${context.band}`)
      return reply
    }),
    ...directRead(() => ({ ...headersOf(), ...own }), context),
  })
}

/** Returns the direct read of a service in this process; nothing if the service is remote. */
function directRead(
  headersOf: () => Record<string, string>,
  context: RequestContext,
): Pick<ApiOptions, 'read'> {
  const { readService } = runtime()
  if (!readService) return {}
  return { read: call => readService({ ...call, headers: headersOf(), context }) }
}

const MEMOISED_MS = 5_000
/** Calls of the layout of every page: the links of header and footer, and the system message. */
const LAYOUT_CALLS = new Set<unknown>([getGlobalData, getSystemMessage])

type Memoised = { generation: number; until: number; promise: Promise<unknown> }
const memoised = new Map<string, Memoised>()

/**
 * Shares the results of LAYOUT_CALLS among pages for MEMOISED_MS. `scope` names everything that the results of this anonymous `api`
 * depend on; they are the same for every host of the site. A result is not used any more after an invalidation (`generation`).
 */
function memoiseLayoutCalls(api: Api, scope: string, generation: number): Api {
  const call = (endpoint: { path: string }, ...input: unknown[]) => {
    const run = () => (api as (...all: unknown[]) => Promise<unknown>)(endpoint, ...input)
    if (!LAYOUT_CALLS.has(endpoint)) return run()
    const key = `${scope} ${endpoint.path}`
    const known = memoised.get(key)
    const now = performance.now()
    if (known && known.generation === generation && known.until > now) return known.promise
    const promise = run()
    memoised.set(key, { generation, until: now + MEMOISED_MS, promise })
    promise.catch(() => memoised.delete(key))
    return promise
  }
  return call as Api
}
