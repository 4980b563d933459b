import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { recordSearchClick, search } from '#src/contract/endpoints/search.ts'
import { enforceRetention } from '#src/service/operations/retention/run.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
  const crowd = Array.from({ length: 40 }, (_, index) =>
    aFilm({
      external_id: `crowd-${index}`,
      title: { fa: `شهر شماره ${index}`, en: `City ${index}` },
      visits: index,
    }),
  )
  const name = { fa: 'یاسمن کیانی', en: 'Yasaman Kiani' }
  const { problems } = await importRecords(service, [
    ...crowd,
    aFilm({ external_id: 'begins', title: { fa: 'شهر فرنگ' }, visits: 100 }),
    aFilm({ external_id: 'exact', title: { fa: 'شهر' } }),
    aFilm({ external_id: 'inside', title: { fa: 'قصه‌های شهر' }, visits: 1_000_000 }),
    aSeries({ external_id: 'series', title: { fa: 'شهر آشوب', en: 'Uproar' }, visits: 500 }),
    aFilm({
      external_id: 'promoted',
      title: { fa: 'شهر کتاب' },
      flags: ['exclusive_dub'],
      age_label: 7,
    }),
    aFilm({
      external_id: 'library',
      title: { fa: 'کتاب‌خانهٔ نیمه‌شب', en: 'The Midnight Library' },
      aliases: ['Ketabkhane'],
      age_label: 18,
      credits: [{ artist: 'poet', role: 'director', name }],
    }),
  ])
  expect(problems).toEqual([])
})
afterAll(() => service.stop())

const panel = (query: string, api = service.api) => api(search, { query: { query } })
const titles = async (query: string) => {
  const { promoted_videos, movies, series } = await panel(query)
  return [...promoted_videos, ...movies, ...series].map(({ title }) => title)
}

describe('the search panel', () => {
  test('groups promoted videos, movies, series and artists', async () => {
    const found = await panel('شهر')
    expect(found.promoted_videos.map(({ title }) => title)).toEqual(['شهر کتاب'])
    expect(found.movies[0]?.title).toBe('شهر')
    expect(found.series.map(({ title }) => title)).toEqual(['شهر آشوب'])
    expect(found.artists).toEqual({ type: 'artist_carousel', items: [] })
    expect((await panel('یاسمن')).artists.items[0]).toMatchObject({ name: 'یاسمن کیانی' })
  })

  test('puts the exact name first, then names that begin with it, then those that contain it', async () => {
    const { movies } = await panel('شهر')
    expect(movies[0]?.title).toBe('شهر')
    expect(movies.slice(1).every(({ title }) => title.startsWith('شهر '))).toBe(true)
    expect(await titles('قصه های شه')).toEqual(['قصه‌های شهر'])
  })

  test('finds enough of each group even if a hundred titles of another group rank higher', async () => {
    const crowd = Array.from({ length: 100 }, (_, index) =>
      aFilm({
        external_id: `rain-${index}`,
        title: { fa: `باران ${index}` },
        visits: 10_000 + index,
      }),
    )
    await importRecords(service, [
      ...crowd,
      aSeries({ external_id: 'rain-series', title: { fa: 'باران بی‌پایان' } }),
      aFilm({
        external_id: 'rain-dub',
        title: { fa: 'باران دوبله' },
        flags: ['exclusive_dub'],
      }),
    ])
    const found = await panel('باران')
    expect(found.promoted_videos.map(({ title }) => title)).toEqual(['باران دوبله'])
    expect(found.series.map(({ title }) => title)).toEqual(['باران بی‌پایان'])
    expect(found.movies).toHaveLength(8)
  })

  test('runs only with three characters or more', async () => {
    for (const query of ['شه', 'ش ه', 'a & | ! <->', '%%%', ':*:*:*'])
      expect((await apiErrorOf(panel(query))).result, query).toBe('validation_error')
  })

  test.each([
    ['with a space for the half-space', 'کتاب خانه نیمه شب'],
    ['with nothing for the half-space', 'کتابخانه نیمهشب'],
    ['with Arabic kaf and yeh', 'كتاب‌خانه نيمه'],
    ['with marks put in', 'کِتاب‌خانه'],
    ['with one wrong letter', 'کتابخاته'],
    ['with one letter missing', 'کتابانه'],
    ['with two letters swapped', 'کتابخاهن'],
    ['with a wrong letter where a space was', 'کتابخانهضنیمه'],
    ['with a wrong letter in each of its words', 'کتبخانه نیجهشب'],
    ['by an English word in capitals', 'MIDNIGHT'],
    ['by a misspelt English word', 'midnihgt'],
    ['by its alternative name', 'ketabkh'],
    ['by its director', 'یاسمن کیانی'],
  ])('finds a title %s', async (_, query) => {
    expect(await titles(query)).toContain('کتاب‌خانهٔ نیمه‌شب')
  })

  test('finds nothing if no name is similar', async () => {
    const found = await panel('ظظظظظ')
    expect([found.movies, found.series, found.artists.items]).toEqual([[], [], []])
  })

  test('treats the syntax of a query language as text', async () => {
    for (const query of ["'; drop table contents; --", 'abc & | ! <->', 'xyz:*:*:*'])
      expect(await titles(query), query).toEqual([])
    expect(await titles('شهر:* & فرنگ')).toContain('شهر فرنگ')
  })

  test('shows a child nothing above its band', async () => {
    const { api } = await aKid(service, 'under_12')
    const found = await panel('شهر', api)
    expect(found.promoted_videos.map(({ title }) => title)).toEqual(['شهر کتاب'])
    expect([...found.movies, ...found.series]).toEqual([])
    expect((await panel('midnight', api)).movies).toEqual([])
  })
})

describe('a search', () => {
  test('is recorded with its results, and so is the click on a result', async () => {
    const { movies, search_query_id } = await panel('شهر فرنگ')
    const [first] = movies
    expect(first?.search_query_id).toBe(search_query_id)
    const contentId = first?.id ?? ''
    const position = first?.search_position ?? 0
    const query = { contentId, position, queryId: search_query_id }
    await service.api(recordSearchClick, { query })
    const { rows } = await service.deps.db.execute(
      sql`select q.text, q.results > 0 as found, c.position
        from search_queries q join search_clicks c on c.query_id = q.id`,
    )
    expect(rows).toEqual([{ text: 'شهر فرنگ', found: true, position }])
  })

  test('is deleted after ninety days, with its clicks', async () => {
    const count = async () => {
      const { rows } = await service.deps.db.execute(
        sql`select (select count(*)::int from search_queries) + (select count(*)::int from search_clicks) as count`,
      )
      return rows[0]?.count
    }
    await service.deps.db.execute(
      sql`update search_queries set created_at = now() - interval '89 days'`,
    )
    await enforceRetention(service.deps)
    expect(await count()).toBeGreaterThan(1)
    await service.deps.db.execute(
      sql`update search_queries set created_at = now() - interval '91 days'`,
    )
    await enforceRetention(service.deps)
    expect(await count()).toBe(0)
  })

  test('is not created by a click on an unknown search, which is accepted but ignored', async () => {
    const query = { contentId: 'no-content', position: 1, queryId: 'no-query' }
    await expect(service.api(recordSearchClick, { query })).resolves.toEqual({})
  })

  test('accepts no click from another site or before the page is opened', async () => {
    const path = '/search/click?contentId=a&position=1&queryId=b'
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-purpose', 'prefetch'],
    ] as const)
      expect((await service.fetch(path, { headers: { [name]: value } })).status, name).toBe(403)
  })
})

describe('a listing for a text', () => {
  const list = (query: Record<string, unknown>) => service.api(listContents, { query })

  test('has the best match first, counts all matches, and its pages fit together', async () => {
    const first = await list({ query: 'شهر' })
    const second = await list({ query: 'شهر', offset: 24 })
    expect(first.total).toBe(45)
    expect(first.items[0]?.title).toBe('شهر')
    expect(first.items[0]?.search_position).toBe(1)
    expect(first.search_query_id).toBeTruthy()
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(ids).size).toBe(45)
  })

  test('is filtered and ordered like any other listing', async () => {
    expect((await list({ query: 'شهر', types: 'series' })).total).toBe(1)
    const { items } = await list({ query: 'شهر', order: 'most_visited', count: 2 })
    expect(items.map(({ title }) => title)).toEqual(['قصه‌های شهر', 'شهر آشوب'])
  })
})
