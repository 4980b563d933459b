// Requests that the HTTP layer accepts: page cache, credentials, methods, origins, unusual input.
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeState } from '#src/lib/session/state.ts'
import { aNumber } from '#tests/support/account.ts'
import { nodeUrl, siteUrl } from '#tests/support/browser.ts'
import { anAddress, aRawMember, type RawMember } from '#tests/support/raw-member.ts'
import { type RawRequest, raw } from '#tests/support/raw-request.ts'
import { readOutbox } from '#tests/support/site.ts'

let child: RawMember
beforeAll(async () => {
  child = await aRawMember('under_7')
})

let counter = 0
/** A listing that is not cached yet. */
/** Requests one node: proxies in front have their own cache, and reject some of these paths themselves. */
const atNode = (path: string, options: RawRequest = {}) => raw(path, { url: nodeUrl(), ...options })
const unseen = () => `/contents?order=latest&offset=${24 * (1_000 + ++counter)}`
const cacheOf = (reply: { headers: Record<string, unknown> }) => reply.headers['x-page-cache']

describe('the page cache', () => {
  test.each(['/./', '/x/..', '/%2e/', '//', '/.//./', '/?x=1', '/#x', '/%2E%2E/'])(
    '%s with the tokens of a child does not change the home page of others',
    async path => {
      const before = await atNode('/')
      await atNode(path, { headers: child.tokens })
      await atNode(path, { headers: { ...child.tokens, cookie: child.cookie } })
      const after = await atNode('/')
      expect(after.text).toBe(before.text)
      expect(after.headers.etag).toBe(before.headers.etag)
    },
  )

  test('a request with tokens gets the same page and does not fill the cache', async () => {
    const path = unseen()
    const withTokens = await atNode(path, { headers: child.tokens })
    const first = await atNode(path)
    const next = await atNode(path)
    expect([first, next].map(cacheOf)).toEqual(['MISS', 'HIT'])
    expect(first.text).toBe(next.text)
    expect(withTokens.text).toBe(first.text)
    expect((await atNode(path, { headers: child.tokens })).text).toBe(first.text)
  })

  test('no data of the caller reaches a stored page', async () => {
    const path = unseen()
    const mine = 'mine-and-nobody-else-s'
    await atNode(path, {
      headers: {
        'accept-language': 'en',
        'user-agent': mine,
        'x-request-id': mine,
        'x-forwarded-host': `${mine}.example`,
        'x-forwarded-for': anAddress(),
        referer: `https://${mine}.example/`,
        cookie: `unique_id_v3=${mine}; theme=${mine}; state=${mine}`,
      },
    })
    const next = await atNode(path)
    expect(cacheOf(next)).toBe('HIT')
    expect(JSON.stringify(next.headers) + next.text).not.toContain(mine)
    expect(next.text).toContain('lang="fa"')
    expect(next.headers).not.toHaveProperty('set-cookie')
    const received = (await raw(path)).headers
    for (const name of ['cdn-cache-control', 'cache-tag', 'x-request-id'])
      expect(received, name).not.toHaveProperty(name)
  })

  test('a separator within a value does not produce the key of another page', async () => {
    const clean = await atNode('/en/contents?types=series&order=latest&utm_source=clean')
    const forged = await atNode('/en/contents?types=series%26order%3Dlatest')
    const after = await atNode('/en/contents?types=series&order=latest')
    expect(after.text).toBe(clean.text)
    expect(forged.text).not.toBe(clean.text)
    for (const [name, other] of [
      ['order', 'types'],
      ['categories', 'flags'],
    ]) {
      await atNode(`/contents?${name}=latest%26${other}%3Dseries`)
      const own = await atNode(`/contents?${name}=latest&${other}=series`)
      const canonical = await atNode(`/contents?${other}=series&${name}=latest`)
      expect(own.text).toBe(canonical.text)
    }
  })

  test('order, repeated and unknown parameters create no further entry', async () => {
    const path = unseen()
    const [, query = ''] = path.split('?')
    await atNode(path)
    const [order, offset] = query.split('&')
    for (const other of [
      `/contents?${offset}&${order}`,
      `/contents/?${query}&${order}x&utm_source=a&__proto__=b`,
      `/x/../contents?${query}`,
      `/%63ontents?${query}`,
    ])
      expect(cacheOf(await atNode(other)), other).toBe('HIT')
  })

  test('two hosts do not share pages with absolute links', async () => {
    const { port } = new URL(nodeUrl())
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `LOCALHOST:${port}`]) {
      const { text } = await atNode('/faq', { headers: { host } })
      expect(text).toContain(`<link rel="canonical" href="http://${host.toLowerCase()}/faq">`)
    }
    const proxied = { 'x-forwarded-for': anAddress(), 'x-forwarded-proto': 'https' }
    for (const path of ['/faq', '/faq?again']) {
      const { text, headers } = await atNode(path, { headers: proxied })
      expect(text).toContain(`<link rel="canonical" href="https://127.0.0.1:${port}/faq">`)
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/)
    }
    expect((await atNode('/faq')).headers).not.toHaveProperty('strict-transport-security')
  })

  test('HEAD reads from the cache and fills it', async () => {
    const path = unseen()
    const head = await atNode(path, { method: 'HEAD' })
    expect([head.status, head.text, cacheOf(head)]).toEqual([200, '', 'MISS'])
    const get = await atNode(path)
    expect(cacheOf(get)).toBe('HIT')
    expect(head.headers.etag).toBe(get.headers.etag)
    const etag = String(get.headers.etag)
    expect((await atNode(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await atNode(path, { headers: { range: 'bytes=0-9' } })
    expect([part.status, part.text]).toEqual([200, get.text])
  })

  test('the header of a revalidation cannot be sent from outside', async () => {
    await atNode('/faq')
    for (const mark of ['1', 'a'.repeat(32), ''])
      expect(cacheOf(await atNode('/faq', { headers: { 'pardeh-refresh': mark } }))).toBe('HIT')
  })
})

describe('a child', () => {
  test('gets the pages of its band, which only the node caches', async () => {
    const path = unseen()
    const ofOthers = await atNode(path)
    const own = () => atNode(path, { headers: { cookie: child.cookie } })
    const [first, next] = [await own(), await own()]
    expect([first, next].map(cacheOf)).toEqual(['MISS', 'HIT'])
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(next.headers['cache-control']).toBe('private, no-cache')
    expect(next.text).toBe(first.text)
    expect(first.text).not.toBe(ofOthers.text)
    expect((await atNode(path)).text).toBe(ofOthers.text)
  })

  test('is recognised only by the signed cookie: a forged one counts as none', async () => {
    const ofOthers = await atNode('/contents')
    const state = /(?:^|; )state=([^;]+)/.exec(child.cookie)?.[1] ?? ''
    const [payload = '', seal = ''] = state.split('.')
    const profile = { id: 'a', name: 'a', avatar: '', age_type: 'under_7', is_primary: false }
    const forged = encodeState({
      ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
      profile,
    })
    for (const cookie of [
      `state=${payload}`,
      `state=${forged}`,
      `state=${forged}.${seal}`,
      `state=${payload}.${seal}.x`,
      `xstate=${state}`,
      `x=state=${state}`,
    ])
      expect((await atNode('/contents', { headers: { cookie } })).text, cookie).toBe(ofOthers.text)
    const own = await atNode('/contents', { headers: { cookie: child.cookie } })
    expect(own.text).not.toBe(ofOthers.text)
    for (const cookie of [`state=${state}`, `a=b;state=${state}`, `a=b;  state="${state}"`])
      expect((await atNode('/contents', { headers: { cookie } })).text, cookie).toBe(own.text)
  })

  test('without its state cookie sees the pages of a visitor, and can play no more than before', async () => {
    const session = /(?:^|; )session=([^;]+)/.exec(child.cookie)?.[0] ?? ''
    const page = await raw('/contents', { headers: { cookie: session } })
    expect(page.text).toBe((await raw('/contents')).text)
    const headers = { cookie: session, 'sec-fetch-site': 'same-origin' }
    const all = JSON.parse((await raw('/api/video-contents')).text).data
    const theirs = JSON.parse((await raw('/api/video-contents', { headers })).text).data
    expect(theirs.total).toBeLessThan(all.total)
  })
})

describe('HEAD', () => {
  test('of calls with a session does not fail', async () => {
    const cookie = child.cookie
    for (const path of [
      '/users/_self',
      '/users/profile/switch',
      '/access-token/users/_self',
      '/access-token/users/09120000001',
      '/access-token/users/09120000001/otp',
      '/access-token/users/09120000001/password',
      '/access-token/remote-access/abc',
      '/third-party-authentication',
    ])
      for (const cookies of ['', cookie, 'session=aaaaaaaaaaaaaaaaaaaaaa~']) {
        const reply = await raw(`/api${path}`, { method: 'HEAD', headers: { cookie: cookies } })
        expect(reply.status, path).toBeLessThan(500)
        expect(reply.text).toBe('')
      }
  })

  test('and a GET from another site send no message', async () => {
    const msisdn = aNumber()
    const path = `/api/access-token/users/${msisdn}/otp`
    const address = { 'x-forwarded-for': anAddress() }
    const evil = { origin: 'https://evil.example' }
    expect((await raw(path, { method: 'HEAD', headers: address })).status).toBe(405)
    const foreign: Record<string, string>[] = [
      evil,
      { origin: 'null' },
      { ...evil, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { cookie: 'a=b' },
      { cookie: 'a=b', referer: 'https://evil.example/' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    ]
    for (const headers of foreign)
      expect((await raw(path, { headers: { ...address, ...headers } })).status).toBe(403)
    expect(await readOutbox(siteUrl(), msisdn)).toEqual([])
    // An old browser sends a Referer; a native client sends neither a Referer nor cookies.
    const old = { cookie: 'a=b', referer: `${siteUrl()}/login` }
    expect((await raw(path, { headers: { ...address, ...old } })).status).toBe(200)
    const native = await raw(`/api/access-token/users/${aNumber()}/otp`, { headers: address })
    expect(native.status).toBe(200)
  })
})

describe('unusual input', () => {
  const odd = ['%00', '%07', '%1b', '%7f', '%c2%85', '%', '%ff', '%ed%a0%80', '%20', '__proto__']
  const names = ['constructor', 'toString', '..%2f..', '%2e%2e%2f', '%5c', '%252e', 'a%00b']

  test.each([...odd, ...names])('%s causes no 5xx in any path or query of a page', async id => {
    for (const path of [
      `/${id}`,
      `/contents/${id}/x`,
      `/contents/x/${id}`,
      `/artists/${id}/x`,
      `/categories/${id}/x`,
      `/categories/kids/${id}`,
      `/surveys/${id}`,
      `/survey-groups/${id}`,
      `/tickets/${id}`,
      `/play/${id}`,
      `/cinema-online/ticket/${id}`,
      `/sitemap/${id}.xml`,
      `/media/pictures/${id}.webp`,
      `/payments/${id}/callback?Authority=${id}&trackId=${id}`,
      ...['types', 'order', 'categories', 'query', 'flags', 'offset'].map(
        name => `/contents?${name}=${id}`,
      ),
      ...['redirect', 'package', 'id', 'profileId', 'code'].flatMap(name =>
        ['/login', '/packages', '/payment', '/user/edit', '/tv', '/dd-agreement'].map(
          page => `${page}?${name}=${id}`,
        ),
      ),
    ])
      for (const cookie of ['', child.cookie]) {
        const reply = await atNode(path, { headers: { cookie } })
        expect(reply.status, path).toBeLessThan(500)
      }
  })

  test.each([...odd, ...names])('%s causes no 5xx in any call', async id => {
    for (const path of [
      `/${id}`,
      `/video-contents/${id}`,
      `/video-contents/${id}/comments`,
      `/video-contents/${id}/conditional-prop`,
      `/video-contents?categories=${id}&query=${id}`,
      `/search?query=abc${id}`,
      `/search?query=abc&${id}=1`,
      `/artists/${id}`,
      `/categories/${id}`,
      `/sitemap/${id}`,
      `/surveys/${id}`,
      `/users/profile/${id}`,
      `/access-token/users/${id}/approaches`,
      `/tickets/${id}`,
    ])
      for (const headers of [{}, child.tokens]) {
        const reply = await atNode(`/api${path}`, { headers })
        expect(reply.status, path).toBeLessThan(500)
        expect(JSON.parse(reply.text).meta.operation_result, path).toBeTypeOf('string')
      }
  })

  test('a cookie may contain anything', async () => {
    for (const value of ['%00', '%0d%0a', 'ف', '%F0%9F%98%80', '%', 'a'.repeat(4_000)])
      for (const name of ['unique_id_v3', 'session', 'state']) {
        const cookie = `${name}=${Buffer.from(value).toString('latin1')}`
        for (const path of ['/', '/user', '/api/global-data', '/api/users/_self'])
          expect((await atNode(path, { headers: { cookie } })).status, cookie).toBeLessThan(500)
      }
  })
})
