import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { refuseEmbedding, requireSameOrigin } from '#src/http/same-origin.ts'
import { aRuntime } from '#tests/support/steps.ts'

const ORIGIN = 'https://pardeh.example'
beforeEach(() => void aRuntime({ settings: { SITE_URL: ORIGIN } }))

const app = new Hono()
app.use(requireSameOrigin)
app.all('*', c => c.text('done'))

async function statusOf(method: string, headers: Record<string, string>, path = '/api/comments') {
  return (await app.request(path, { method, headers })).status
}

describe('a request with an effect', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'none', origin: ORIGIN }, 200],
    [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'none', origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
    [{ origin: ORIGIN, cookie: 'a=b' }, 200],
    [{ origin: 'http://pardeh.example', cookie: 'a=b' }, 403],
    [{ origin: 'null' }, 403],
    [{ referer: `${ORIGIN}/login`, cookie: 'a=b' }, 200],
    [{ referer: 'https://evil.example/', cookie: 'a=b' }, 403],
    [{ referer: 'nonsense', cookie: 'a=b' }, 403],
    [{ cookie: 'a=b' }, 403],
    [{}, 200],
  ])('with %j is answered with %i', async (headers, status) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await statusOf(method, headers), method).toBe(status)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(await statusOf(method, headers), method).toBe(200)
  })

  it('may come from a bank on its callback path only', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://bank.example' }
    for (const path of ['/payments/zarinpal/callback', '/webhooks/vandar', '/fake/zarinpal/pay'])
      expect(await statusOf('POST', headers, path), path).toBe(200)
    for (const path of ['/payments', '/payments/zarinpal', '/webhooks/', '/api/webhooks/vandar'])
      expect(await statusOf('POST', headers, path), path).toBe(403)
  })

  it('is rejected with an envelope that is not cached', async () => {
    const reply = await app.request('/api/x', { method: 'POST', headers: { origin: 'null' } })
    expect(await reply.json()).toEqual({
      data: null,
      meta: { operation_result: 'forbidden', operation_result_code: 40300 },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

describe("a partner's sign-in", () => {
  const entry = new Hono()
  entry.use(refuseEmbedding)
  entry.all('*', c => c.text('done'))
  const statusFor = async (path: string, headers: Record<string, string>) =>
    (await entry.request(path, { headers })).status
  const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

  it.each([
    [{ 'sec-fetch-site': 'cross-site', ...navigation }, 200],
    [{ 'sec-fetch-site': 'same-site', ...navigation }, 200],
    [{ 'sec-fetch-site': 'none', ...navigation }, 200],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, 200],
    [{}, 200],
    [{ referer: 'https://partner.example/', cookie: 'a=b' }, 200],
    [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
    [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
      403,
    ],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, 403],
    [
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
  ])('opens its page for a visitor who is led there, with %j: %i', async (headers, status) => {
    expect(await statusFor('/sso?expiration_token=x', headers)).toBe(status)
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
    [{ 'sec-fetch-site': 'cross-site', ...navigation }, 403],
    [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
    [{ referer: 'https://evil.example/', cookie: 'a=b' }, 403],
  ])('checks a token for no other site, with %j: %i', async (headers, status) => {
    expect(await statusFor('/api/sso/check?expiration_token=x', headers)).toBe(status)
  })
})
