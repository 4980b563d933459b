// Pages for all children of an age band: their calls answer as they would to a child of that band, without a token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import { createApp } from '#src/service/app.ts'
import { isCatalogueRead } from '#src/service/platform/db/read-routing.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { livePrograms } from '#src/service/platform/db/schema/live.ts'
import { answersBands } from '#src/service/platform/http/age-band.ts'
import { callDirectly } from '#src/service/platform/http/direct-call.ts'
import { saveChannel } from '#src/service/watching/live/channels.queries.ts'
import { CALL_CASES } from '#tests/support/access/call-cases.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const AGES = [0, 3, 7, 12, 15, 18] as const
const all = endpoints.map(({ name, endpoint }) => ({ name, endpoint: endpoint as Endpoint }))
const ofBands = all.filter(({ endpoint }) => answersBands(endpoint))

let service: TestService
let titles: { id: string; shortId: string; externalId: string | null }[]
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
    .select({ id: contents.id, shortId: contents.shortId, externalId: contents.externalId })
    .from(contents)
  for (const { id } of titles) await addGuide(id)
  for (const band of CHILD_BANDS)
    children.set(band, await aKid(service, band, await aSubscriber(service)))
})
afterAll(() => service.stop())

/** Makes every title a channel too, whose current programme has the name of the title. */
async function addGuide(contentId: string) {
  const { deps } = service
  const source = { manifest: '', renditions: [], targetSeconds: 6 }
  const from = { url: 'https://encoder.example.com/a.m3u8', isPrivate: false }
  const channel = await saveChannel(deps.db, contentId, { ...from, ...source })
  const title = titles.find(({ id }) => id === contentId)?.shortId
  const [startsAt, endsAt] = [-60_000, 60_000].map(ms => new Date(deps.now().getTime() + ms))
  await deps.db.insert(livePrograms).values({
    id: `of-${contentId}`.slice(0, 26),
    channelId: channel.id,
    titleFa: title,
    startsAt: startsAt as Date,
    endsAt: endsAt as Date,
  })
}

/** Returns the paths of a call, one per title if the path contains one. */
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

test('only calls that read the catalogue accept an age band', async () => {
  expect(ofBands.length).toBeGreaterThan(8)
  expect(ofBands.filter(({ endpoint }) => !isCatalogueRead(endpoint))).toEqual([])
  for (const { endpoint } of all.filter(({ endpoint }) => !answersBands(endpoint))) {
    if (endpoint.method !== 'GET') continue
    const [path = ''] = pathsOf(endpoint)
    expect((await asBand(path, 'under_7')).status, path).toBe(403)
    const call = { name: endpoint.name, params: {}, query: {}, headers: {} }
    const context = { address: '', requestId: '', band: 'under_7' as const }
    const answer = await callDirectly(service.deps, { ...call, context })
    // A GET with an effect cannot be called directly.
    expect(answer.status, path).toBe(endpoint.effect ? 404 : 403)
  }
})

describe.each(CHILD_BANDS)('%s', band => {
  test.each(ofBands)('$name answers a page as it answers a child', async ({ endpoint }) => {
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
        const own = above.find(({ shortId }) => path.split('/').includes(shortId))
        if (own) expect(status, path).toBe(451)
        for (const { shortId } of above) expect(text, path).not.toContain(shortId)
      }
  })
})

test('the guide of a channel is shown to the bands that may see the channel', async () => {
  const shortId = titles.find(({ externalId }) => externalId === 'to-7-1')?.shortId ?? ''
  const path = `/video-contents/${shortId}/guide`
  for (const band of CHILD_BANDS) {
    const { status, text } = await asBand(path, band)
    const mayWatch = Number(band.slice('under_'.length)) >= 7
    expect([band, status, text.includes(`"${shortId}"`)]).toEqual([
      band,
      mayWatch ? 200 : 451,
      mayWatch,
    ])
  }
})

test('a band that a client sends has no effect', async () => {
  const path = '/video-contents?count=100'
  const plain = await (await service.fetch(path)).text()
  const headers = { [BAND_HEADER]: 'under_3' }
  const reply = await service.fetch(path, { headers })
  expect([await reply.text(), reply.headers.get(BAND_HEADER)]).toEqual([plain, null])
})
