import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '#src/contract/endpoints/search.ts'
import { bumpVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let other: TestService
beforeAll(async () => {
  service = await startTestService()
  other = await service.again()
  await importRecords(service, [aFilm({ external_id: 'first', title: { fa: 'باغ گیلاس' } })])
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

const titles = async (query: string, { api } = service) => {
  const { movies } = await api(search, { query: { query } })
  return movies.map(({ title }) => title)
}

describe('names in memory follow the catalogue on every node', () => {
  test('a new title is found at once, and a renamed one only by its new name', async () => {
    expect(await titles('باغ گیلاس')).toEqual(['باغ گیلاس'])
    expect(await titles('باغ گیلاس', other)).toEqual(['باغ گیلاس'])
    await importRecords(service, [
      aFilm({ external_id: 'first', title: { fa: 'خانهٔ سبز' } }),
      aFilm({ external_id: 'second', title: { fa: 'خانهٔ پدری' } }),
    ])
    for (const node of [service, other]) {
      expect((await titles('خانه', node)).sort()).toEqual(['خانهٔ سبز', 'خانهٔ پدری'].sort())
      expect(await titles('گیلاس', node)).toEqual([])
    }
  })

  test('a change of rank moves a title even if its name is the same', async () => {
    await importRecords(service, [
      aFilm({ external_id: 'low', title: { fa: 'دریای یک' }, visits: 1 }),
      aFilm({ external_id: 'high', title: { fa: 'دریای دو' }, visits: 9 }),
    ])
    expect(await titles('دریای')).toEqual(['دریای دو', 'دریای یک'])
    await service.deps.db.execute(
      sql`update contents set rank = 1000000, updated_at = now() where external_id = 'low'`,
    )
    await bumpVersion(service.deps.db)
    expect(await titles('دریای')).toEqual(['دریای یک', 'دریای دو'])
  })

  test('a removed title is no longer found, and is found again once it is back', async () => {
    const film = aFilm({ external_id: 'phoenix', title: { fa: 'ققنوس' } })
    await importRecords(service, [film])
    expect(await titles('ققنوس', other)).toEqual(['ققنوس'])
    await importRecords(service, [{ kind: 'removal', external_id: 'phoenix' }])
    expect(await titles('ققنوس', other)).toEqual([])
    await importRecords(service, [film])
    expect(await titles('ققنوس', other)).toEqual(['ققنوس'])
  })

  test('a change that was written earlier but committed later is not missed', async () => {
    await importRecords(service, [aFilm({ external_id: 'late', title: { fa: 'دیرآمده' } })])
    await service.deps.db.execute(
      sql`update contents set removed_at = now() where external_id = 'late'`,
    )
    await bumpVersion(service.deps.db)
    expect(await titles('دیرآمده')).toEqual([])
    await service.deps.db.execute(
      sql`update contents set removed_at = null, updated_at = ${new Date(service.clock.now().getTime() - 30_000).toISOString()}::timestamptz
        where external_id = 'late'`,
    )
    service.clock.advance({ seconds: 1 })
    await bumpVersion(service.deps.db)
    expect(await titles('دیرآمده')).toEqual(['دیرآمده'])
  })

  test('a change by a node whose clock is far behind is found within an hour', async () => {
    await importRecords(service, [aFilm({ external_id: 'behind', title: { fa: 'ساعت‌ساز' } })])
    const { db } = service.deps
    const change = (title: string) =>
      db.execute(sql`update contents set title_fa = ${title}, search_text = ${title},
        updated_at = '2020-01-01' where external_id = 'behind'`)
    expect(await titles('ساعت ساز')).toEqual(['ساعت‌ساز'])
    await change('زرگر')
    await bumpVersion(db)
    expect(await titles('زرگر')).toEqual([])
    service.clock.advance({ hours: 1 })
    await expect.poll(() => titles('زرگر')).toEqual(['زرگر'])
  })

  test('all titles are loaded even if they fill more than one batch', async () => {
    const many = Array.from({ length: 2_300 }, (_, index) =>
      aFilm({ external_id: `many-${index}`, title: { fa: `پرشمار ${index}` } }),
    )
    await importRecords(service, many)
    const third = await service.again()
    for (const node of [service, third]) {
      // More than a batch: a search on the node that already runs does not wait for all of it.
      await expect.poll(() => titles('پرشمار 0', node)).toContain('پرشمار 0')
      await expect.poll(() => titles('پرشمار 2299', node)).toContain('پرشمار 2299')
    }
    await third.stop()
  })
})
