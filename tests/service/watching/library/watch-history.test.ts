import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContentCard, ContentType } from '#src/contract/content.ts'
import {
  listContinueWatching,
  listHistory,
  removeContinueWatching,
} from '#src/contract/endpoints/library.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { watches } from '#tests/support/watch-history.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'film' }),
    aFilm({ external_id: 'seen' }),
    aSeries({ external_id: 'series', episodes: [2, 1] }),
  ])
})
afterAll(() => service.stop())

const shown = (items: ContentCard[]) =>
  items.map(({ title, episode, progress }) =>
    episode ? `${episode.season}/${episode.number} ${progress?.current_time}` : title,
  )

test('continue watching lists started titles, a series once, newest first', async () => {
  const person = await aUser(service)
  await watches(service, person, 'series-1-1', { seconds: 100 })
  await watches(service, person, 'film', { seconds: 900, of: 6_000 })
  await watches(service, person, 'series-1-2', { seconds: 200 })
  await watches(service, person, 'seen', { seconds: 6_000, finished: true })
  const { items, total } = await person.api(listContinueWatching, { query: {} })
  expect(shown(items)).toEqual(['1/2 200', 'فیلم film'])
  expect(total).toBe(2)
  expect(items[1]?.progress).toEqual({ current_time: 900, duration: 6_000 })
  expect(items[0]?.series?.title).toBe('فیلم series')
})

test('after a finished episode the next one is listed, across seasons too', async () => {
  const person = await aUser(service)
  await watches(service, person, 'series-1-2', { seconds: 1_000, finished: true })
  const { items } = await person.api(listContinueWatching, { query: {} })
  expect(shown(items)).toEqual(['2/1 0'])
  await watches(service, person, 'series-2-1', { seconds: 1_000, finished: true })
  expect((await person.api(listContinueWatching, { query: {} })).items).toEqual([])
})

test('removing a title takes its whole series off the list but keeps the history', async () => {
  const person = await aUser(service)
  await watches(service, person, 'series-1-1', { seconds: 100 })
  await watches(service, person, 'series-1-2', { seconds: 1_000, finished: true })
  const { items } = await person.api(listContinueWatching, { query: {} })
  expect(shown(items)).toEqual(['2/1 0'])
  await person.api(removeContinueWatching, { params: { id: items[0]?.id ?? '' } })
  expect((await person.api(listContinueWatching, { query: {} })).total).toBe(0)
  expect((await person.api(listHistory, { query: {} })).total).toBe(1)
})

test('the history is listed by type, for each profile', async () => {
  const person = await aUser(service)
  await watches(service, person, 'film', { seconds: 100 })
  await watches(service, person, 'series-1-1', { seconds: 100 })
  await watches(service, person, 'series-1-2', { seconds: 150 })
  const list = async (video_content_type?: ContentType) =>
    shown((await person.api(listHistory, { query: { video_content_type } })).items)
  expect(await list()).toEqual(['1/2 150', 'فیلم film'])
  expect(await list('single_video')).toEqual(['فیلم film'])
  expect(await list('series')).toEqual(['1/2 150'])
  expect(await list('episode')).toEqual(['1/2 150', '1/1 100'])
  const other = await aUser(service)
  expect((await other.api(listHistory, { query: {} })).total).toBe(0)
})

test('a page beyond the end is empty but has the total', async () => {
  const person = await aUser(service)
  await watches(service, person, 'film', { seconds: 100 })
  const page = await person.api(listContinueWatching, { query: { offset: 24 } })
  expect(page).toEqual({ items: [], total: 1, offset: 24, count: 24 })
})
