import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dislike, getConditionalProp, like } from '#src/contract/endpoints/content.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { votes } from '#src/service/platform/db/schema/library.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId } from '#tests/support/watch-history.ts'

let service: TestService
let count = 0
let id = ''
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  const external_id = `film-${++count}`
  await importRecords(service, [aFilm({ external_id })])
  id = await contentId(service, external_id)
})

async function counters() {
  const [row] = await service.deps.db.select().from(contents).where(eq(contents.id, id))
  return [row?.likes, row?.dislikes]
}

test('the percentage follows every vote, and a repeated vote is taken back', async () => {
  const [one, two] = [await aUser(service), await aUser(service)]
  const params = { id }
  expect(await one.api(like, { params })).toEqual({ vote: 'like', rate_percentage: 100 })
  expect(await two.api(dislike, { params })).toEqual({ vote: 'dislike', rate_percentage: 50 })
  expect(await one.api(getConditionalProp, { params })).toMatchObject({ vote: 'like' })
  expect(await one.api(like, { params })).toEqual({ vote: null, rate_percentage: 0 })
  expect(await two.api(like, { params })).toEqual({ vote: 'like', rate_percentage: 100 })
  expect(await counters()).toEqual([1, 0])
})

test('concurrent presses are applied one after the other: an even number leaves no vote', async () => {
  const { api } = await aUser(service)
  const presses = Array.from({ length: 32 }, (_, index) =>
    api(index % 2 ? dislike : like, { params: { id } }),
  )
  await Promise.all(presses)
  const rows = await service.deps.db.select().from(votes).where(eq(votes.contentId, id))
  expect(rows.length).toBeLessThanOrEqual(1)
  const expected = rows.map(({ value }) => (value === 1 ? [1, 0] : [0, 1]))[0] ?? [0, 0]
  expect(await counters()).toEqual(expected)

  const other = await aUser(service)
  await Promise.all(Array.from({ length: 16 }, () => other.api(like, { params: { id } })))
  expect((await counters())[0]).toBe(expected[0])
})
