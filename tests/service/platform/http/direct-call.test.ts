// Calls by pages in the same process are answered like the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getContent, listContents } from '#src/contract/endpoints/content.ts'
import { getGlobalData, getHomePage, listCategories } from '#src/contract/endpoints/pages.ts'
import { getSelf } from '#src/contract/endpoints/session.ts'
import { createApi } from '#src/lib/api/client.ts'
import { CallFailed } from '#src/lib/api/failure.ts'
import { callDirectly } from '#src/service/platform/http/direct-call.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { statementsOf } from '#tests/support/statements.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'rain', title: { fa: 'باران', en: 'Rain' } }),
    aFilm({ external_id: 'night' }),
  ])
})
afterAll(() => service.stop())

function directApi(headers: Record<string, string> = {}) {
  const context = { address: '127.0.0.1', requestId: '' }
  return createApi({
    baseURL: 'http://service',
    transport: () => Promise.reject(new Error('no call over HTTP is expected')),
    read: call => callDirectly(service.deps, { ...call, headers, context }),
  })
}

test('a caller in the same process gets the value that other callers get as JSON', async () => {
  const direct = directApi()
  const { items } = await service.api(listContents)
  const params = { short_id: items[0]?.short_id ?? '' }
  for (const read of [
    (api: typeof direct) => api(getGlobalData),
    (api: typeof direct) => api(getHomePage),
    (api: typeof direct) => api(listCategories),
    (api: typeof direct) => api(listContents, { query: { count: 24, types: 'series' } }),
    (api: typeof direct) => api(getContent, { params }),
  ]) {
    const found = await read(direct)
    expect(found).toEqual(await read(service.api))
    // JSON would not change the value, so pages work the same with a remote service.
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
  }
})

test('a call reads its rows in the statement that looks up the session, and a page looks its session up once', async () => {
  const { accessToken, profileToken } = await aUser(service)
  const headers = { authorization: `Bearer ${accessToken}`, 'profile-token': profileToken }
  const context = { address: '127.0.0.1', requestId: '', sessions: new Map() }
  const read = (name: string) =>
    callDirectly(service.deps, { name, params: {}, query: {}, headers, context })
  const first = await statementsOf(() => read('getSelf'))
  expect(first).toHaveLength(1)
  expect(first[0]).toMatch(/from sessions s.*from users u/s)
  const later = await statementsOf(() => Promise.all([read('getSelf'), read('listProfiles')]))
  expect(later).toHaveLength(2)
  expect(later.join()).not.toMatch(/from sessions/)
  const both = await Promise.all([read('getSelf'), directApi(headers)(getSelf)])
  expect(both[0]).toEqual({ status: 200, data: both[1] })
})

test('a session that a page has looked up still needs the right profile token', async () => {
  const { accessToken, profileToken } = await aUser(service)
  const context = { address: '127.0.0.1', requestId: '', sessions: new Map() }
  const as = (token: string) =>
    callDirectly(service.deps, {
      name: 'listBookmarks',
      params: {},
      query: {},
      headers: { authorization: `Bearer ${accessToken}`, 'profile-token': token },
      context,
    })
  expect((await as(profileToken)).status).toBe(200)
  expect((await as('another')).status).toBe(401)
})

describe('a call fails as it does over HTTP', () => {
  const failureOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(CallFailed)
    return (error as CallFailed).failure
  }

  test.each([
    ['an unknown title', { short_id: 'nothing' }],
    ['a blank id', { short_id: '' }],
    ['dots', { short_id: '..' }],
    ['a control character', { short_id: 'a\u0000b' }],
  ])('for %s', async (_, params) => {
    const failure = await failureOf(directApi()(getContent, { params }))
    expect(failure).toMatchObject({ status: 404, result: 'not_found' })
    expect(failure).toEqual(await failureOf(service.api(getContent, { params })))
  })

  test.each([
    ['count=1000000', { count: '1000000' }],
    ['offset=-1', { offset: '-1' }],
    ['sort=none', { sort: 'none' }],
    ['query=a%07b', { query: 'a\u0007b' }],
  ])('for the query %s', async (text, query) => {
    const written = await service.fetch(`/video-contents?${text}`)
    const call = { name: listContents.name, params: {}, headers: { 'accept-language': 'fa' } }
    const context = { address: '', requestId: '' }
    const answer = await callDirectly(service.deps, { ...call, query, context })
    expect(answer).toEqual({ status: 422, envelope: await written.json() })
  })

  test('without a user if one is required, and for an unknown token', async () => {
    expect(await failureOf(directApi()(getSelf))).toMatchObject({ status: 401 })
    const headers = { authorization: 'Bearer nobody-has-this-token' }
    expect(await failureOf(directApi(headers)(getSelf))).toMatchObject({ status: 401 })
  })

  test('in the language of the call', async () => {
    const params = { short_id: 'nothing' }
    const fa = await failureOf(directApi({ 'accept-language': 'fa' })(getContent, { params }))
    const en = await failureOf(directApi({ 'accept-language': 'en' })(getContent, { params }))
    expect(fa).toMatchObject({ message: expect.stringMatching(/[آ-ی]/) })
    expect(en).toMatchObject({ message: expect.stringMatching(/^[\x20-\x7e\u2019]+$/) })
  })
})
