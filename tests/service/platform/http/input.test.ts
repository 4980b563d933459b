import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlCharacterPath } from '#src/service/platform/http/input.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  person = await aUser(service)
})
afterAll(() => service.stop())

const C0_AND_C1 = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b']
const HALVES = ['\ud800', 'a\udc00b']

async function asked(path: string, init?: RequestInit) {
  const reply = await service.fetch(path, init, person)
  const text = await reply.text()
  return { status: reply.status, meta: text ? JSON.parse(text).meta : null, headers: reply.headers }
}
const sent = (path: string, body: unknown, method = 'POST') =>
  asked(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('characters that no text may contain', () => {
  test.each(C0_AND_C1)('an id with %j in the path is not found', async character => {
    for (const path of ['/video-contents/a', '/tickets/a', '/users/profile/', '/artists/']) {
      const { status, meta } = await asked(path + encodeURIComponent(character))
      expect([status, meta.operation_result]).toEqual([404, 'not_found'])
    }
  })

  test.each(C0_AND_C1)('a query with %j is rejected', async character => {
    for (const path of [
      '/search?query=abc',
      '/video-contents?categories=a',
      '/dev/outbox.json?to=',
    ]) {
      const { status, meta } = await asked(path + encodeURIComponent(character))
      expect([status, meta.operation_result]).toEqual([422, 'validation_error'])
    }
  })

  test.each([...C0_AND_C1, ...HALVES])(
    'a body with %j is rejected, and the field is named',
    async character => {
      const ticket = { title: 'a title', text: `text${character}`, department: 'support' }
      const { status, meta } = await sent('/tickets', ticket)
      expect(status).toBe(422)
      expect(meta.errors).toEqual({ text: 'validation.invalid' })
      const nested = await sent('/video-contents/conditional-props-compact', {
        ids: ['a', `b${character}`],
      })
      expect(nested.status).toBe(422)
      expect(nested.meta.errors).toEqual({ 'ids.1': 'validation.invalid' })
      expect((await sent('/tickets', { ...ticket, text: 'text', [character]: 1 })).status).toBe(422)
    },
  )

  test('line breaks and tabs are kept in texts', async () => {
    const ticket = { title: 'a title', text: 'one\r\ntwo\n\tthree', department: 'support' }
    expect((await sent('/tickets', ticket)).status).toBe(200)
  })

  test('a forbidden character is found at any depth, and plain values pass', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`)
    expect(controlCharacterPath(deep)).toMatch(/^0\.0\./)
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom(...'aف \n\t😀') }), value => {
        expect(controlCharacterPath(value)).toBeNull()
      }),
    )
  })
})

describe('names and ids that every object has', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(NAMES)('%s is not an id', async name => {
    const paths = ['/video-contents', '/artists', '/categories', '/tickets', '/surveys', '/sitemap']
    for (const path of paths) expect((await asked(`${path}/${name}`)).status).toBe(404)
  })

  test.each(NAMES)('%s is not a key of a query or a body', async name => {
    expect((await asked(`/search?query=abc&${name}=1`)).status).toBe(422)
    const body = `{"title":"a title","text":"text","department":"support","${name}":1}`
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect((await asked('/tickets', init)).status).toBe(422)
  })
})

test.each(['%20', '%C2%A0', '%09'])('the blank id %s is not found', async blank => {
  for (const path of ['/video-contents', '/tickets', '/users/profile', '/surveys'])
    expect((await asked(`${path}/${blank}`)).status).toBe(404)
  expect((await asked(`/access-token/users/${blank}/otp`)).status).toBe(404)
})

test.each(['%', '%ff', '%ed%a0%80', '%c3%28'])('the broken escape %s is not an id', async id => {
  expect((await asked(`/video-contents/${id}`)).status).toBe(404)
})

describe('HEAD', () => {
  test('is answered like GET, without a body', async () => {
    for (const path of ['/users/_self', '/video-contents', '/users/profile/']) {
      const head = await asked(path, { method: 'HEAD' })
      const get = await asked(path)
      expect([head.status, head.meta]).toEqual([get.status, null])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
    expect((await asked('/users/profile/switch', { method: 'HEAD' })).status).toBe(404)
  })

  test('never has an effect', async () => {
    const before = (await service.outbox()).length
    const otp = await asked('/access-token/users/09120009999/otp', { method: 'HEAD' })
    expect([otp.status, otp.headers.get('allow')]).toEqual([405, 'GET, POST'])
    for (const path of [
      `/users/profile/reset-pin/${person.profileId}`,
      `/users/profile/delete/${person.profileId}`,
      '/search/click?contentId=a&position=1&queryId=b',
      '/access-token/remote-access/a',
      '/payments/zarinpal/callback?Authority=a&Status=NOK',
      '/payments/vandar/callback?token=a',
    ])
      expect((await asked(path, { method: 'HEAD' })).status, path).toBe(405)
    expect((await service.outbox()).length).toBe(before)
  })
})

test('a GET with an effect is rejected from another origin, also without Sec-Fetch-Site', async () => {
  const path = '/access-token/users/09120008888/otp'
  const from = (headers: Record<string, string>) => asked(path, { headers })
  const site = 'https://example.com'
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'site-origin': site },
    { origin: 'null', 'site-origin': site },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: site, 'site-origin': site },
  ]
  for (const headers of foreign)
    expect((await from(headers)).status, JSON.stringify(headers)).toBe(403)
  expect(await service.outbox('09120008888')).toEqual([])
  expect((await from({ origin: site, 'site-origin': site })).status).toBe(200)
})

test.each(['gzip', 'br', 'x-unknown', 'identity, gzip'])(
  'a body in the coding %s is refused as such, not as malformed JSON',
  async coding => {
    const { status, meta } = await asked('/video-contents/conditional-props-compact', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
      body: JSON.stringify({ ids: ['a'] }),
    })
    expect([status, meta.operation_result]).toEqual([415, 'unsupported_media_type'])
  },
)

test('a GET with an effect and a foreign Origin is refused, even if the user is said to have typed its address', async () => {
  const path = '/access-token/users/09120000000/otp'
  for (const origin of ['https://evil.example', 'null']) {
    const headers = { 'sec-fetch-site': 'none', origin, 'site-origin': 'https://pardeh.example' }
    expect((await asked(path, { headers })).status).toBe(403)
  }
})
