import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import {
  getCategory,
  getGlobalData,
  getHomePage,
  getSystemMessage,
} from '#src/contract/endpoints/pages.ts'
import { TOP_TITLES } from '#src/contract/limits.ts'
import { readDemoJson } from '#src/service/operations/demo/catalogue.ts'
import { COMMENTS_A_TITLE } from '#src/service/operations/demo/comments.ts'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { hasDisc, motifsOf } from '../../../../demo/art/motifs.ts'

const NOW = new Date('2026-11-20T09:30:00Z')
const MOST_STATEMENTS = 300
const everything = sql`select (select count(*) from contents)::int as contents,
  (select count(*) from artists)::int as artists, (select count(*) from home_widgets)::int as widgets,
  (select count(*) from global_links)::int as links, (select count(*) from users)::int as users,
  (select max(xmin::text::bigint) from contents)::text as written`

describe('the demo', () => {
  let service: TestService
  let statements: string[]

  beforeAll(async () => {
    service = await startTestService({ now: NOW })
    statements = await statementsOf(() => seedIfEmpty(service.deps))
  })
  afterAll(() => service.stop())

  test('is complete after few statements, with 160 titles or more and 60 artists or more', async () => {
    expect(statements.length).toBeLessThan(MOST_STATEMENTS)
    const { total } = await service.api(listContents, { query: {} })
    expect(total).toBeGreaterThanOrEqual(160)
    const { rows } = await service.deps.db.execute(everything)
    expect(rows[0]?.artists).toBeGreaterThanOrEqual(60)
  })

  test('has three different comments on each title that could be watched, by different people', async () => {
    const { rows } = await service.deps.db.execute<{
      title: string
      texts: string[]
      people: number
    }>(
      sql`select c.title_fa as title, array_agg(distinct m.text) filter (where m.id is not null) as texts,
        count(distinct m.user_id)::int as people
        from contents c left join comments m on m.content_id = c.id and m.created_at between c.published_at and ${NOW.toISOString()}
        where c.type in ('single_video', 'series') and not c.flags && '{coming_soon,live}' and c.published_at < ${NOW.toISOString()}
        group by c.id`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(150)
    for (const { title, texts, people } of rows) {
      expect([texts?.length, people], title).toEqual([COMMENTS_A_TITLE, COMMENTS_A_TITLE])
      expect(texts.join('\n'), title).not.toMatch(/[{}]|undefined/)
    }
  })

  test('has every type, an audio book, a live channel and titles with tickets', async () => {
    const total = async (query: Record<string, string>) =>
      (await service.api(listContents, { query })).total
    for (const types of ['single_video', 'series', 'video_content_list'])
      expect(await total({ types }), types).toBeGreaterThan(0)
    for (const flags of [
      'audio_book',
      'live',
      'cinema_online',
      'content_has_ticket',
      'coming_soon',
    ])
      expect(await total({ flags }), flags).toBeGreaterThan(0)
  })

  test('fills the home page: first a hero of six, then rows, none of them empty', async () => {
    const { widgets } = await service.api(getHomePage)
    expect(widgets[0]?.type).toBe('banner')
    expect(widgets.length).toBeGreaterThan(12)
    for (const { items, title } of widgets) expect(items.length, title).toBeGreaterThan(0)
  })

  test('repeats no motif in a row of the home page, and shows the disc of the sun or the moon once at most', async () => {
    const { widgets } = await service.api(getHomePage)
    const { rows } = await service.deps.db.execute<{ id: string; name: string }>(
      sql`select id, external_id as name from contents`,
    )
    const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
    const titled = widgets.filter(({ type }) => ['banner', 'video_carousel'].includes(type))
    expect(titled.length).toBeGreaterThan(10)
    for (const { items, title } of titled) {
      const names = items.flatMap(item => nameOf.get(String('id' in item && item.id)) ?? [])
      const motifs = names.flatMap(motifsOf)
      expect(
        motifs.filter((motif, at) => motifs.indexOf(motif) !== at),
        title,
      ).toEqual([])
      expect(names.filter(hasDisc).length, title).toBeLessThanOrEqual(1)
    }
  })

  test('fills the kids page and the light collection', async () => {
    for (const id of ['kids', 'scNnlM']) {
      const { widgets, count, image } = await service.api(getCategory, { params: { id } })
      expect(count, id).toBeGreaterThan(3)
      expect(widgets.length, id).toBeGreaterThan(0)
      expect(image?.path, id).toMatch(/^\/media\/pictures\/tile\//)
    }
  })

  test('has a subscriber with a personal home page, and a week of most watched titles', async () => {
    const { widgets } = await service.api(getHomePage)
    const { views_of_the_week } = await readDemoJson('watched.json')
    const week = widgets.find(({ title }) => title === 'ده عنوان برتر هفته')
    expect(week?.items).toHaveLength(TOP_TITLES)
    const { rows: top } = await service.deps.db.execute<{ id: string }>(sql`
      select coalesce(series_id, id) as id from contents where external_id = ${Object.keys(views_of_the_week as object)[0]}`)
    expect(week?.items[0]).toMatchObject({ id: top[0]?.id })
    const { rows } = await service.deps.db.execute<Record<string, unknown>>(sql`
      select u.msisdn, r.kind, cardinality(r.content_ids) as titles from personal_rows r
      join profiles p on p.id = r.profile_id join users u on u.id = p.user_id order by r.position`)
    const because = { msisdn: '09120000001', kind: 'because', titles: expect.any(Number) }
    expect(rows).toEqual([because, because])
  })

  test('has both kinds of dynamic links, and a system message that is switched off', async () => {
    const { links, categories } = await service.api(getGlobalData)
    expect(new Set(links.map(({ configuration }) => configuration.navigation_type))).toEqual(
      new Set(['internal_route', 'get_by_filter']),
    )
    expect(categories.length).toBeGreaterThan(15)
    expect(await service.api(getSystemMessage)).toBeNull()
  })

  test('is not changed by a second start', async () => {
    const { rows: first } = await service.deps.db.execute(everything)
    await seedIfEmpty(service.deps)
    const { rows: second } = await service.deps.db.execute(everything)
    expect(second).toEqual(first)
  })
})

describe('a start of the demo', () => {
  test('continues at the step at which an interrupted one ended', async () => {
    const service = await startTestService({ now: NOW })
    const ran: string[] = []
    const step = (name: string) => ({ name, run: async () => void ran.push(name) })
    const broken = {
      name: 'second',
      run: async () => {
        throw new Error('killed')
      },
    }
    await expect(seedIfEmpty(service.deps, [step('first'), broken])).rejects.toThrow('killed')
    await seedIfEmpty(service.deps, [step('first'), step('second')])
    expect(ran).toEqual(['first', 'second'])
    await service.stop()
  })

  test('two nodes that start at once run each step once', async () => {
    const service = await startTestService({ now: NOW })
    const ran: string[] = []
    const steps = [{ name: 'only', run: async () => void ran.push('only') }]
    await Promise.all([1, 2, 3].map(() => seedIfEmpty(service.deps, steps)))
    expect(ran).toEqual(['only'])
    await service.stop()
  })

  test('a catalogue of the operator’s own is not changed', async () => {
    const service = await startTestService({ now: NOW })
    await importRecords(service, [aFilm({ external_id: 'mine' })])
    await seedIfEmpty(service.deps)
    const { total } = await service.api(listContents, { query: {} })
    expect(total).toBe(1)
    await service.stop()
  })
})
