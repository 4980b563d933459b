import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getContent, listContents } from '#src/contract/endpoints/content.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { PICTURES } from '#src/contract/limits.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import { createPictures } from '#src/service/catalogue/import/pictures.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { aFilm, aSeries, importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function problemsOf(...lines: (object | string)[]): Promise<string[]> {
  const problems: Problem[] = []
  const onProblem = (problem: Problem) => void problems.push(problem)
  const importer = await createImporter(service.deps, { pictures: noPictures, onProblem })
  for (const [index, line] of lines.entries()) {
    const text = typeof line === 'string' ? line : JSON.stringify(line)
    await importer.line({ number: index + 1, text, bytes: 0 })
  }
  await importer.finish()
  return problems.map(({ line, field, reason }) => `${line}: ${field} ${reason}`)
}

async function rows(query: string): Promise<Record<string, unknown>[]> {
  return (await service.deps.db.execute(sql.raw(query))).rows
}

describe('a bad line', () => {
  const film = (patch: object) => ({ ...aFilm({ external_id: 'bad' }), ...patch })

  test.each([
    [film({ year: 1700 }), 'year must be 1870 or more, not 1700'],
    [film({ visits: 3_000_000_000 }), 'visits must be at most 2147483647, not 3000000000'],
    [film({ year: 'then' }), 'year must be a number, not "then"'],
    [
      film({ type: 'movie' }),
      'type must be single_video, series or video_content_list, not "movie"',
    ],
    [film({ colour: 1 }), 'colour is not a field of the format'],
    [film({ title: undefined }), 'title is required'],
    [film({ title: {} }), 'title fa or en is needed'],
    [film({ duration: '2h' }), 'duration has the wrong form: "2h"; an example is 01:45:00'],
    [film({ countries: ['Iran'] }), 'countries[0] has the wrong form: "Iran"; an example is IR'],
    [film({ age_label: 16 }), 'age_label must be 0, 3, 7, 12, 13, 15, 17 or 18, not 16'],
    [{ kind: 'movie' }, 'kind must be artist, category, title or removal'],
    [film({ ticket_price: 0 }), 'ticket_price must be more than 0'],
    [
      film({ flags: ['content_has_ticket'] }),
      'ticket_price is required by the flag content_has_ticket',
    ],
    [film({ seasons: [] }), 'seasons are only allowed for titles of type series'],
    [
      film({ media: { stream: '../secret' } }),
      'media.stream must be a key such as films/rain, without ..',
    ],
    [
      film({ trailer: { stream: 'adverts/spring' } }),
      'trailer.stream cannot be "adverts/spring": streams in adverts/ are played to every viewer. Store the video of a title elsewhere',
    ],
    [
      film({ credits: [{ artist: 'ghost', role: 'cast' }] }),
      'credits[0].artist names ghost, which is not an artist: give a name here, or add the artist on an earlier line',
    ],
    [{ kind: 'removal', external_id: 'ghost' }, 'external_id names ghost, which is not a title'],
  ])('is reported with its number, field and reason: %#', async (line, told) => {
    expect(await problemsOf(line)).toEqual([`1: ${told}`])
  })

  test('does not affect the lines around it', async () => {
    const told = await problemsOf(
      aFilm({ external_id: 'before' }),
      '{"kind":',
      '',
      aFilm({ external_id: 'after' }),
      aFilm({ external_id: 'after' }),
      aSeries({ external_id: 'within' }),
      aFilm({ external_id: 'within-1-2' }),
    )
    expect(told).toHaveLength(3)
    expect(told[2]).toBe('7: external_id within-1-2 also appears on an earlier line')
    expect(told[0]).toMatch(/^2: {2}is not JSON/)
    expect(told[1]).toBe('5: external_id after also appears on an earlier line')
    expect(
      await rows(`select from contents where external_id in ('before', 'after')`),
    ).toHaveLength(2)
  })

  test('never replaces a title by an episode, nor an episode by a title', async () => {
    await importRecords(service, [
      aFilm({ external_id: 'house-1-1' }),
      aSeries({ external_id: 'own' }),
    ])
    const told = await problemsOf(
      aSeries({ external_id: 'house' }),
      aFilm({ external_id: 'own-1-1' }),
    )
    expect(told).toEqual([
      '1: seasons[0].episodes[0].external_id house-1-1 already belongs to another title',
      '2: external_id own-1-1 is an episode of another title',
    ])
  })

  test('that only the database refuses is identified within its batch', async () => {
    const problems: Problem[] = []
    const onProblem = (problem: Problem) => void problems.push(problem)
    const importer = await createImporter(service.deps, { pictures: noPictures, onProblem })
    // A record created by the program itself has not been checked by the schema.
    await importer.record(aFilm({ external_id: 'good' }), 1)
    await importer.record(aFilm({ external_id: 'too-much', visits: 3_000_000_000 }), 2)
    await importer.finish()
    expect(problems).toEqual([
      expect.objectContaining({
        line: 2,
        reason: expect.stringContaining('the database rejected it'),
      }),
    ])
    expect(await rows(`select from contents where external_id = 'good'`)).toHaveLength(1)
  })
})

describe('a line that is imported again', () => {
  test('with changes replaces the record and keeps address, likes and visits', async () => {
    await importRecords(service, [aFilm({ external_id: 'again', visits: 10, genres: ['drama'] })])
    await rows(`update contents set likes = 3, view_count = 500 where external_id = 'again'`)
    const [before] = await rows(
      `select short_id, published_at from contents where external_id = 'again'`,
    )
    service.clock.advance({ days: 3 })
    const { changed } = await importRecords(service, [
      aFilm({ external_id: 'again', visits: 20, genres: ['comedy'], summary: { fa: 'تازه' } }),
    ])
    expect(changed).toBe(1)
    const [after] = await rows(
      `select short_id, published_at, likes, view_count, summary_fa from contents where external_id = 'again'`,
    )
    expect(after).toMatchObject({ ...before, likes: 3, view_count: 500, summary_fa: 'تازه' })
  })

  test('as a series keeps its episodes, drops those that are gone, and reorders them', async () => {
    const series = aSeries({ external_id: 'long', episodes: [3, 2] })
    await importRecords(service, [series])
    const ids = `select external_id, short_id from contents where external_id like 'long-%' and type = 'episode'`
    const before = new Map((await rows(ids)).map(row => [row.external_id, row.short_id]))
    const [one, two] = structuredClone(series.seasons ?? [])
    const [first, second] = one?.episodes ?? []
    if (!one || !two || !first || !second) throw new Error('the series has episodes')
    one.episodes = [
      { ...second, number: 1 },
      { ...first, number: 2 },
    ]
    const { changed, problems } = await importRecords(service, [{ ...series, seasons: [one, two] }])
    expect([changed, problems]).toEqual([1, []])
    const after = await rows(
      `select external_id, short_id, episode_number as number from contents
        where external_id like 'long-1-%' and type = 'episode' order by episode_number`,
    )
    expect(after).toEqual([
      { external_id: 'long-1-2', short_id: before.get('long-1-2'), number: 1 },
      { external_id: 'long-1-1', short_id: before.get('long-1-1'), number: 2 },
    ])
  })

  test('after a removal restores the title at its address', async () => {
    const film = aFilm({ external_id: 'phoenix' })
    await importRecords(service, [film])
    const [row] = await rows(`select short_id from contents where external_id = 'phoenix'`)
    const address = { params: { short_id: String(row?.short_id) } }
    await importRecords(service, [{ kind: 'removal', external_id: 'phoenix' }])
    await expect(service.api(getContent, address)).rejects.toThrow('gone')
    await importRecords(service, [film])
    expect((await service.api(getContent, address)).title).toBe(film.title.fa)
  })

  test('in one file with its removal ends as the last line says', async () => {
    await importRecords(service, [
      aFilm({ external_id: 'short-lived' }),
      { kind: 'removal', external_id: 'short-lived' },
    ])
    const [row] = await rows(`select removed_at from contents where external_id = 'short-lived'`)
    expect(row?.removed_at).toBeTruthy()
  })
})

describe('a subtitle', () => {
  test('is on the card in both languages, is found by search, and disappears with the line', async () => {
    const film = aFilm({ external_id: 'original', sub_title: { en: 'Le Vent du large' } })
    await importRecords(service, [film])
    const [row] = await rows(`select short_id from contents where external_id = 'original'`)
    const address = { params: { short_id: String(row?.short_id) } }
    for (const language of ['fa', 'en'] as const)
      expect((await service.as({ language })(getContent, address)).sub_title).toBe(
        'Le Vent du large',
      )
    const { movies } = await service.api(search, { query: { query: 'vent du large' } })
    expect(movies.map(({ sub_title }) => sub_title)).toEqual(['Le Vent du large'])
    await importRecords(service, [aFilm({ external_id: 'original' })])
    expect((await service.api(getContent, address)).sub_title).toBeNull()
  })
})

describe('people and bundles', () => {
  test('a person is created from a credit, and completed by a later line', async () => {
    const name = { fa: 'نام نخست' }
    await importRecords(service, [
      aFilm({ external_id: 'with-person', credits: [{ artist: 'person', role: 'cast', name }] }),
    ])
    const found = async () =>
      (await rows(`select short_id, name_fa, bio_fa from artists where external_id = 'person'`))[0]
    const before = await found()
    await importRecords(service, [
      { kind: 'artist', external_id: 'person', name: { fa: 'نام کامل' }, bio: { fa: 'زندگی' } },
    ])
    expect(await found()).toEqual({
      short_id: before?.short_id,
      name_fa: 'نام کامل',
      bio_fa: 'زندگی',
    })
  })

  test('a bundle may precede its titles, and an item that does not exist is reported', async () => {
    const told = await problemsOf(
      aFilm({
        external_id: 'pack',
        type: 'video_content_list',
        items: ['pack-2', 'pack-1', 'pack-9'],
      }),
      aFilm({ external_id: 'pack-1' }),
      aFilm({ external_id: 'pack-2' }),
    )
    expect(told).toEqual(['1: items names unknown titles: pack-9'])
    const items =
      await rows(`select c.external_id from bundle_items b join contents p on p.id = b.bundle_id
      join contents c on c.id = b.content_id where p.external_id = 'pack' order by b.position`)
    expect(items.map(row => row.external_id)).toEqual(['pack-2', 'pack-1'])
  })
})

describe('cached pages', () => {
  test('are invalidated by their tags if something changed, and not otherwise', async () => {
    const film = aFilm({ external_id: 'told' })
    service.invalidated.length = 0
    await importRecords(service, [film])
    const [row] = await rows(`select short_id from contents where external_id = 'told'`)
    expect(service.invalidated).toEqual(['catalogue', `content:${row?.short_id}`])
    service.invalidated.length = 0
    await importRecords(service, [film])
    expect(service.invalidated).toEqual([])
  })

  test('counts and search include the new title at once', async () => {
    const { total } = await service.api(listContents, { query: { categories: 'sport' } })
    await service.api(search, { query: { query: 'قهرمانن' } })
    await importRecords(service, [
      aFilm({ external_id: 'sport', title: { fa: 'قهرمانان' }, genres: ['sport'] }),
    ])
    expect((await service.api(listContents, { query: { categories: 'sport' } })).total).toBe(
      total + 1,
    )
    const { movies } = await service.api(search, { query: { query: 'قهرمابان' } })
    expect(movies.map(({ title }) => title)).toEqual(['قهرمانان'])
  })

  test('queries are planned for the actual number of titles after a large import', async () => {
    const known = async () =>
      Number(
        (await rows(`select reltuples from pg_class where relname = 'contents'`))[0]?.reltuples,
      )
    const before = await known()
    await importRecords(
      service,
      Array.from({ length: 150 }, (_, at) => aFilm({ external_id: `many-${at}` })),
    )
    expect(await known()).toBeGreaterThanOrEqual(Math.max(before, 0) + 150)
  })
})

describe('pictures', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pardeh-pictures-'))
    await mkdir(join(folder, 'in/posters'), { recursive: true })
    const red = { r: 200, g: 30, b: 40 }
    await sharp({ create: { width: 600, height: 900, channels: 3, background: red } })
      .jpeg()
      .toFile(join(folder, 'in/posters/red.jpg'))
    await writeFile(join(folder, 'in/notes.jpg'), 'not a picture')
    await writeFile(join(folder, 'outside.jpg'), 'secret')
    await symlink(join(folder, 'outside.jpg'), join(folder, 'in/link.jpg'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const pictures = () =>
    createPictures({
      from: join(folder, 'in'),
      to: folderStore(join(folder, 'out')),
      demo: join(folder, 'demo'),
    })

  test('are made once in every size, and named by their content', async () => {
    const film = aFilm({ external_id: 'pictured', poster: 'posters/red.jpg' })
    const first = await importRecords(service, [film], { pictures: pictures() })
    expect(first.problems).toEqual([])
    const [row] = await rows(
      `select poster_path as path, poster_colour as colour from contents where external_id = 'pictured'`,
    )
    expect(row?.path).toMatch(/^poster\/[0-9a-f]{20}$/)
    expect(row?.colour).toMatch(/^#c[0-9a-f]{5}$/)
    for (const format of ['avif', 'webp'] as const)
      for (const width of PICTURES.poster[format])
        expect(existsSync(join(folder, 'out/pictures', `${row?.path}-${width}.${format}`))).toBe(
          true,
        )
    const { unchanged } = await importRecords(service, [film], { pictures: pictures() })
    expect(unchanged).toBe(1)
  })

  test('a lettering is stored without its empty ground, in each language, and its path has its size', async () => {
    const letters = { width: 300, height: 60, channels: 4, background: '#ffffffff' } as const
    const ground = { top: 40, bottom: 40, left: 50, right: 50, background: '#00000000' }
    const drawn = await sharp({ create: letters }).extend(ground).png().toBuffer()
    await writeFile(join(folder, 'in/name.png'), drawn)
    const film = aFilm({ external_id: 'lettered', lettering: { en: 'name.png' } })
    const { problems } = await importRecords(service, [film], { pictures: pictures() })
    expect(problems).toEqual([])
    const [row] = await rows(
      `select lettering_fa as fa, lettering_en as en from contents where external_id = 'lettered'`,
    )
    expect(row?.fa).toBeNull()
    expect(row?.en).toMatch(/^lettering\/[0-9a-f]{20}-720x144$/)
    expect(existsSync(join(folder, 'out/pictures', `${row?.en}-720.webp`))).toBe(true)
    const { unchanged } = await importRecords(service, [film], { pictures: pictures() })
    expect(unchanged).toBe(1)
    const kept = aFilm({ external_id: 'lettered', year: 1999 })
    await importRecords(service, [kept], { pictures: pictures() })
    const [again] = await rows(
      `select lettering_en as en from contents where external_id = 'lettered'`,
    )
    expect(again?.en).toBe(row?.en)
  })

  test.each(['posters/red.jpg', 'name.svg'])(
    '%s is no lettering: it has no transparent ground, or may contain scripts',
    async lettering => {
      await writeFile(
        join(folder, 'in/name.svg'),
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><script/></svg>',
      )
      const film = aFilm({ external_id: 'unlettered', lettering: { fa: lettering } })
      const { problems } = await importRecords(service, [film], { pictures: pictures() })
      expect(problems[0]?.field).toBe('lettering.fa')
      expect(problems[0]?.reason).toMatch(/cannot be read as a picture/)
    },
  )

  test.each([
    ['../outside.jpg', /outside the folder/],
    ['link.jpg', /outside the folder/],
    ['/etc/passwd', /outside the folder/],
    ['nothing.jpg', /a file that does not exist/],
    ['posters', /is not a file/],
    ['notes.jpg', /cannot be read as a picture/],
    ['demo:poster/nothing', /which is not a built-in picture/],
  ])('%s is rejected with its line', async (poster, told) => {
    const films = [aFilm({ external_id: `refused ${poster}`, poster })]
    const { rejected, problems } = await importRecords(service, films, { pictures: pictures() })
    expect(rejected).toBe(1)
    expect(problems[0]?.field).toBe('poster')
    expect(problems[0]?.reason).toMatch(told)
  })
})

test('a lone surrogate and JSON syntax are stored as text', async () => {
  const summary = { fa: 'نیم \ud83d جفت "و" \\ud83d و \\n' }
  expect(await problemsOf(JSON.stringify(aFilm({ external_id: 'half', summary })))).toEqual([])
  const [row] = await rows(`select summary_fa from contents where external_id = 'half'`)
  expect(row?.summary_fa).toBe('نیم \ufffd جفت "و" \\ud83d و \\n')
})

test('an artist whose line is in a later batch is unknown to an earlier title', async () => {
  const credits = [{ artist: 'later-artist', role: 'cast' as const }]
  const fillers = Array.from({ length: 600 }, (_, at) =>
    aFilm({ external_id: `filler-${at}`, title: { fa: `میان ${at}` } }),
  )
  const artist = { kind: 'artist', external_id: 'later-artist', name: { fa: 'دیرتر' } }
  const problems = await problemsOf(
    aFilm({ external_id: 'early-title', credits }),
    ...fillers,
    artist,
    ...fillers.map(film => ({ ...film, external_id: `${film.external_id}-more` })),
  )
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('1: credits[0].artist names later-artist, which is not an artist')
})
