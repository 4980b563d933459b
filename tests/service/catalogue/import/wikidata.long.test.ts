import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { search } from '#src/contract/endpoints/search.ts'
import type { ImportTitle } from '#src/contract/import.ts'
import { cleanText } from '#src/lib/text/normalise.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { hashCatalogueRows } from '#tests/support/catalogue-rows.ts'
import { importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { sharedData, wikidataFilms } from '#tests/support/wikidata.ts'

const file = sharedData('iranian_films_wikidata_1663.json')

describe.skipIf(!file)('the catalogue of 1,663 real films', () => {
  let service: TestService
  let films: ImportTitle[]

  beforeAll(async () => {
    service = await startTestService()
    films = wikidataFilms(file ?? '')
    const { created, rejected } = await importRecords(service, films)
    expect([created, rejected]).toEqual([1663, 0])
  })
  afterAll(() => service.stop())

  async function isFound(query: string, film: ImportTitle): Promise<boolean> {
    const { items } = await service.api(listContents, { query: { query, count: 100 } })
    const title = cleanText(film.title.fa ?? '')
    return items.some(card => card.title === title && card.year === (film.year ?? null))
  }

  async function missed(change: (title: string) => string, from: readonly ImportTitle[]) {
    const lost: string[] = []
    for (const film of from) {
      const query = change(film.title.fa ?? '')
      if (!(await isFound(query, film))) lost.push(query)
    }
    return lost
  }

  test('is listed completely', async () => {
    const { total } = await service.api(listContents, { query: { types: 'single_video' } })
    expect(total).toBe(1663)
  })

  test('changes no row if it is imported again', async () => {
    const before = await hashCatalogueRows(service.deps)
    const { created, changed, unchanged } = await importRecords(service, films)
    expect([created, changed, unchanged]).toEqual([0, 0, 1663])
    expect(await hashCatalogueRows(service.deps)).toEqual(before)
  })

  test('is found by its Persian titles', async () => {
    expect(await missed(title => title, sample(films, 60))).toEqual([])
  })

  test('is found with Arabic yeh and kaf', async () => {
    const arabic = films.filter(({ title }) => /[یک]/.test(title.fa ?? ''))
    const change = (title: string) => title.replaceAll('ی', 'ي').replaceAll('ک', 'ك')
    expect(await missed(change, sample(arabic, 40))).toEqual([])
  })

  test('is found without ZWNJ, joined or apart', async () => {
    const joined = films.filter(({ title }) => title.fa?.includes('\u200c'))
    expect(await missed(title => title.replaceAll('\u200c', ' '), sample(joined, 40))).toEqual([])
    expect(await missed(title => title.replaceAll('\u200c', ''), sample(joined, 40))).toEqual([])
  })

  test('is found with one typing error, nearly always', async () => {
    const long = sample(
      films.filter(({ title }) => (title.fa ?? '').length >= 6),
      80,
    )
    const lost = await missed(withTypo, long)
    expect(lost.length, lost.join('، ')).toBeLessThanOrEqual(long.length * 0.06)
  })

  test('is found by its English titles, in any case', async () => {
    const english = films.filter(({ title }) => title.en && title.en.length > 3)
    for (const film of sample(english, 50)) {
      const query = (film.title.en ?? '').toLowerCase()
      const { items } = await service.as({ language: 'en' })(listContents, {
        query: { query, count: 100 },
      })
      expect(
        items.some(({ title }) => title.toLowerCase() === query),
        query,
      ).toBe(true)
    }
  })

  test('is shown in the search panel by its first letters, and people by their names', async () => {
    const { movies, promoted_videos } = await service.api(search, { query: { query: 'طعم گی' } })
    expect([...promoted_videos, ...movies][0]?.title).toBe('طعم گیلاس')
    const { artists } = await service.api(search, { query: { query: 'مجيد مجيدي' } })
    expect(artists.items[0]?.name).toBe('مجید مجیدی')
  })
})

describe.skipIf(!file)('a copy with 20 damaged lines', () => {
  test('reports exactly those 20 lines and imports the rest, and a dry run writes nothing', async () => {
    const service = await startTestService()
    const lines = wikidataFilms(file ?? '').map(film => JSON.stringify(film))
    const damaged = damage(lines)
    const empty = await hashCatalogueRows(service.deps)
    const dry = await importLines(service, lines, true)
    expect(dry.numbers).toEqual(damaged)
    expect(await hashCatalogueRows(service.deps)).toEqual(empty)

    const { numbers, summary, problems } = await importLines(service, lines, false)
    expect(numbers).toEqual(damaged)
    expect([summary.created, summary.rejected]).toEqual([1643, 20])
    expect(problems.every(({ reason }) => reason.length > 5)).toBe(true)
    const { total } = await service.api(listContents, { query: {} })
    expect(total).toBe(1643)
    await service.stop()
  })
})

async function importLines({ deps }: TestService, lines: readonly string[], dryRun: boolean) {
  const problems: Problem[] = []
  const importer = await createImporter(deps, {
    pictures: noPictures,
    dryRun,
    onProblem: problem => problems.push(problem),
  })
  for (const [index, text] of lines.entries())
    await importer.line({ number: index + 1, text, bytes: 0 })
  const summary = { ...(await importer.finish()) }
  const numbers = [...new Set(problems.map(({ line }) => line))].sort((a, b) => a - b)
  return { summary, problems, numbers }
}

/** Damages a file in twenty ways. @returns the numbers of the damaged lines */
function damage(lines: string[]): number[] {
  const change = (patch: object) => (line: string) =>
    JSON.stringify({ ...JSON.parse(line), ...patch })
  const ways: ((line: string) => string)[] = [
    line => line.slice(0, line.length / 2),
    () => 'not json at all',
    () => '[]',
    () => 'null',
    () => '{}',
    change({ kind: 'film' }),
    change({ type: 'movie' }),
    change({ external_id: '' }),
    change({ external_id: undefined }),
    change({ title: {} }),
    change({ title: 'a plain text' }),
    change({ year: 'soon' }),
    change({ year: 12 }),
    change({ genres: ['drama', 'noir'] }),
    change({ countries: ['iran'] }),
    change({ duration: '2 hours' }),
    change({ credits: [{ artist: 'nobody', role: 'cast' }] }),
    change({ age_label: 16 }),
    change({ colour: 'red' }),
    change({ flags: ['content_has_ticket'] }),
  ]
  return ways.map((way, index) => {
    const at = 40 + index * 80
    lines[at] = way(lines[at] ?? '')
    return at + 1
  })
}

function sample<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).slice(0, count)
}

/** Replaces one letter inside the longest word. */
function withTypo(title: string): string {
  const word = title.split(/[\s\u200c]+/).sort((a, b) => b.length - a.length)[0] ?? ''
  const at = Math.floor(word.length / 2)
  const wrong = word[at] === 'ب' ? 'ت' : 'ب'
  return title.replace(word, word.slice(0, at) + wrong + word.slice(at + 1))
}
