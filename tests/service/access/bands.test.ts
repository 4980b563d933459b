// Pages for all children of a band: the calls that they are made of answer as to a child of that band, without anybody's token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import { answersBands } from '#src/service/access/age-rating.ts'
import { createApp } from '#src/service/app.ts'
import { isCatalogueRead } from '#src/service/db/read-routing.ts'
import { contents } from '#src/service/db/schema/contents.ts'
import { callDirectly } from '#src/service/http/direct-call.ts'
import { CALL_CASES } from '#tests/support/access/call-cases.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const AGES = [0, 3, 7, 12, 15, 18] as const
const all = endpoints.map(({ name, endpoint }) => ({ name, endpoint: endpoint as Endpoint }))
const ofBands = all.filter(({ endpoint }) => answersBands(endpoint))

let service: TestService
let titles: { shortId: string; externalId: string | null }[]
const children = new Map<ChildBand, Person>()

beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  const credits = [{ artist: 'actor', role: 'cast' as const }]
  const { problems } = await importRecords(service, [
    { kind: 'artist', external_id: 'actor', name: { fa: 'لیلا سپهر', en: 'Leila Sepehr' } },
    ...AGES.flatMap(age => [1, 2, 3].map(n => ({ age, n }))).map(({ age, n }) =>
      aFilm({ external_id: `to-${age}-${n}`, age_label: age, genres: ['drama'], credits }),
    ),
    aFilm({ external_id: 'unrated', genres: ['drama'], credits }),
  ])
  expect(problems).toEqual([])
  titles = await service.deps.db
    .select({ shortId: contents.shortId, externalId: contents.externalId })
    .from(contents)
  for (const band of CHILD_BANDS)
    children.set(band, await aKid(service, band, await aSubscriber(service)))
})
afterAll(() => service.stop())

/** Paths of a call: with each title where it takes one. */
function pathsOf({ path, name }: Endpoint): string[] {
  const ids = /video-contents\/\{/.test(path)
    ? titles.map(({ shortId }) => shortId)
    : /categories\/\{/.test(path)
      ? ['kids', 'drama']
      : ['contents']
  const asked =
    path === '/video-contents'
      ? { count: '100' }
      : CALL_CASES[name]?.query?.('contents', {} as never)
  const query = new URLSearchParams(asked)
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)
  return ids.map(id => {
    const filled = fillPath(path, Object.fromEntries(keys.map(key => [key, id])))
    return query.size > 0 ? `${filled}?${query}` : filled
  })
}

async function asBand(path: string, band: ChildBand) {
  const reply = await createApp(service.deps).fetch(new Request(`http://service${path}`), {
    address: '',
    requestId: 'test',
    band,
  })
  return { status: reply.status, band: reply.headers.get(BAND_HEADER), text: await reply.text() }
}

test('only reads of the catalogue answer a band', async () => {
  expect(ofBands.length).toBeGreaterThan(8)
  expect(ofBands.filter(({ endpoint }) => !isCatalogueRead(endpoint))).toEqual([])
  for (const { endpoint } of all.filter(({ endpoint }) => !answersBands(endpoint))) {
    if (endpoint.method !== 'GET') continue
    const [path = ''] = pathsOf(endpoint)
    expect((await asBand(path, 'under_7')).status, path).toBe(403)
    const call = { name: endpoint.name, params: {}, query: {}, headers: {} }
    const context = { address: '', requestId: '', band: 'under_7' as const }
    const answer = await callDirectly(service.deps, { ...call, context })
    // A GET with an effect is no direct call at all.
    expect(answer.status, path).toBe(endpoint.effect ? 404 : 403)
  }
})

describe.each(CHILD_BANDS)('%s', band => {
  test.each(ofBands)('$name says the same to a page as to a child', async ({ endpoint }) => {
    const child = children.get(band) as Person
    for (const path of pathsOf(endpoint)) {
      const made = await asBand(path, band)
      const own = await service.fetch(path, {}, child)
      expect([path, made.status, made.text]).toEqual([path, own.status, await own.text()])
      if (made.status === 200) expect(made.band).toBe(band)
    }
  })

  test('shows no title above its age, anywhere', async () => {
    const limit = Number(band.slice('under_'.length))
    const above = titles.filter(({ externalId }) => {
      const age = /^to-(\d+)/.exec(externalId ?? '')?.[1]
      return age === undefined || Number(age) > limit
    })
    expect(above.length).toBeGreaterThan(3)
    for (const { endpoint } of ofBands)
      for (const path of pathsOf(endpoint)) {
        const { status, text } = await asBand(path, band)
        const own = above.find(({ shortId }) => path.endsWith(`/${shortId}`))
        if (own) expect(status, path).toBe(451)
        for (const { shortId } of above) expect(text, path).not.toContain(shortId)
      }
  })
})

test('what a client says of a band has no effect', async () => {
  const path = '/video-contents?count=100'
  const plain = await (await service.fetch(path)).text()
  const headers = { [BAND_HEADER]: 'under_3' }
  const reply = await service.fetch(path, { headers })
  expect([await reply.text(), reply.headers.get(BAND_HEADER)]).toEqual([plain, null])
})
