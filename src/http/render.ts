/** Renders a page by Astro: for a caller, or for the cache with nothing of anybody. */
import { randomUUID } from 'node:crypto'
import { astro, getFetchState } from 'astro/hono'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Language } from '#src/contract/fields.ts'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { languageOf } from '#src/lib/i18n/languages.ts'
import { ANONYMOUS, STATE_COOKIE } from '#src/lib/session/state.ts'
import { type Runtime, runtime } from '../runtime.ts'
import { anonymousHeaders, serviceHeaders } from './api-proxy.ts'
import { isChild } from './child.ts'
import { memoiseShell } from './memoise.ts'
import type { Render } from './pages.ts'
import { siteOrigin } from './same-origin.ts'
import { readTokens } from './session-cookies.ts'
import { openState } from './session-state.ts'

type From = Parameters<Runtime['callService']>[1]
type Bindings = { Bindings: { caller: Context | null } }

const app = new Hono<Bindings>()
app.use(async (c, next) => {
  const state = getFetchState(c) as { locals: App.Locals; streaming: boolean }
  const { locals } = state
  const { caller } = c.env
  // Pages are compressed as a whole and most are cached, so streaming them gains nothing.
  state.streaming = false
  const { settings, bootScripts, allStyles } = runtime()
  const language = languageOf(c.req.path)
  const path = c.req.path.replace(/(?<=.)\/+$/, '')
  const origin = caller ? siteOrigin(caller) : (settings.SITE_URL ?? new URL(c.req.url).origin)
  Object.assign(locals, { language, path, origin, settings, bootScripts, allStyles })
  Object.assign(locals, caller ? personal(caller, language) : anonymous(language, origin))
  await next()
})
app.use(astro())

export const render: Render = (request, caller) => app.fetch(request, { caller })

type Personal = Pick<App.Locals, 'publicApi' | 'api' | 'isSignedIn' | 'hasProfile' | 'session'>

function anonymous(language: Language, origin: string): Personal {
  const api = publicApi(language, origin)
  return { publicApi: api, api, isSignedIn: false, hasProfile: false, session: () => ANONYMOUS }
}

function personal(caller: Context, language: Language): Personal {
  const { stateKey } = runtime()
  const tokens = readTokens(caller)
  let headers: Headers | undefined
  const api = apiOf(
    language,
    () => {
      headers ??= serviceHeaders(caller, tokens)
      return headers
    },
    {
      address: caller.req.header('pardeh-address') ?? '',
      requestId: caller.get('requestId') ?? '',
    },
  )
  return {
    api,
    publicApi: isChild(caller.req.header('cookie'), stateKey)
      ? api
      : publicApi(language, siteOrigin(caller)),
    isSignedIn: tokens !== null,
    hasProfile: tokens !== null && tokens.profile !== '',
    session: () =>
      tokens ? (openState(getCookie(caller, STATE_COOKIE), stateKey) ?? ANONYMOUS) : ANONYMOUS,
  }
}

/** The service as nobody: no token, cookie, address, device or language of a caller, and what all pages ask for once. */
function publicApi(language: Language, origin: string): Api {
  const headers = anonymousHeaders(origin)
  const api = apiOf(language, () => headers, { address: '', requestId: randomUUID() })
  return memoiseShell(api, `${language} ${origin}`, runtime().pages.generation())
}

function apiOf(language: Language, headersOf: () => Headers, from: From): Api {
  const inProcessResult = new WeakMap<Response, unknown>()
  return createApi({
    baseURL: 'http://service',
    headers: () => ({ 'Accept-Language': language }),
    fetch: async (input, init) => {
      const headers = new Headers(headersOf())
      for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
      let data: unknown
      const reply = await runtime().callService(new Request(input, { ...init, headers }), {
        ...from,
        onResult: found => {
          data = found
        },
      })
      inProcessResult.set(reply, data)
      return reply
    },
    inProcessResult: reply => inProcessResult.get(reply),
  })
}
