import { afterAll, beforeAll, expect, test } from 'vitest'
import { addComment, listComments } from '#src/contract/endpoints/content.ts'
import {
  addBookmark,
  listBookmarks,
  listContinueWatching,
  listHistory,
} from '#src/contract/endpoints/library.ts'
import { createSupportTicket, listSupportTickets } from '#src/contract/endpoints/support.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId, watches } from '#tests/support/watch-history.ts'

const FILMS = 11
const COUNT = 4
let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  const films = Array.from({ length: FILMS }, (_, n) =>
    aFilm({ external_id: `film-${n}`, age_label: n === 0 ? 18 : 3 }),
  )
  await importRecords(service, [...films, aFilm({ external_id: 'other' })])
  person = await aUser(service)
  for (let n = 0; n < FILMS; n++) {
    const id = await watches(service, person, `film-${n}`, { seconds: 100 })
    await person.api(addBookmark, { body: { video_content_id: id } })
  }
  const id = await contentId(service, 'film-1')
  for (let n = 0; n < 9; n++) await comment(id, `دیدگاه ${n}`)
  for (let n = 0; n < 5; n++) {
    service.clock.advance({ seconds: 1 })
    await ask()
  }
})
afterAll(() => service.stop())

const comment = (id: string, text: string) => {
  service.clock.advance({ seconds: 1 })
  return person.api(addComment, { params: { id }, body: { text } })
}
const ask = () =>
  person.api(createSupportTicket, {
    body: { title: 'سؤال', text: 'متن سؤال', department: 'technical' },
  })

type Query = { offset?: number; count?: number; after?: string | undefined }
type Page = { items: ReadonlyArray<{ id: string }>; total: number; next?: string | undefined }
type Read = (query: Query) => Promise<Page>

const lists: Array<[string, Read]> = [
  ['bookmarks', query => person.api(listBookmarks, { query })],
  ['history', query => person.api(listHistory, { query })],
  [
    'films',
    query => person.api(listHistory, { query: { ...query, video_content_type: 'single_video' } }),
  ],
  ['continue watching', query => person.api(listContinueWatching, { query })],
  [
    'comments',
    async query =>
      service.api(listComments, { params: { id: await contentId(service, 'film-1') }, query }),
  ],
  ['support tickets', query => person.api(listSupportTickets, { query })],
]

test.each(lists)(
  '%s: pages by key equal those by offset, and the last one has no next',
  async (_, read) => {
    const { items: all, total } = await read({ count: 100 })
    expect(all).toHaveLength(total)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await read({ count: COUNT, after })
      const byOffset = await read({ count: COUNT, offset: seen.length })
      expect(page.items).toEqual(byOffset.items)
      expect(page.total).toBe(total)
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(seen).toEqual(all.map(({ id }) => id))
  },
)

test('an entry added meanwhile neither repeats nor hides a row of the next page', async () => {
  const read: Read = query => person.api(listBookmarks, { query })
  const first = await read({ count: COUNT })
  const rest = (await read({ count: 100 })).items.slice(COUNT)
  service.clock.advance({ minutes: 1 })
  const video_content_id = await contentId(service, 'other')
  await person.api(addBookmark, { body: { video_content_id } })
  const second = await read({ count: COUNT, after: first.next })
  expect(second.items).toEqual(rest.slice(0, COUNT))
  expect(second.total).toBe(FILMS + 1)
})

test('removed titles, and those above a child’s age, are not in the totals', async () => {
  const kid = await aKid(service, 'under_7')
  for (let n = 0; n < 3; n++) await watches(service, kid, `film-${n}`, { seconds: 100 })
  const totals = async (who: Person) => [
    (await who.api(listHistory, { query: {} })).total,
    (await who.api(listContinueWatching, { query: {} })).total,
  ]
  expect(await totals(kid)).toEqual([2, 2])
  await importRecords(service, [{ kind: 'removal', external_id: `film-${FILMS - 1}` }])
  expect(await totals(person)).toEqual([FILMS - 1, FILMS - 1])
  expect((await person.api(listBookmarks, { query: {} })).total).toBe(FILMS)
})

test('an invalid key is rejected', async () => {
  for (const after of ['x', '1.', '1.a b', "1.a'", '99999999999999999.a'])
    expect(await person.api(listBookmarks, { query: { after } }).catch(toFailure)).toMatchObject({
      status: 422,
    })
})
