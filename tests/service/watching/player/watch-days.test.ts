import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { viewsSection } from '#src/service/operations/report/views.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { contentWatchDays } from '#src/service/platform/db/schema/player.ts'
import {
  countWatch,
  flushWatchDays,
  watchedSeconds,
} from '#src/service/watching/player/watch-days.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const media = { stream: 'demo/landscape' }
  await importRecords(service, [
    aFilm({ external_id: 'seen', media, duration: '01:00:00' }),
    aFilm({ external_id: 'counted', media }),
    aFilm({ external_id: 'channel', media: { stream: 'demo/channel', kind: 'live' } }),
    aSeries({ external_id: 'show', episodes: [2] }),
  ])
}, 180_000)
afterAll(() => service.stop())

async function contentOf(externalId: string) {
  const [row] = await service.deps.db
    .select({ id: contents.id, fileId: videoFiles.id })
    .from(contents)
    .leftJoin(videoFiles, eq(videoFiles.contentId, contents.id))
    .where(eq(contents.externalId, externalId))
  if (!row) throw new Error(`no ${externalId}`)
  return row
}

async function daysOf(externalId: string) {
  const { id } = await contentOf(externalId)
  const rows = await service.deps.db
    .select()
    .from(contentWatchDays)
    .where(eq(contentWatchDays.contentId, id))
  return rows.map(({ day, views, seconds }) => ({ day, views, seconds }))
}

describe('watched time', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)

  test.each([
    ['is what was played', { position: 20, at: at(0) }, { position: 30, at: at(10) }, 10],
    ['is no jump ahead', { position: 20, at: at(0) }, { position: 900, at: at(10) }, 10],
    ['is no jump back', { position: 900, at: at(0) }, { position: 20, at: at(10) }, 0],
    ['is not paused time', { position: 20, at: at(0) }, { position: 20, at: at(10) }, 0],
    ['does not span days', { position: 20, at: at(0) }, { position: 500, at: at(86_400) }, 60],
    ['begins with the second position', null, { position: 30, at: at(10) }, 0],
  ])('%s', (_, before, after, seconds) => {
    expect(watchedSeconds(before, after)).toBe(seconds)
  })
})

test('playback counts views and seconds by day, written in batches', async () => {
  const { api } = await aSubscriber(service)
  const { id, fileId } = await contentOf('seen')
  const { lease_id } = await api(getPlayback, {
    params: { id: id, fileId: fileId ?? '', use: 'play' },
  })
  for (const current_time of [0, 10, 20, 20, 400]) {
    await api(heartbeat, {
      params: { id, fileId: fileId ?? '' },
      body: { current_time, lease_id, ended: false },
    })
    service.clock.advance({ seconds: 10 })
  }
  expect(await daysOf('seen')).toEqual([])
  await flushWatchDays(service.deps)
  const day = toWire(service.deps.now()).slice(0, 10)
  expect(await daysOf('seen')).toEqual([{ day, views: 1, seconds: 30 }])
  await flushWatchDays(service.deps)
  expect(await daysOf('seen')).toEqual([{ day, views: 1, seconds: 30 }])
})

test('a live channel counts the time between heartbeats, whatever their interval', async () => {
  const { api } = await aSubscriber(service)
  const { id, fileId } = await contentOf('channel')
  const params = { id, fileId: fileId ?? '' }
  const { lease_id } = await api(getPlayback, { params: { ...params, use: 'play' } })
  for (const seconds of [0, 10, 30, 600]) {
    service.clock.advance({ seconds })
    await api(heartbeat, { params, body: { current_time: 0, lease_id, ended: false } })
  }
  await flushWatchDays(service.deps)
  const watched = 0 + 10 + 30 + PLAYBACK.heartbeatSeconds
  expect(await daysOf('channel')).toMatchObject([{ views: 1, seconds: watched }])
})

test('many nodes add to the same day, and no count is lost', async () => {
  const { id } = await contentOf('counted')
  const node = () => ({ ...service.deps, db: Object.create(service.deps.db) })
  const nodes = Array.from({ length: 16 }, node)
  for (const each of nodes) {
    countWatch(each, id, { views: 1, seconds: 5 })
    countWatch(each, 'a title that is gone', { views: 1 })
  }
  await Promise.all(nodes.map(flushWatchDays))
  expect(await daysOf('counted')).toMatchObject([{ views: 16, seconds: 80 }])
})

test('counts that cannot be written are retried', async () => {
  const { id } = await contentOf('counted')
  const [before] = await daysOf('counted')
  let isDown = true
  const db = Object.assign(Object.create(service.deps.db), {
    execute: (...given: Parameters<typeof service.deps.db.execute>) =>
      isDown ? Promise.reject(new Error('down')) : service.deps.db.execute(...given),
  })
  const node = { ...service.deps, db }
  countWatch(node, id, { views: 2 })
  await expect(flushWatchDays(node)).rejects.toThrow('down')
  countWatch(node, id, { views: 1 })
  isDown = false
  await flushWatchDays(node)
  expect(await daysOf('counted')).toMatchObject([{ views: (before?.views ?? 0) + 3 }])
})

test('the report adds them up by title, episodes with their series, for the requested days', async () => {
  const [one, two] = [await contentOf('show-1-1'), await contentOf('show-1-2')]
  const rows = [
    { contentId: one.id, day: '2025-03-20', views: 100, seconds: 3_600 },
    { contentId: one.id, day: '2025-03-21', views: 3, seconds: 5_400 },
    { contentId: two.id, day: '2025-03-22', views: 4, seconds: 1_800 },
    { contentId: two.id, day: '2025-03-23', views: 100, seconds: 3_600 },
  ]
  await service.deps.db.insert(contentWatchDays).values(rows)
  const midnight = (day: string) => new Date(`${day}T00:00:00+03:30`)
  const section = await viewsSection(
    { db: service.deps.db, now: service.deps.now() },
    { from: midnight('2025-03-21'), to: midnight('2025-03-23') },
  )
  expect(section.rows).toEqual([['show', 'فیلم show', 7, 2]])
  expect(section.total).toEqual(['all', null, 7, 2])
})
