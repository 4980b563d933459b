import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { exportRecords } from '#src/service/catalogue/import/export.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import type { Loss } from '#src/service/catalogue/import/plan.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import type { Patch } from '#src/service/catalogue/import/work.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Pictures of which only the names matter. */
const pictures = {
  stamp: async () => '',
  store: async (_: string, kind: string, reference: string | null | undefined) =>
    reference
      ? { path: `${kind}/${reference.replace(/^demo:\w+\//, '')}`, colour: '#102030' }
      : null,
}

async function patch(...patches: Patch[]) {
  const problems: Problem[] = []
  const importer = await createImporter(service.deps, {
    pictures,
    onProblem: problem => void problems.push(problem),
  })
  for (const [at, each] of patches.entries()) await importer.patch(each, at + 1)
  return {
    ...(await importer.finish()),
    told: problems.map(({ field, reason }) => `${field} ${reason}`),
  }
}

async function recordOf(name: string): Promise<ImportRecord | undefined> {
  return (await exportRecords(service.deps, [name])).records[0]
}

async function rowOf(externalId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.deps.db.execute(
    sql`select * from contents where external_id = ${externalId}`,
  )
  return rows[0] ?? {}
}

const whole: ImportTitle = aFilm({
  external_id: 'whole',
  summary: { fa: 'خلاصه', en: 'Summary' },
  poster: 'demo:poster/one',
  backdrop: 'demo:backdrop/one',
  genres: ['drama', 'war'],
  credits: [{ artist: 'someone', role: 'cast', name: { fa: 'کسی' } }],
  media: { stream: 'films/whole', intro: { start: 2, end: 9 } },
  visits: 50,
  year: 2001,
})

describe('a patch', () => {
  test('of one field changes that field only, in the record and in the database', async () => {
    await importRecords(service, [whole], { pictures })
    await service.deps.db.execute(
      sql`update contents set view_count = 9000, likes = 4 where external_id = 'whole'`,
    )
    await service.deps.db.execute(sql`update video_files set duration_seconds = 61.5, id = 'encoded'
      where stream = 'films/whole'`)
    const [record, row] = [await recordOf('whole'), await rowOf('whole')]
    service.clock.advance({ days: 800 })
    const { changed, told } = await patch({
      external_id: 'whole',
      fields: { title: { en: 'Renamed' } },
    })
    expect([changed, told]).toEqual([1, []])
    expect(await recordOf('whole')).toEqual({
      ...record,
      title: { fa: whole.title.fa, en: 'Renamed' },
    })
    const after = await rowOf('whole')
    const different = Object.keys(row).filter(
      key => JSON.stringify(row[key]) !== JSON.stringify(after[key]),
    )
    expect(different.sort()).toEqual([
      'content_hash',
      'search_text',
      'slug_en',
      'title_en',
      'updated_at',
    ])
    const { rows } = await service.deps.db.execute(
      sql`select duration_seconds from video_files where id = 'encoded'`,
    )
    expect(rows).toEqual([{ duration_seconds: 61.5 }])
  })

  test('clears a field with null, and accepts parts of media', async () => {
    await importRecords(service, [{ ...whole, external_id: 'cleared' }], { pictures })
    const fields = { summary: null, poster: null, media: { credits_at: 90, intro: null } }
    expect((await patch({ external_id: 'cleared', fields })).told).toEqual([])
    const record = (await recordOf('cleared')) as ImportTitle
    expect(record.media).toEqual({ stream: 'films/whole', credits_at: 90 })
    expect([record.summary, record.poster]).toEqual([undefined, undefined])
    expect(record.backdrop).toBe('demo:backdrop/one')
  })

  test('finds an episode by its own id, and changes several of one series in one step', async () => {
    await importRecords(service, [aSeries({ external_id: 'part' })])
    const { changed, told } = await patch(
      { external_id: 'part-1-1', fields: { title: { fa: 'آغاز' } } },
      { external_id: 'part-1-2', fields: { duration: '00:50:00' } },
    )
    expect([changed, told]).toEqual([1, []])
    const record = (await recordOf('part')) as ImportTitle
    expect(record.seasons?.[0]?.episodes).toMatchObject([
      { title: { fa: 'آغاز', en: 'Episode 1' } },
      { duration: '00:50:00' },
    ])
  })

  test('with an invalid value is reported and changes nothing', async () => {
    const before = await rowOf('whole')
    const { told } = await patch(
      { external_id: 'whole', fields: { year: 1500 } },
      { external_id: 'missing', fields: { year: 2000 } },
      { external_id: 'cleared', fields: { colour: 1 } },
      { external_id: 'part', fields: { genres: ['noir'] } },
    )
    expect(told).toEqual([
      'external_id names missing, which is not a title, artist or category',
      'year must be 1870 or more, not 1500',
      'colour is not a field of the format',
      expect.stringMatching(
        /^genres\[0\] names noir, which is not a genre: add it on an earlier line, .*"external_id":"noir"/,
      ),
    ])
    expect(await rowOf('whole')).toEqual(before)
  })

  test('loses no field if ten run on one title at once', async () => {
    await importRecords(service, [aFilm({ external_id: 'crowded' })])
    const fields = [
      'year',
      'imdb_rank_percent',
      'rate_percentage',
      'ticket_price',
      'visits',
      'sales',
    ].map((field, at) => ({ [field]: 1990 + at }))
    fields[1] = { imdb_rank_percent: 71 }
    fields[2] = { rate_percentage: 72 }
    const texts = ['summary', 'sub_title', 'page_title', 'tagline'].map(field => ({
      [field]: { fa: field },
    }))
    const all = [...fields, ...texts]
    await Promise.all(all.map(each => patch({ external_id: 'crowded', fields: each })))
    expect(await recordOf('crowded')).toMatchObject(Object.assign({}, ...all))
  })
})

describe('a line without a picture', () => {
  test('keeps the picture of titles, episodes, artists and categories, and null removes it', async () => {
    const series = aSeries({
      external_id: 'framed',
      poster: 'demo:poster/f',
      backdrop: 'demo:backdrop/f',
    })
    const [episode] = series.seasons?.[0]?.episodes ?? []
    if (!episode) throw new Error('the series has episodes')
    episode.backdrop = 'demo:backdrop/own'
    const artist = { kind: 'artist' as const, external_id: 'face', name: { fa: 'چهره' } }
    const category = {
      kind: 'category' as const,
      external_id: 'noir',
      name: { fa: 'نوآر', en: 'Noir' },
    }
    await importRecords(
      service,
      [
        series,
        { ...artist, image: 'demo:portrait/face' },
        { ...category, image: 'demo:tile/noir', order: 3 },
      ],
      { pictures },
    )
    const bare = aSeries({ external_id: 'framed', title: { fa: 'نام تازه' } })
    const again = [
      bare,
      { ...artist, name: { fa: 'نام تازه' } },
      { ...category, name: { fa: 'سیاه', en: 'Black' } },
    ]
    expect((await importRecords(service, again, { pictures })).changed).toBe(3)
    expect(await recordOf('framed')).toMatchObject({
      title: { fa: 'نام تازه' },
      poster: 'demo:poster/f',
      backdrop: 'demo:backdrop/f',
      seasons: [{ episodes: [{ backdrop: 'demo:backdrop/own' }, {}] }],
    })
    expect(await recordOf('face')).toMatchObject({ image: 'demo:portrait/face' })
    expect(await recordOf('noir')).toMatchObject({ image: 'demo:tile/noir', order: 3 })
    await importRecords(
      service,
      [
        { ...bare, poster: null },
        { ...artist, image: null },
      ],
      { pictures },
    )
    expect(await rowOf('framed')).toMatchObject({ poster_path: null })
    expect(await recordOf('face')).not.toHaveProperty('image')
  })

  test('reports what else it removes', async () => {
    await importRecords(service, [{ ...whole, external_id: 'losing' }], { pictures })
    const losses: Loss[] = []
    const importer = await createImporter(service.deps, {
      pictures,
      onLoss: loss => losses.push(loss),
    })
    await importer.record(aFilm({ external_id: 'losing' }), 7)
    await importer.finish()
    expect(losses).toEqual([
      {
        line: 7,
        externalId: 'losing',
        fields: expect.arrayContaining(['media', 'credits', 'summary']),
      },
    ])
    expect(losses[0]?.fields).not.toContain('poster')
  })
})

describe('categories', () => {
  test('exist for the titles after them, in their order and with both names', async () => {
    const { problems, created } = await importRecords(service, [
      { kind: 'category', external_id: 'western', name: { fa: 'وسترن', en: 'Western' }, order: 0 },
      {
        kind: 'category',
        external_id: 'award',
        type: 'collection',
        name: { fa: 'برگزیده', en: 'Awarded' },
      },
      aFilm({ external_id: 'rider', genres: ['western', 'drama'], categories: ['award'] }),
    ])
    expect([created, problems]).toEqual([3, []])
    const { rows } = await service.deps.db.execute(
      sql`select short_id from contents where external_id = 'rider'`,
    )
    const address = { params: { short_id: String(rows[0]?.short_id) } }
    const { categories } = await service.as({ language: 'en' })(getContent, address)
    expect(categories.map(({ title }) => title)).toEqual(['Western', 'Drama'])
    expect(await recordOf('rider')).toMatchObject({
      genres: ['western', 'drama'],
      categories: ['award'],
    })
    const again = await patch({
      kind: 'category',
      external_id: 'western',
      fields: { listed: false },
    })
    expect(again.changed).toBe(1)
    expect(await recordOf('western')).toMatchObject({ listed: false, order: 0 })
  })

  test('never change their type, and a collection is not a genre', async () => {
    const { problems } = await importRecords(service, [
      {
        kind: 'category',
        external_id: 'drama',
        type: 'collection',
        name: { fa: 'درام', en: 'Drama' },
      },
      aFilm({ external_id: 'mixed', genres: ['family-animation'] }),
    ])
    expect(problems.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      'type cannot change: drama is of type genre',
      expect.stringMatching(/^genres\[0\] names family-animation, which is not a genre/),
    ])
  })
})
