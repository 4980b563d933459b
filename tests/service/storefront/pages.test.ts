import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getCategory,
  getGlobalData,
  getHomePage,
  getSystemMessage,
  listCategories,
  listForSitemap,
  listSitemapChunks,
  reportClientError,
} from '#src/contract/endpoints/pages.ts'
import { genreId } from '#src/service/catalogue/import/built-in-categories.ts'
import { globalLinks, homeWidgets, systemMessages } from '#src/service/platform/db/schema/pages.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
const HOUR = 3_600_000

beforeAll(async () => {
  service = await startTestService()
  const films = Array.from({ length: 12 }, (_, index) =>
    aFilm({
      external_id: `film-${index}`,
      genres: index < 4 ? ['animation', 'family'] : ['drama'],
      age_label: index < 4 ? 3 : 15,
      visits: index,
    }),
  )
  const credited = aFilm({
    external_id: 'credited',
    credits: [{ artist: 'one', role: 'cast', name: { fa: 'بازیگر یک' } }],
  })
  await importRecords(service, [...films, credited])
})
afterAll(() => service.stop())

describe('the home page', () => {
  test('is generated until an editor arranges it', async () => {
    const { widgets } = await service.api(getHomePage)
    expect(widgets[0]).toMatchObject({ type: 'banner', is_automatic: true })
    expect(widgets.every(({ items }) => items.length > 0)).toBe(true)
  })

  test('has titles of the subscription in its banner before those that need a ticket', async () => {
    const ticket = aFilm({
      external_id: 'ticket',
      flags: ['content_has_ticket'],
      ticket_price: 500_000,
    })
    const own = await startTestService()
    try {
      await importRecords(own, [aFilm({ external_id: 'older' }), aFilm({ external_id: 'old' })])
      await importRecords(own, [ticket])
      const { widgets } = await own.api(getHomePage)
      const items = (widgets[0]?.items ?? []) as { flag: string[] }[]
      expect(items.map(({ flag }) => flag.includes('content_has_ticket'))).toEqual([
        false,
        false,
        true,
      ])
    } finally {
      await own.stop()
    }
  })

  test('shows films and series in turn in its banner', async () => {
    const own = await startTestService()
    try {
      const films = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => aFilm({ external_id: id }))
      await importRecords(own, [
        ...films,
        aSeries({ external_id: 'g' }),
        aSeries({ external_id: 'h' }),
      ])
      const { widgets } = await own.api(getHomePage)
      const items = (widgets[0]?.items ?? []) as { type: string }[]
      const isSeries = items.map(({ type }) => type === 'series')
      expect(isSeries).toEqual([false, true, false, true, false, false])
    } finally {
      await own.stop()
    }
  })

  test('is what the editors made of it: chosen titles in their order, and filters', async () => {
    const widget = (position: number, config: Record<string, unknown>) => ({
      id: `widget-${position}`,
      position,
      type: 'video_carousel' as const,
      titleFa: `ردیف ${position}`,
      titleEn: `Row ${position}`,
      config,
    })
    await service.deps.db
      .insert(homeWidgets)
      .values([
        widget(1, { categories: ['drama'], order: 'most_visited', count: 3 }),
        widget(0, { external_ids: ['film-7', 'nothing', 'film-2'] }),
        widget(2, { categories: ['war'] }),
        widget(3, { order: 'nonsense', count: -1, categories: 'war' }),
      ])
    const { widgets } = await service.as({ language: 'en' })(getHomePage)
    expect(widgets.map(({ title, items }) => [title, items.length])).toEqual([
      ['Row 0', 2],
      ['Row 1', 3],
      ['Row 3', 12],
    ])
    expect(widgets[1]?.more_link).toBe(
      '/video-contents?offset=0&count=24&categories=drama&order=most_visited',
    )
  })

  test('shows a child only what is within its band', async () => {
    const { api } = await aKid(service, 'under_7')
    const { widgets } = await api(getHomePage)
    const cards = widgets.flatMap(({ items }) => items as { age_label?: number | null }[])
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.every(({ age_label }) => age_label === 3)).toBe(true)
  })
})

describe('categories', () => {
  test('are listed with the number of titles of each', async () => {
    const { items } = await service.api(listCategories)
    const count = (id: string) => items.find(item => item.id === id)?.count
    expect([
      count(genreId('drama')),
      count('kids'),
      count('scNnlM'),
      count(genreId('war')),
    ]).toEqual([8, 4, 4, 0])
  })

  test('have a fixed id for kids, scNnlM for the light one, and ids in any case', async () => {
    for (const id of ['kids', 'scNnlM', 'scnnlm', 'KIDS']) {
      const { count, widgets } = await service.api(getCategory, { params: { id } })
      expect([count, widgets.length], id).toEqual([4, 1])
    }
  })

  test('include the kids page, a child’s home: genres of its age, new titles, and a row for each genre', async () => {
    const { api } = await aKid(service, 'under_7')
    const { widgets } = await api(getCategory, { params: { id: 'kids' } })
    const [genres, ...rows] = widgets
    expect(genres?.type).toBe('category_carousel')
    const shown = (genres?.items ?? []) as { type: string; count: number; title: string }[]
    expect(shown.length).toBeGreaterThan(0)
    for (const { type, count } of shown) {
      expect(type).toBe('genre')
      expect(count).toBeGreaterThan(0)
    }
    const keys = shown.map(({ title }) => title)
    expect(keys).toContain('نقاشی متحرک')
    for (const grownUp of ['درام', 'عاشقانه', 'جنایی', 'ترسناک', 'جنگی', 'هیجان‌انگیز'])
      expect(widgets.map(({ title }) => title).concat(keys)).not.toContain(grownUp)
    expect(rows.length).toBeGreaterThan(0)
    const lists = rows.map(({ items }) =>
      items
        .map(({ id }) => id)
        .sort()
        .join(),
    )
    expect(new Set(lists).size).toBe(lists.length)
    const cards = rows.flatMap(({ items }) => items as { age_label?: number | null }[])
    expect(cards.every(({ age_label }) => (age_label ?? 99) <= 7)).toBe(true)
  })

  test.each([
    ['under_7', 'نقاشی متحرک'],
    ['under_15', 'پویانمایی'],
  ] as const)('have the name for its age on their pages, for a child %s', async (age, name) => {
    const { api } = await aKid(service, age)
    const { title } = await api(getCategory, { params: { id: genreId('animation') } })
    expect(title).toBe(name)
  })

  test('answer 404 if they are unknown', async () => {
    expect((await service.fetch('/categories/nothing')).status).toBe(404)
  })
})

describe('the data of the page shell', () => {
  test('for a child are the genres that have titles for its age, without links', async () => {
    const { api } = await aKid(service, 'under_7')
    const { categories, links } = await api(getGlobalData)
    expect(links).toEqual([])
    expect(categories.map(({ id }) => id)).toContain(genreId('animation'))
    expect(categories.map(({ id }) => id)).not.toContain(genreId('drama'))
  })

  test('are genres for the menus, and links of both kinds', async () => {
    await service.deps.db.insert(globalLinks).values([
      {
        id: 'b',
        position: 1,
        titleFa: 'اپلیکیشن‌ها',
        titleEn: 'Apps',
        navigationType: 'internal_route',
        url: '/apps',
      },
      {
        id: 'a',
        position: 0,
        titleFa: 'درام',
        titleEn: 'Drama',
        navigationType: 'get_by_filter',
        categoryId: genreId('drama'),
        sortOrder: 'latest',
      },
    ])
    const { categories, links } = await service.api(getGlobalData)
    expect(categories.every(({ type }) => type === 'genre')).toBe(true)
    expect(links.map(({ display_title, configuration }) => [display_title, configuration])).toEqual(
      [
        [
          'درام',
          {
            navigation_type: 'get_by_filter',
            url: null,
            category_id: genreId('drama'),
            sort_order: 'latest',
          },
        ],
        [
          'اپلیکیشن‌ها',
          { navigation_type: 'internal_route', url: '/apps', category_id: null, sort_order: null },
        ],
      ],
    )
  })

  test('include the current system message, or null', async () => {
    expect(await service.api(getSystemMessage)).toBeNull()
    const now = service.clock.now().getTime()
    await service.deps.db.insert(systemMessages).values({
      id: 'message',
      textFa: 'سلام',
      textEn: 'Hello',
      type: 'error',
      isDismissable: false,
      startsAt: new Date(now - HOUR),
      endsAt: new Date(now + HOUR),
    })
    expect(await service.as({ language: 'en' })(getSystemMessage)).toEqual({
      text: 'Hello',
      type: 'error',
      is_dismissable: false,
    })
    service.clock.advance({ hours: 2 })
    expect(await service.api(getSystemMessage)).toBeNull()
  })
})

describe('the lists of the sitemap', () => {
  test('contain every title once, in chunks', async () => {
    const chunks = await Promise.all(
      [0, 5, 10].map(offset =>
        service.api(listForSitemap, { params: { kind: 'contents' }, query: { offset, count: 5 } }),
      ),
    )
    const ids = chunks.flatMap(({ items }) => items.map(({ short_id }) => short_id))
    expect([ids.length, new Set(ids).size, chunks[0]?.total]).toEqual([13, 13, 13])
  })

  test('have an index of their chunks, each with its newest change', async () => {
    for (const kind of ['contents', 'artists', 'categories']) {
      const params = { kind }
      const { items: all, total } = await service.api(listForSitemap, { params, query: {} })
      const { items } = await service.api(listSitemapChunks, { params, query: { count: 5 } })
      expect(items).toHaveLength(Math.ceil(total / 5))
      for (const [at, { updated_at }] of items.entries()) {
        const dates = all.slice(at * 5, at * 5 + 5).map(entry => entry.updated_at)
        expect(updated_at).toBe(dates.sort().at(-1))
      }
    }
    expect((await service.fetch('/sitemap/users/chunks')).status).toBe(404)
  })

  test('contain artists and categories too, and nothing else', async () => {
    const total = async (kind: string) =>
      (await service.api(listForSitemap, { params: { kind }, query: {} })).total
    expect([await total('artists'), (await total('categories')) > 20]).toEqual([1, true])
    expect((await service.fetch('/sitemap/users')).status).toBe(404)
  })
})

describe('an error in a browser', () => {
  test('is recorded, twenty times in ten minutes per address', async () => {
    const report = () =>
      service.as({ address: '203.0.113.9' })(reportClientError, { body: { message: 'x' } })
    for (let count = 0; count < 20; count++) await report()
    await expect(report()).rejects.toThrow('too_many_requests')
  })
})
