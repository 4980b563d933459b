/** The order of matches, in both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { toOtherLayout } from '#src/lib/text/keyboard-layout.ts'
import { createSearchEngine } from '#src/service/catalogue/search/search-engine-of.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { type OpenSearchServer, startOpenSearch } from '#tests/support/opensearch/server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

/** Names with signs that are letters in the Persian layout. */
const NAMES = ["Rock'n'Roll", "D'Artagnan", 'Tiger, Dragon']
const inPersian = (name: string) => toOtherLayout(name) ?? ''

describe.each([
  ['in memory', false],
  ['at a server', true],
])('%s', (_, isRemote) => {
  let server: OpenSearchServer
  let service: TestService
  beforeAll(async () => {
    server = await startOpenSearch()
    service = await startTestService(isRemote ? { env: { SEARCH_URL: server.url } } : {})
    const artist = (id: string, name: { fa?: string; en?: string }) => ({
      artist: id,
      role: 'cast' as const,
      name,
    })
    const { problems } = await importRecords(service, [
      ...NAMES.flatMap(name => [
        aFilm({ external_id: name, title: { fa: `فیلم ${name}`, en: name } }),
        aFilm({
          external_id: `${name}-keys`,
          title: { fa: `${inPersian(name)} دو`, en: 'Keys' },
          visits: 1_000,
        }),
      ]),
      aFilm({ external_id: 'cow', title: { fa: 'گاو' } }),
      aFilm({ external_id: 'spring', title: { fa: 'چشمه' } }),
      aFilm({ external_id: 'ali', title: { fa: 'علی', en: 'Ali' }, visits: 1_000 }),
      aFilm({ external_id: 'rec', title: { fa: 'ضبط', en: '[REC]' } }),
      aFilm({
        external_id: 'promoted',
        title: { fa: 'هامون', en: 'Hamoun' },
        flags: ['selected'],
        visits: 1_000,
      }),
      aFilm({
        external_id: 'cast',
        title: { fa: 'جمع' },
        credits: [
          artist('mahdavi', { fa: 'محسن مهدوی' }),
          artist('ahmadi', { fa: 'م. احمدی', en: 'Mohsen Ahmadi' }),
          artist('rahmani', { fa: 'مهری رحمانی' }),
          artist('rohm', { fa: 'ماریا رم', en: 'Maria Rohm' }),
          artist('goli', { fa: 'گلی' }),
          artist('sara', { fa: 'سارا یک', en: 'Sara One' }),
          artist('sara-fa', { fa: 'سارا دو' }),
        ],
      }),
    ])
    expect(problems).toEqual([])
    await createSearchEngine(service.deps).refresh()
  })
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  const panel = (query: string) => service.api(search, { query: { query } })
  const movies = async (query: string) => (await panel(query)).movies.map(({ title }) => title)
  const artists = async (query: string) =>
    (await panel(query)).artists.items.map(({ name }) => name)

  describe('a query with signs that are letters in the other keyboard layout', () => {
    test.each(NAMES)('%s: the title of that name comes first', async name => {
      for (const query of [name, name.slice(0, -2)])
        expect(await movies(query)).toEqual([`فیلم ${name}`, `${inPersian(name)} دو`])
    })

    test('its other reading comes first if no name begins as typed', async () => {
      expect((await movies("'h,"))[0]).toBe('گاو')
      expect((await panel("'h,")).promoted_videos).toEqual([])
      const { items } = await service.api(listContents, { query: { query: "'h," } })
      expect(items[0]?.title).toBe('گاو')
    })

    test('its other reading comes first if no name contains a sign, even before names without the sign', async () => {
      expect(await movies(']ali')).toEqual(['چشمه', 'علی'])
      expect(await movies('ali')).toEqual(['علی'])
    })

    test('a name in brackets is found, because nothing has the other name', async () => {
      expect(await movies('[REC]')).toEqual(['ضبط'])
    })

    test('finds an artist', async () => {
      expect(await artists("'gd")).toEqual(['گلی'])
    })
  })

  describe('artists', () => {
    test('with a corrected name come before those with another reading, which are shown too', async () => {
      expect(await artists('mohsen amhadi')).toEqual(['م. احمدی', 'محسن مهدوی'])
      expect(await artists('maira rohm')).toEqual(['ماریا رم', 'مهری رحمانی'])
    })

    test('with another reading are shown after few hits by name', async () => {
      expect(await artists('sara')).toEqual(['سارا یک', 'سارا دو'])
    })
  })
})
