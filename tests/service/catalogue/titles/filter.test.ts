import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLAGS } from '#src/contract/content.ts'
import { AGE_LABELS, KID_AGES, TYPE_FILTERS } from '#src/contract/limits.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { createCatalogueIndex } from '#src/service/catalogue/search/catalogue-index.ts'
import { createFilter } from '#src/service/catalogue/search/title-entry.ts'
import { listingConditions } from '#src/service/catalogue/titles/filter.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { NOW, startTestService, type TestService } from '#tests/support/service.ts'

const COUNTRIES = ['IR', 'FR', 'JP']
const DAY = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  const titles = Array.from({ length: 60 }, (_, index) =>
    (index % 5 === 0 ? aSeries : aFilm)({
      external_id: `title-${index}`,
      countries: index % 7 === 0 ? [] : [at(COUNTRIES, index), at(COUNTRIES, index * 2 + 1)],
      genres: [at(GENRES, index), at(GENRES, index * 3 + 1)],
      ...(index % 4 === 0 ? {} : { age_label: at([0, ...AGE_LABELS], index) }),
      flags: index % 3 === 0 ? [at(['selected', 'persian_dub'] as const, index)] : [],
      published_at: new Date(NOW.getTime() - index * 2 * DAY).toISOString(),
    }),
  )
  const { problems } = await importRecords(service, titles)
  expect(problems).toEqual([])
})
afterAll(() => service.stop())

test('a filter selects the same titles in the database and in memory', async () => {
  const { deps } = service
  const { rows } = await deps.db.execute<{ id: string }>(sql`select id from contents`)
  const index = createCatalogueIndex(deps)
  await index.refresh()
  const titles = index.titles.view()
  const all = titles.groupOf(rows.map(({ id }) => id))
  const some = (words: readonly string[]) =>
    fc.option(fc.subarray([...words], { maxLength: 3 }), { nil: undefined })
  const filter = fc.record({
    types: some([...TYPE_FILTERS, 'nothing']),
    flags: some(FLAGS),
    categories: some([...GENRES.slice(0, 6), ...COUNTRIES, 'nowhere']),
    maxAge: fc.constantFrom(null, null, ...KID_AGES),
  })
  let found = 0
  await fc.assert(
    fc.asyncProperty(filter, async asked => {
      const conditions = await listingConditions(deps, asked)
      if (!conditions) return
      const stored = await deps.db
        .select({ id: contents.id })
        .from(contents)
        .where(conditions.where)
      const accepts = createFilter(conditions.filter, index.tags)
      const inMemory = titles.best([all], accepts, 100).map(titles.idOf)
      expect(inMemory.sort()).toEqual(stored.map(({ id }) => id).sort())
      found += stored.length
    }),
    { numRuns: 200 },
  )
  expect(found).toBeGreaterThan(500)
})
