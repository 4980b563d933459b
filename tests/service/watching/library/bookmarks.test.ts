import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBookmark, listBookmarks, removeBookmark } from '#src/contract/endpoints/library.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, withProfile } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId } from '#tests/support/watch-history.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const films = Array.from({ length: 30 }, (_, index) => aFilm({ external_id: `film-${index}` }))
  await importRecords(service, [...films, aFilm({ external_id: 'adult', age_label: 18 })])
})
afterAll(() => service.stop())

const marked = async (api: TestService['api']) => {
  const { items } = await api(listBookmarks, { query: {} })
  return items.map(({ id }) => id)
}

test('bookmarks belong to a profile, newest first', async () => {
  const person = await aUser(service)
  const other = await aUser(service)
  const ids = [await contentId(service, 'film-1'), await contentId(service, 'film-2')]
  for (const video_content_id of ids) {
    service.clock.advance({ seconds: 1 })
    await person.api(addBookmark, { body: { video_content_id } })
  }
  expect(await marked(person.api)).toEqual(ids.toReversed())
  expect(await marked(other.api)).toEqual([])
})

test('ten concurrent presses on a bookmark end in one state', async () => {
  const { api } = await aUser(service)
  const video_content_id = await contentId(service, 'film-3')
  const press = () => api(addBookmark, { body: { video_content_id } })
  await Promise.all(Array.from({ length: 10 }, press))
  expect(await marked(api)).toEqual([video_content_id])
  const lift = () => api(removeBookmark, { params: { id: video_content_id } })
  await Promise.all(Array.from({ length: 10 }, lift))
  expect(await marked(api)).toEqual([])
})

test('pages have 24 entries, and the next begins at the end of the first', async () => {
  const { api } = await aUser(service)
  for (let index = 0; index < 30; index++) {
    service.clock.advance({ seconds: 1 })
    const video_content_id = await contentId(service, `film-${index}`)
    await api(addBookmark, { body: { video_content_id } })
  }
  const first = await api(listBookmarks, { query: {} })
  const second = await api(listBookmarks, { query: { offset: PAGE_SIZE } })
  expect([first.items.length, first.total]).toEqual([24, 30])
  expect(second.items).toHaveLength(6)
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(30)
})

test('a child’s profile cannot bookmark titles above its band, nor sees bookmarks of them', async () => {
  const parent = await aUser(service)
  const kid = await aKid(service, 'under_7', parent)
  const grown = await withProfile(service, parent, parent.profileId)
  const video_content_id = await contentId(service, 'adult')
  const failure = await grown.api(addBookmark, { body: { video_content_id } }).catch(toFailure)
  expect(failure).toEqual({})
  const again = await withProfile(service, parent, kid.profileId)
  const denied = await again.api(addBookmark, { body: { video_content_id } }).catch(toFailure)
  expect(denied).toMatchObject({ status: 451, result: 'content_is_age_restricted' })
})

test('an unknown title answers 404, and a visitor is asked to sign in', async () => {
  const { api } = await aUser(service)
  const body = { video_content_id: 'nothing' }
  expect(await api(addBookmark, { body }).catch(toFailure)).toMatchObject({ status: 404 })
  expect(await service.api(addBookmark, { body }).catch(toFailure)).toMatchObject({ status: 401 })
  expect(await api(removeBookmark, { params: { id: 'nothing' } })).toEqual({})
})
