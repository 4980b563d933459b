import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '#src/service/catalogue/search/catalogue-changes.ts'
import { keepSearchFresh } from '#src/service/catalogue/search/keep-fresh.ts'
import { createMemoryEngine } from '#src/service/catalogue/search/memory-engine.ts'
import { runInSlices } from '#src/service/catalogue/search/steps.ts'
import { bumpVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const films = Array.from({ length: 1_200 }, (_, at) =>
    aFilm({ external_id: `film-${at}`, title: { fa: `شماره ${at}` } }),
  )
  await importRecords(service, films)
})
afterAll(() => service.stop())

const found = async (engine: ReturnType<typeof createMemoryEngine>, text: string) =>
  (await engine.titles({ text, filter: {}, limit: 5, by: 'name' })).length

test('the engine is ready once all names are loaded, and follows changes without a search', async () => {
  const { deps } = service
  const engine = createMemoryEngine(deps)
  expect(engine.isReady()).toBe(false)
  const { stop } = keepSearchFresh(engine, deps.log)
  expect(engine.isReady()).toBe(false)
  await expect.poll(engine.isReady).toBe(true)
  stop()
  expect(await found(engine, 'شماره 1199')).toBe(1)
})

test('while very many titles change, a search does not wait for them, and finds them later', async () => {
  const { deps } = service
  const engine = createMemoryEngine(deps)
  await engine.refresh()
  const rename = async (name: string) => {
    await deps.db.execute(
      sql`update contents set search_text = ${name} || ' ' || external_id, updated_at = now() where external_id like 'film-%'`,
    )
    await bumpVersion(deps.db)
  }
  await rename('نخست')
  await expect.poll(() => found(engine, 'نخست')).toBe(5)
  await rename('دوم')
  // The previous state, complete: the change is being read, and no search waited for it.
  expect(await found(engine, 'نخست')).toBe(5)
  await expect.poll(() => found(engine, 'دوم')).toBe(5)
  await expect.poll(() => found(engine, 'نخست')).toBe(0)
})

test('a change is read once, whenever its transaction ends, and whatever its timestamp within a minute', async () => {
  const { db } = service.deps
  const now = () => service.clock.now().getTime()
  const changedSince = async (mark: Parameters<typeof readCatalogue>[1]) => {
    const ids: string[] = []
    const next = await readCatalogue(db, mark, now, {
      titles: async rows => void ids.push(...rows.map(({ id }) => id)),
      artists: async () => undefined,
    })
    return { ids, next }
  }
  const all = await changedSince(null)
  expect(all.ids).toHaveLength(1_200)
  expect((await changedSince(all.next)).ids).toEqual([])
  const past = new Date(all.next.until - 30_000).toISOString()
  const { late, next } = await db.transaction(async tx => {
    await tx.execute(
      sql`update contents set updated_at = ${past}::timestamptz where external_id = 'film-3'`,
    )
    // The transaction is open, so other connections do not see it yet.
    const before = await changedSince(all.next)
    return { late: before.ids, next: before.next }
  })
  expect(late).toEqual([])
  const after = await changedSince(next)
  expect(after.ids).toHaveLength(1)
  expect((await changedSince(after.next)).ids).toEqual([])
})

test('long work yields to other tasks', async () => {
  let isOver = false
  let turns = 0
  const next = () => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await runInSlices(
    (function* () {
      const end = performance.now() + 60
      while (performance.now() < end) yield
    })(),
  )
  isOver = true
  expect(turns).toBeGreaterThan(1)
})
