import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getArtist, getContent, like, listContents } from '#src/contract/endpoints/content.ts'
import { addBookmark } from '#src/contract/endpoints/library.ts'
import {
  getCategory,
  getHomePage,
  listCategories,
  listForSitemap,
} from '#src/contract/endpoints/pages.ts'
import { search } from '#src/contract/endpoints/search.ts'
import type { ImportTitle } from '#src/contract/import.ts'
import { applySchedule } from '#src/service/catalogue/titles/schedule.ts'
import {
  listScheduledChanges,
  type NewTimes,
  scheduleTitle,
} from '#src/service/catalogue/titles/schedule-title.ts'
import { openListener } from '#src/service/platform/db/listen.ts'
import { listenForInvalidation } from '#src/service/platform/nodes/invalidation.ts'
import { applyHome, HomeFile } from '#src/service/storefront/home-file.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { NOW, startTestService, type TestService } from '#tests/support/service.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { contentId } from '#tests/support/watch-history.ts'

const minutesAway = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()
const media = { stream: 'demo/landscape' }
const credits = [{ artist: 'star', role: 'cast' as const, name: { fa: 'ستاره', en: 'Star' } }]
const part = { media, credits, genres: ['drama' as const], flags: ['free_content' as const] }

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await importRecords(service, [aFilm({ ...part, external_id: 'known' })])
})
afterEach(() => service.stop())

async function imports(...titles: ImportTitle[]): Promise<void> {
  const { problems } = await importRecords(service, titles)
  expect(problems).toEqual([])
}

/** Returns the status of the title's address. */
const there = async (externalId: string) =>
  (await service.fetch(`/video-contents/${await contentId(service, externalId)}`)).status

/** Returns the places in which a reader who does not know the address finds the title. */
async function foundIn(id: string, { api, deps }: TestService): Promise<string[]> {
  await applyHome(
    deps,
    HomeFile.parse({ widgets: [{ type: 'banner', external_ids: ['known', 'new'] }] }),
  )
  const { rows } = await deps.db.execute<{ id: string }>(
    "select id from artists where external_id = 'star'",
  )
  const star = rows[0]?.id ?? ''
  const replies = {
    list: api(listContents, { query: { offset: 0, count: 48 } }),
    latest: api(listContents, { query: { offset: 0, count: 48, order: 'latest' } }),
    flagged: api(listContents, { query: { offset: 0, count: 48, flags: 'free_content' } }),
    'text query': api(listContents, { query: { offset: 0, count: 48, query: 'new' } }),
    search: api(search, { query: { query: 'film new' } }),
    home: api(getHomePage),
    category: api(getCategory, { params: { id: 'drama' } }),
    artist: api(getArtist, { params: { short_id: star } }),
    similar: api(getContent, { params: { short_id: await contentId(service, 'known') } }),
    sitemap: api(listForSitemap, {
      params: { kind: 'contents' },
      query: { offset: 0, count: 100 },
    }),
  }
  const found: string[] = []
  const shortId = (
    await deps.db.execute<{ short_id: string }>(`select short_id from contents where id = '${id}'`)
  ).rows[0]?.short_id
  for (const [where, reply] of Object.entries(replies)) {
    const text = JSON.stringify(await reply)
    if (text.includes(id) || text.includes(`"${shortId}"`)) found.push(where)
  }
  const { items } = await api(listCategories)
  if (items.some(({ count }) => count > 1)) found.push('counts')
  return found
}
const EVERYWHERE =
  'list latest flagged text query search home category artist similar sitemap counts'

describe('published_at in the future', () => {
  beforeEach(() => imports(aFilm({ ...part, external_id: 'new', published_at: minutesAway(10) })))

  test('is hidden everywhere before its minute and visible everywhere from then on, on every node', async () => {
    const id = await contentId(service, 'new')
    const other = await service.again()
    expect(await foundIn(id, service)).toEqual([])
    service.clock.advance({ minutes: 9, seconds: 59 })
    expect(await applySchedule(service.deps)).toMatchObject({ published: [] })
    expect(await foundIn(id, service)).toEqual([])
    expect(await foundIn(id, other)).toEqual([])
    service.clock.advance({ seconds: 1 })
    expect(await applySchedule(service.deps)).toMatchObject({ published: [id] })
    expect((await foundIn(id, service)).join(' ')).toBe(EVERYWHERE)
    expect((await foundIn(id, other)).join(' ')).toBe(EVERYWHERE)
    await other.stop()
  })

  test('answers 404 at its address until then, and is available from that second, however late the schedule runs', async () => {
    service.clock.advance({ minutes: 9, seconds: 59 })
    expect(await there('new')).toBe(404)
    service.clock.advance({ seconds: 1 })
    expect(await there('new')).toBe(200)
  })

  test('allows no playback, bookmark, vote or comment until then', async () => {
    const { api } = await aSubscriber(service)
    const id = await contentId(service, 'new')
    const { rows } = await service.deps.db.execute<{ id: string }>(
      `select id from video_files where content_id = '${id}'`,
    )
    const play = () =>
      service.fetch(`/video-contents/${id}/files/${rows[0]?.id}/play`).then(({ status }) => status)
    expect(await play()).toBe(404)
    expect((await service.fetch(`/video-contents/${id}/comments?offset=0&count=10`)).status).toBe(
      404,
    )
    const body = { video_content_id: id }
    expect((await apiErrorOf(api(addBookmark, { body }))).result).toBe('not_found')
    expect((await apiErrorOf(api(like, { params: { id } }))).result).toBe('not_found')
    service.clock.advance({ minutes: 10 })
    expect(await play()).toBe(200)
  })

  test('changes nothing if the line is imported again, before and after', async () => {
    const line = aFilm({ ...part, external_id: 'new', published_at: minutesAway(10) })
    expect(await importRecords(service, [line])).toMatchObject({ unchanged: 1, changed: 0 })
    service.clock.advance({ minutes: 10 })
    await applySchedule(service.deps)
    expect(await importRecords(service, [line])).toMatchObject({ unchanged: 1, changed: 0 })
    expect(await there('new')).toBe(200)
  })

  test('does not bring a removed title back', async () => {
    await importRecords(service, [{ kind: 'removal', external_id: 'new' }])
    service.clock.advance({ minutes: 11 })
    expect((await applySchedule(service.deps)).published).toEqual([])
    expect(await there('new')).toBe(410)
  })

  test('is applied once by 16 concurrent nodes', async () => {
    service.clock.advance({ minutes: 10 })
    const all = await Promise.all(Array.from({ length: 16 }, () => applySchedule(service.deps)))
    expect(all.flatMap(({ published }) => published)).toHaveLength(1)
  })

  test('reaches every node with the commit', async () => {
    const heard: string[] = []
    let alive = () => {}
    const isAlive = new Promise<void>(resolve => {
      alive = resolve
    })
    const listener = await openListener(service.databaseUrl, silentLog)
    await listenForInvalidation(listener, {
      onTags: tags => heard.push(...tags),
      onMissed: () => undefined,
      onAlive: () => alive(),
    })
    await isAlive
    service.clock.advance({ minutes: 10 })
    await applySchedule(service.deps)
    while (heard.length === 0) await wait(10)
    await listener.stop()
    expect(heard).toContain('catalogue')
    expect(heard).toContain(`content:${await contentId(service, 'new')}`)
  })
})

describe('unpublish_at', () => {
  test('removes a title from every place at its minute, and its address answers 410', async () => {
    await imports(aFilm({ ...part, external_id: 'new', unpublish_at: minutesAway(10) }))
    const id = await contentId(service, 'new')
    expect((await foundIn(id, service)).join(' ')).toBe(EVERYWHERE)
    service.clock.advance({ minutes: 10 })
    expect(await there('new')).toBe(410)
    expect(await applySchedule(service.deps)).toMatchObject({ unpublished: [id] })
    expect(await foundIn(id, service)).toEqual([])
    expect(await there('new')).toBe(410)
  })

  test('brings the title back at once if it is moved later', async () => {
    await imports(aFilm({ ...part, external_id: 'new', unpublish_at: minutesAway(10) }))
    service.clock.advance({ minutes: 20 })
    await applySchedule(service.deps)
    await imports(aFilm({ ...part, external_id: 'new', unpublish_at: minutesAway(30) }))
    expect(await there('new')).toBe(200)
  })

  test('must be after published_at', async () => {
    const line = aFilm({
      external_id: 'x',
      published_at: minutesAway(2),
      unpublish_at: minutesAway(2),
    })
    const { problems } = await importRecords(service, [line])
    expect(problems).toMatchObject([
      { field: 'unpublish_at', reason: expect.stringMatching(/^cannot be .*: published_at is /) },
    ])
  })
})

describe('a series', () => {
  const weekly = () => {
    const series = aSeries({ external_id: 'series', episodes: [3], published_at: minutesAway(10) })
    const [season] = series.seasons ?? []
    for (const [at, episode] of (season?.episodes ?? []).entries())
      episode.published_at = minutesAway(at * 20)
    return series
  }
  const episodes = async () => {
    const params = { short_id: await contentId(service, 'series') }
    const { seasons } = await service.api(getContent, { params })
    return seasons.flatMap(({ episodes }) => episodes.map(({ title }) => title))
  }

  test('publishes its episodes one by one, none before the series', async () => {
    await imports(weekly())
    expect(await there('series-1-1')).toBe(404)
    service.clock.advance({ minutes: 10 })
    await applySchedule(service.deps)
    expect(await episodes()).toEqual(['قسمت 1'])
    expect(await there('series-1-2')).toBe(404)
    service.clock.advance({ minutes: 10 })
    await applySchedule(service.deps)
    expect(await episodes()).toEqual(['قسمت 1', 'قسمت 2'])
  })
})

test('titles that a node of the previous version published too early are hidden', async () => {
  await imports(aSeries({ external_id: 'early' }))
  await service.deps.db.execute(
    `update contents set published_at = '${minutesAway(5)}' where external_id like 'early%'`,
  )
  expect((await applySchedule(service.deps)).hidden).toHaveLength(4)
  expect(await there('early')).toBe(404)
  service.clock.advance({ minutes: 5 })
  expect((await applySchedule(service.deps)).published).toHaveLength(4)
})

test('available_at marks a title as coming soon until then', async () => {
  await imports(aFilm({ ...part, external_id: 'soon', available_at: minutesAway(10) }))
  const id = await contentId(service, 'soon')
  const flags = async () => (await service.api(getContent, { params: { short_id: id } })).flag
  expect(await flags()).toContain('coming_soon')
  service.clock.advance({ minutes: 10 })
  expect((await applySchedule(service.deps)).available).toEqual([id])
  expect(await flags()).not.toContain('coming_soon')
})

describe('an editor', () => {
  const times = async (name: string, given: NewTimes) => {
    const done = await scheduleTitle(service.deps, name, given)
    return typeof done === 'string' || 'conflict' in done ? done : done.isPublished
  }

  test('removes a title until a given time, and brings it back', async () => {
    await imports(aFilm({ ...part, external_id: 'new' }))
    expect(await times('new', { publishedAt: new Date(minutesAway(5)) })).toBe(false)
    expect(await there('new')).toBe(404)
    expect(
      (await listScheduledChanges(service.deps)).map(({ what, externalId }) => [what, externalId]),
    ).toEqual([['publish', 'new']])
    service.clock.advance({ minutes: 5 })
    expect((await applySchedule(service.deps)).published).toHaveLength(1)
    expect(await times('new', { unpublishAt: new Date(minutesAway(5)) })).toHaveProperty(
      'conflict.unpublishAt',
    )
    expect(await times('nothing', { unpublishAt: null })).toBe('no_title')
    expect(await listScheduledChanges(service.deps)).toEqual([])
  })

  test('moves the parts of a series with it, except those with later times of their own', async () => {
    const series = aSeries({ external_id: 'series', episodes: [2] })
    const second = series.seasons?.[0]?.episodes[1]
    if (second) second.published_at = minutesAway(30)
    await imports(series)
    expect(await times('series', { publishedAt: new Date(minutesAway(10)) })).toBe(false)
    expect([await there('series'), await there('series-1-1')]).toEqual([404, 404])
    service.clock.advance({ minutes: 10 })
    await applySchedule(service.deps)
    expect([await there('series-1-1'), await there('series-1-2')]).toEqual([200, 404])
    expect((await listScheduledChanges(service.deps)).map(({ externalId }) => externalId)).toEqual([
      'series-1-2',
    ])
    service.clock.advance({ minutes: 20 })
    expect((await applySchedule(service.deps)).published).toHaveLength(1)
  })

  test('unpublishes at once', async () => {
    await imports(aFilm({ ...part, external_id: 'new', published_at: minutesAway(-5) }))
    expect(await times('new', { unpublishAt: NOW })).toBe(false)
    expect(await there('new')).toBe(410)
    expect(await times('new', { unpublishAt: null })).toBe(true)
    expect(await there('new')).toBe(200)
  })
})
