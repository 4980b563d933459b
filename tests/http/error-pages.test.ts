import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serveErrorPages } from '#src/http/error-pages.ts'
import type { RenderPage } from '#src/http/pages.ts'
import { aRuntime } from '#tests/support/steps.ts'

const BROWSER = { 'sec-fetch-mode': 'navigate', 'accept-language': 'fa-IR' }
const CALLBACK = '/payments/zarinpal/callback/nonce?Authority=A1&Status=OK'

beforeEach(() => void aRuntime())

function aSite(answer: () => Response) {
  const render = vi.fn<RenderPage>(
    async ({ url }) =>
      new Response(`page ${new URL(url).pathname}`, { headers: { 'Content-Type': 'text/html' } }),
  )
  const app = new Hono()
  app.onError(() => new Response('Internal Server Error', { status: 500 }))
  app.all('*', serveErrorPages(render), async () => answer())
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`http://pardeh.example${path}`, { method, headers })
}

const failing = (status: number) => () =>
  Response.json({ meta: {} }, { status, headers: { 'Retry-After': '7' } })

describe('a browser that returns from a bank', () => {
  test.each([429, 500, 502, 503])(
    'is redirected to a page that reports the failure after a %i',
    async status => {
      const ask = aSite(failing(status))
      for (const method of ['GET', 'POST']) {
        const reply = await ask(CALLBACK, { 'accept-language': 'en-GB' }, method)
        expect([reply.status, reply.headers.get('location')]).toEqual([
          303,
          '/en/payment?status=delayed',
        ])
        expect(reply.headers.get('content-type')).toBeNull()
        expect(reply.headers.get('cache-control')).toBe('private, no-store')
      }
    },
  )

  test('is redirected to that page if the service cannot be reached', async () => {
    const ask = aSite(() => {
      throw new Error('no route to the service')
    })
    const { status, headers } = await ask(CALLBACK, BROWSER)
    expect([status, headers.get('location')]).toEqual([303, '/payment?status=delayed'])
  })

  test('otherwise follows the redirect of the service', async () => {
    const ask = aSite(() => new Response(null, { status: 303, headers: { Location: '/payment' } }))
    expect((await ask(CALLBACK, BROWSER)).headers.get('location')).toBe('/payment')
  })
})

describe('a browser that navigates to another path of the service', () => {
  test.each([
    [404, 'fa-IR', '/404'],
    [403, 'en', '/en/404'],
    [500, 'fa', '/500'],
    [503, 'en', '/en/500'],
  ])('gets a page with the status %i, in its language (%s)', async (status, language, page) => {
    const reply = await aSite(failing(status))('/media/s/x/master.m3u8', {
      ...BROWSER,
      'accept-language': language,
    })
    expect([reply.status, await reply.text()]).toEqual([status, `page ${page}`])
    expect(reply.headers.get('content-type')).toBe('text/html')
    expect(reply.headers.get('retry-after')).toBe('7')
  })

  test('a player and a program get the reply unchanged', async () => {
    const ask = aSite(failing(404))
    const program = { accept: '*/*' }
    for (const headers of [program, { ...program, 'sec-fetch-mode': 'cors' }])
      expect(await (await ask('/media/s/x/master.m3u8', headers)).json()).toEqual({ meta: {} })
    expect(await (await ask('/media/s/x', { accept: 'text/html' })).text()).toBe('page /404')
  })
})
