import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPopularTitles, recordSearchClick, search } from '#src/contract/endpoints/search.ts'
import { POPULAR_TITLES } from '#src/contract/limits.ts'
import { revalidateVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let people: Person[]
beforeAll(async () => {
  service = await startTestService()
  const films = ['alef', 'beh', 'jim', 'dal', 'heh', 'vav', 'zeh', 'heyat', 'tah', 'yeh'].map(
    (name, index) =>
      aFilm({
        external_id: name,
        title: { fa: `فیلم ${name}`, en: `Film ${name}` },
        visits: 1_000 - index,
        age_label: index % 2 === 0 ? 7 : 18,
      }),
  )
  expect((await importRecords(service, films)).problems).toEqual([])
  people = await Promise.all(
    Array.from({ length: POPULAR_TITLES.people + 1 }, () => aUser(service)),
  )
})
afterAll(() => service.stop())

const names = async (api = service.api) =>
  (await api(listPopularTitles)).items.map(({ title }) => title.replace('فیلم ', ''))

async function searchAndOpen(api: TestService['api'], name: string, clicks = 1): Promise<void> {
  const { movies, search_query_id: queryId } = await api(search, { query: { query: name } })
  const [card] = movies
  for (let click = 0; click < clicks; click++)
    await api(recordSearchClick, {
      query: { contentId: card?.id ?? '', position: click + 1, queryId },
    })
}

function afterTwoMinutes(): void {
  service.clock.advance({ minutes: 2 })
  // The version is read once a second, by the clock of the machine.
  revalidateVersion()
}

const openedBy = (some: Person[], name: string) =>
  Promise.all(some.map(({ api }) => searchAndOpen(api, name)))

test('before any search the most visited titles are popular', async () => {
  expect(await names()).toEqual(['alef', 'beh', 'jim', 'dal', 'heh', 'vav', 'zeh', 'heyat'])
  expect(await names()).toHaveLength(POPULAR_TITLES.shown)
})

test('a single user cannot put a title first, and visitors who are not signed in cannot either', async () => {
  const [one] = people
  for (let time = 0; time < POPULAR_TITLES.people; time++) {
    await searchAndOpen(service.api, 'heh')
    await searchAndOpen(service.api, 'vav', 5)
    await searchAndOpen((one as Person).api, 'zeh', 2)
  }
  await openedBy(people.slice(0, POPULAR_TITLES.people - 1), 'dal')
  afterTwoMinutes()
  expect((await names()).slice(0, 3)).toEqual(['alef', 'beh', 'jim'])
})

test('titles that several users opened come first, by the number of users', async () => {
  await openedBy(people, 'yeh')
  await openedBy(people.slice(1), 'tah')
  await searchAndOpen((people[1] as Person).api, 'tah', 5)
  afterTwoMinutes()
  expect((await names()).slice(0, 3)).toEqual(['yeh', 'tah', 'alef'])
})

test('a child gets titles of its band only, and a full row of them', async () => {
  const { api } = await aKid(service, 'under_12')
  expect(await names(api)).toEqual(['tah', 'alef', 'jim', 'heh', 'zeh'])
})

test('a click that is too old no longer counts', async () => {
  await service.deps.db.execute(
    sql`update search_queries set created_at = created_at - interval '8 days'`,
  )
  afterTwoMinutes()
  expect((await names())[0]).toBe('alef')
})
