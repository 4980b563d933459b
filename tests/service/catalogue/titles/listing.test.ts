import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
  const films = Array.from({ length: 60 }, (_, index) =>
    aFilm({
      external_id: `film-${index}`,
      genres: index % 2 === 0 ? ['drama'] : ['comedy', 'family'],
      countries: index % 3 === 0 ? ['IR'] : ['IR', 'FR'],
      age_label: ([0, 7, 15, 18] as const)[index % 4],
      visits: index * 10,
      sales: 600 - index,
      rate_percentage: index,
      published_at: new Date(Date.UTC(2025, 0, 1 + index)).toISOString(),
      ...(index === 5 ? { flags: ['selected'] as const } : {}),
    }),
  )
  const { rejected } = await importRecords(service, [
    ...films.map(film => ({ ...film, flags: film.flags ? [...film.flags] : undefined })),
    aSeries({ external_id: 'series', genres: ['drama'], age_label: 12, episodes: [2, 3] }),
    aFilm({ external_id: 'list', type: 'video_content_list', items: ['film-1', 'film-3'] }),
    aFilm({ external_id: 'unrated', genres: ['drama'] }),
  ])
  expect(rejected).toBe(0)
})
afterAll(() => service.stop())

const list = (query: Record<string, unknown>, api = service.api) => api(listContents, { query })

describe('the listing', () => {
  test('names its categories in any case, including countries and others that are not genres', async () => {
    const { categories, items } = await list({ categories: 'DRAMA,Kids,fr,nothing' })
    expect(items.length).toBeGreaterThan(0)
    expect(categories?.map(({ name, title }) => [name, title])).toEqual([
      ['DRAMA', 'درام'],
      ['Kids', 'کودک'],
      ['fr', 'فرانسه'],
    ])
    expect(await list({})).not.toHaveProperty('categories')
  })

  test('shows 24 titles per page and the total', async () => {
    const { items, total, offset, count } = await list({})
    expect([items.length, total, offset, count]).toEqual([24, 63, 0, 24])
  })

  test('neither repeats nor skips a title between pages, in every order', async () => {
    for (const order of ['default', 'most_visited', 'best_selling', 'rate', 'latest']) {
      const pages = await Promise.all([0, 24, 48].map(offset => list({ order, offset })))
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
      expect(new Set(ids).size, order).toBe(63)
    }
  })

  test('has the same page near the end, whether reached from the end or from the beginning', async () => {
    const far = Array.from({ length: 700 }, (_, index) => aFilm({ external_id: `far-${index}` }))
    await importRecords(service, far)
    const all = []
    for (let offset = 0; offset < 763; offset += 100)
      all.push(...(await list({ order: 'latest', offset, count: 100 })).items.map(({ id }) => id))
    for (const time of ['the first time', 'again, from memory']) {
      const { items, total } = await list({ order: 'latest', offset: 740, count: 100 })
      expect(total, time).toBe(763)
      expect(
        items.map(({ id }) => id),
        time,
      ).toEqual(all.slice(740))
    }
    await importRecords(
      service,
      far.map(({ external_id }) => ({ kind: 'removal' as const, external_id })),
    )
    expect((await list({})).total).toBe(63)
  })

  test('orders by visits, sales, rate and time', async () => {
    const first = async (order: string) => (await list({ order, types: 'single_video' })).items[0]
    expect((await first('most_visited'))?.title).toBe('فیلم film-59')
    expect((await first('best_selling'))?.title).toBe('فیلم film-0')
    expect((await first('rate'))?.title).toBe('فیلم film-59')
    expect((await first('default'))?.title).toBe('فیلم film-5')
  })

  test('filters by type, by category id or key in any case, by country and by flag', async () => {
    const total = async (query: Record<string, unknown>) => (await list(query)).total
    expect(await total({ types: 'series' })).toBe(1)
    expect(await total({ types: 'series,video_content_list' })).toBe(2)
    expect(await total({ categories: 'drama' })).toBe(32)
    const [genre] = (await list({ categories: 'comedy' })).items[0]?.categories ?? []
    expect(await total({ categories: genre?.id.toLowerCase() })).toBe(30)
    expect(await total({ categories: 'FR', types: 'single_video' })).toBe(40)
    expect(await total({ flags: 'selected' })).toBe(1)
    expect(await total({ categories: 'nothing-like-it' })).toBe(0)
    expect(await total({ types: 'episode' })).toBe(0)
  })

  test('names genres and countries on its cards in the requested language', async () => {
    const { items } = await list({ categories: 'FR', count: 1 }, service.as({ language: 'en' }))
    expect(items[0]?.title).toMatch(/^Film/)
    const territories = items[0]?.categories.filter(({ type }) => type === 'territory')
    expect(territories?.map(({ title }) => title)).toEqual(['Iran', 'France'])
  })

  test('shows a child nothing above its band, and nothing unrated', async () => {
    const { api } = await aKid(service, 'under_7')
    const { items, total } = await api(listContents, { query: { count: 100 } })
    expect(total).toBe(30)
    expect(items.every(({ age_label }) => age_label !== null && age_label <= 7)).toBe(true)
  })
})
