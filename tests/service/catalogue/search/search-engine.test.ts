/** The behaviour that every search engine behind the port must have. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryEngine } from '#src/service/catalogue/search/memory-engine.ts'
import { createOpenSearchEngine } from '#src/service/catalogue/search/opensearch/opensearch-engine.ts'
import type { SearchEngine, TitleQuery } from '#src/service/catalogue/search/search-engine.ts'
import { bumpVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { type OpenSearchServer, startOpenSearch } from '#tests/support/opensearch/server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let server: OpenSearchServer
beforeAll(async () => {
  server = await startOpenSearch()
})
afterAll(() => server.stop())

const ENGINES: Record<string, (deps: Deps) => SearchEngine> = {
  memory: createMemoryEngine,
  OpenSearch: deps => createOpenSearchEngine(deps, server.url),
}

describe.each(Object.entries(ENGINES))('the search engine: %s', (_, create) => {
  let service: TestService
  let engine: SearchEngine
  let names: Map<string, string>
  beforeAll(async () => {
    service = await startTestService()
    const credits = [{ artist: 'kiani', role: 'director' as const, name: { fa: 'یاسمن کیانی' } }]
    const { problems } = await importRecords(service, [
      aFilm({ external_id: 'exact', title: { fa: 'شهر' }, age_label: 18 }),
      aFilm({ external_id: 'start', title: { fa: 'شهر فرنگ' }, visits: 10, age_label: 7 }),
      aFilm({ external_id: 'word', title: { fa: 'قصه‌های شهر' }, visits: 900, age_label: 7 }),
      aSeries({ external_id: 'series', title: { fa: 'شهر آشوب' }, flags: ['selected'] }),
      aFilm({ external_id: 'library', title: { fa: 'کتاب‌خانهٔ نیمه‌شب' }, credits }),
      aFilm({ external_id: 'seven', title: { fa: 'هفت سامورایی' } }),
      aFilm({ external_id: 'french', title: { fa: 'پل' }, countries: ['FR'] }),
      aFilm({ external_id: 'ours', title: { fa: 'دالان' }, countries: ['IR', 'FR'] }),
      aFilm({ external_id: 'foreign', title: { fa: 'دالان' }, countries: ['FR', 'IR'] }),
    ])
    expect(problems).toEqual([])
    const { rows } = await service.deps.db.execute<{ id: string; name: string }>(
      sql`select id, external_id as name from contents`,
    )
    names = new Map(rows.map(({ id, name }) => [id, name]))
    engine = create(service.deps)
    expect(engine.isReady()).toBe(false)
    await engine.refresh()
    expect(engine.isReady()).toBe(true)
  })
  afterAll(() => service.stop())

  const found = async (text: string, asked: Partial<TitleQuery> = {}) => {
    const hits = await engine.titles({ text, filter: {}, limit: 20, ...asked })
    return hits.map(({ id }) => names.get(id))
  }

  test('puts the exact name first, then names that begin with it, then names with a word that does', async () => {
    const [first, ...rest] = await found('شهر')
    expect(first).toBe('exact')
    expect(rest.slice(0, 2).sort()).toEqual(['series', 'start'])
    expect(rest[2]).toBe('word')
  })

  test('limits its results, and on request to the beginning of names or to names', async () => {
    expect(await found('شهر', { limit: 1 })).toEqual(['exact'])
    expect((await found('شهر', { by: 'start' })).sort()).toEqual(['exact', 'series', 'start'])
    expect(await found('کتابخاته', { by: 'name' })).toEqual([])
  })

  test('filters by age, type, flag and origin', async () => {
    expect(await found('شهر', { filter: { maxAge: 12 } })).toEqual(['start', 'word'])
    expect(await found('شهر', { filter: { types: ['series'] } })).toEqual(['series'])
    expect(await found('شهر', { filter: { anyFlag: ['selected', 'exclusive_dub'] } })).toEqual([
      'series',
    ])
    expect(await found('پل', { filter: { countries: ['FR'] }, by: 'start' })).toEqual(['french'])
    expect(await found('پل', { filter: { countries: ['IR'] }, by: 'start' })).toEqual([])
    const foreign = [{ mainCountry: 'IR', isExcluded: true }]
    expect(await found('دالان', { filter: { facets: foreign } })).toEqual(['foreign'])
    const [hit] = await engine.titles({ text: 'شهر آشوب', filter: {}, limit: 1 })
    expect(hit?.type).toBe('series')
  })

  test.each([
    ['a typing error', 'کتابخاته', 'library'],
    ['other spaces', 'کتاب خانه', 'library'],
    ['the other keyboard layout', 'itj shl', 'seven'],
    ['a number in digits', '7 سامورایی', 'seven'],
    ['its director', 'یاسمن کیانی', 'library'],
  ])('finds a title by %s', async (_name, text, meant) => {
    expect(await found(text)).toContain(meant)
  })

  test('finds artists by name', async () => {
    expect(await engine.artists({ text: 'یاسمن', limit: 5 })).toHaveLength(1)
    expect(await engine.artists({ text: 'ظظظظظ', limit: 5 })).toEqual([])
  })

  test('indexes new names and removals', async () => {
    const { db } = service.deps
    await db.execute(
      sql`update contents set search_text = 'باغ', updated_at = now() where external_id = 'seven'`,
    )
    await db.execute(
      sql`update contents set removed_at = now(), updated_at = now() where external_id = 'french'`,
    )
    await bumpVersion(db)
    await engine.refresh()
    expect(await found('باغ', { by: 'name' })).toEqual(['seven'])
    expect(await found('هفت', { by: 'name' })).toEqual([])
    expect(await found('پل', { by: 'name' })).toEqual([])
  })
})
