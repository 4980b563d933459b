// A page in this process gets the catalogue's own objects, without the copy that the schema of a reply makes; they must equal that copy.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { isCatalogueRead } from '#src/service/platform/db/read-routing.ts'
import { callDirectly } from '#src/service/platform/http/direct-call.ts'
import { CALL_CASES } from '#tests/support/access/call-cases.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const SAMPLE = 4
const AT = { title: 'باغ', content: 'contents', file: 'a' }
/** A new value for each search. */
const QUERY_ID = /"search_query_id":"\w+"/g
const reads = endpoints
  .map(({ endpoint }) => endpoint as Endpoint)
  .filter(({ method, effect }) => method === 'GET' && !effect)

let service: TestService
let person: Person
let ids: Record<string, string[]>
beforeAll(async () => {
  service = await startTestService({ overrides: unlimited, now: new Date() })
  await seedIfEmpty(service.deps)
  person = await aSubscriber(service)
  const column = async (query: string) => {
    const { rows } = await service.deps.db.execute<{ id: string }>(sql.raw(query))
    return rows.map(({ id }) => id)
  }
  const kinds = ['single_video', 'series', 'episode', 'season_of_series', 'video_content_list']
  const titles = await Promise.all(
    [...kinds, 'audio_book'].map(kind =>
      column(`select short_id as id from contents where type::text = '${kind}' limit ${SAMPLE}`),
    ),
  )
  ids = {
    'video-contents': titles.flat(),
    contents: await column(`select id from contents where removed_at is null limit ${SAMPLE}`),
    artists: await column(`select short_id as id from artists limit ${SAMPLE}`),
    categories: await column(`select id from categories limit ${SAMPLE}`),
    surveys: await column(`select ref as id from surveys limit ${SAMPLE}`),
  }
})
afterAll(() => service.stop())

/** Values for the parameters of a path. */
function paramsOf({ path, name }: Endpoint): Record<string, string>[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  if (names.length === 0) return [{}]
  if (names.includes('kind')) return [CALL_CASES[name]?.params?.('', AT) ?? {}]
  const kind = path.includes('video-contents/{id}')
    ? 'contents'
    : (Object.keys(ids).find(part => path.includes(part)) ?? 'video-contents')
  return (ids[kind] ?? []).map(id => Object.fromEntries(names.map(each => [each, id])))
}

test('every call that reads answers a page as it answers a caller over HTTP', async () => {
  const compared = new Set<string>()
  for (const endpoint of reads)
    for (const params of paramsOf(endpoint))
      for (const caller of [null, person])
        for (const language of ['fa', 'en'] as const) {
          const query = CALL_CASES[endpoint.name]?.query?.('contents', AT) ?? {}
          const path = `${fillPath(endpoint.path, params)}?${new URLSearchParams(query)}`
          const reply = await service.fetch(path, {}, { ...(caller ?? {}), language })
          if (reply.status !== 200) continue
          const { data } = JSON.parse(
            (await reply.text()).replace(QUERY_ID, '"search_query_id":""'),
          )
          const headers = {
            'accept-language': language,
            'device-id': 'pages',
            ...(caller
              ? {
                  authorization: `Bearer ${caller.accessToken}`,
                  'profile-token': caller.profileToken,
                }
              : {}),
          }
          const context = { address: '127.0.0.1', requestId: '' }
          const answer = await callDirectly(service.deps, {
            name: endpoint.name,
            params,
            query,
            headers,
            context,
          })
          expect(answer.status, path).toBe(200)
          const direct = JSON.parse(
            JSON.stringify('data' in answer ? answer.data : null).replace(
              QUERY_ID,
              '"search_query_id":""',
            ),
          )
          expect(direct, path).toEqual(data)
          compared.add(endpoint.name)
        }
  const ofCatalogue = reads.filter(isCatalogueRead).map(({ name }) => name)
  expect(ofCatalogue.filter(name => !compared.has(name))).toEqual([])
}, 180_000)
