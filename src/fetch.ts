/** The front door: every request that the socket does not answer itself passes here once, top to bottom. */
import { astro, getFetchState } from 'astro/hono'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { requestId } from 'hono/request-id'
import { createApi } from '#src/lib/api/client.ts'
import { languageOf } from '#src/lib/i18n/languages.ts'
import { ANONYMOUS, STATE_COOKIE } from '#src/lib/session/state.ts'
import { isChild } from './door/child.ts'
import { compressReply } from './door/compress.ts'
import { readTokens } from './door/cookies.ts'
import { forwardApi, forwardRaw, serviceHeaders } from './door/forward.ts'
import { keepPages } from './door/keep-page.ts'
import { rememberShell } from './door/remember.ts'
import { sameOrigin, securityHeaders, siteOrigin } from './door/security.ts'
import { openState } from './door/state.ts'
import { running } from './running.ts'

const app = new Hono()

app.use(requestId({ limitLength: 64 }))
app.use(compressReply)
app.use(keepPages)
app.use(securityHeaders)
app.use(sameOrigin)

app.all('/api/*', forwardApi)
app.all('/payments/*', forwardRaw)
app.all('/webhooks/*', forwardRaw)
app.get('/media/*', forwardRaw)
app.all('/dev/*', forwardRaw)
app.all('/fake/*', forwardRaw)

app.use(async (c, next) => {
  const state = getFetchState(c) as { locals: App.Locals; streaming: boolean }
  const { locals } = state
  // Every page is packed whole, and most are kept: streaming it to ourselves only costs.
  state.streaming = false
  const tokens = readTokens(c)
  const language = languageOf(c.req.path)
  const call = (withSession: boolean) => {
    let ours: Headers | undefined
    const handed = new WeakMap<Response, unknown>()
    return createApi({
      baseURL: 'http://service',
      headers: () => ({ 'Accept-Language': language }),
      fetch: async (input, init) => {
        ours ??= serviceHeaders(c, withSession ? tokens : null)
        const headers = new Headers(ours)
        for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
        let data: unknown
        const reply = await running().callService(new Request(input, { ...init, headers }), {
          address: c.req.header('pardeh-address') ?? '',
          requestId: c.get('requestId'),
          hand: found => {
            data = found
          },
        })
        handed.set(reply, data)
        return reply
      },
      handed: reply => handed.get(reply),
    })
  }
  locals.language = language
  locals.path = c.req.path.replace(/(?<=.)\/+$/, '')
  locals.origin = siteOrigin(c)
  locals.env = running().env
  locals.bootScripts = running().bootScripts
  locals.allStyles = running().allStyles
  locals.publicApi = isChild(c.req.header('cookie'))
    ? call(true)
    : rememberShell(call(false), language, running().pages.generation())
  locals.api = call(true)
  locals.isSignedIn = tokens !== null
  locals.hasProfile = tokens !== null && tokens.profile !== ''
  locals.session = () =>
    tokens ? (openState(getCookie(c, STATE_COOKIE), running().stateKey) ?? ANONYMOUS) : ANONYMOUS
  await next()
})
app.use(astro())

export default app
