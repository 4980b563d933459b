import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getArtist, getContent, listContents } from '#src/contract/endpoints/content.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
const shortIds = new Map<string, string>()

beforeAll(async () => {
  service = await startTestService()
  const asghar = {
    artist: 'director',
    role: 'director' as const,
    name: { fa: 'اصغر نیکان', en: 'Asghar Nikan' },
  }
  const { problems } = await importRecords(service, [
    {
      kind: 'artist',
      external_id: 'actor',
      name: { fa: 'لیلا سپهر', en: 'Leila Sepehr' },
      bio: { fa: 'بازیگر تئاتر و سینما.' },
    },
    aFilm({
      external_id: 'rain',
      title: { fa: 'باران بی‌پایان', en: 'Endless Rain' },
      page_title: { fa: 'تماشای باران بی‌پایان' },
      tagline: { fa: 'وقتی ابرها حرف می‌زنند' },
      summary: { fa: 'دختری در شمال.', en: 'A girl in the north.' },
      year: 2019,
      duration: '01:45:30',
      genres: ['drama', 'romance'],
      countries: ['IR', 'DE'],
      age_label: 12,
      credits: [asghar, { artist: 'actor', role: 'cast', character: { fa: 'مریم' } }],
      media: { stream: 'films/rain' },
      trailer: { stream: 'films/rain-trailer' },
      audio_languages: ['fa', 'en'],
      caption_languages: ['fa'],
      imdb_rank_percent: 78,
    }),
    aFilm({ external_id: 'same-director', genres: ['comedy'], credits: [asghar], age_label: 7 }),
    aFilm({ external_id: 'same-genre', genres: ['drama'], age_label: 18 }),
    aFilm({ external_id: 'stranger', type: 'series', genres: ['war'] }),
    aSeries({ external_id: 'house', episodes: [3, 2], age_label: 15, poster: undefined }),
    aToldSeries(),
    aFilm({
      external_id: 'cinema',
      flags: ['cinema_online', 'content_has_ticket', 'iran_access'],
      ticket_price: 1_200_005,
      ticket_hours: 72,
      age_label: 0,
    }),
    aFilm({ external_id: 'bundle', type: 'video_content_list', items: ['same-genre', 'rain'] }),
    aFilm({ external_id: 'gone' }),
    aFilm({ external_id: 'unrated' }),
    aFilm({
      external_id: 'from-a-book',
      credits: (['author', 'writer', 'director'] as const).map(role => ({
        artist: 'pen',
        role,
        name: { fa: 'مینا راد' },
      })),
    }),
  ])
  expect(problems).toEqual([])
  const { rows } = await service.deps.db.execute<{ external_id: string; short_id: string }>(
    'select external_id, short_id from contents union all select external_id, short_id from artists',
  )
  for (const { external_id, short_id } of rows) shortIds.set(external_id, short_id)
  await importRecords(service, [{ kind: 'removal', external_id: 'gone' }])
})
afterAll(() => service.stop())

const idOf = (externalId: string) => shortIds.get(externalId) ?? ''
const content = (externalId: string, api = service.api) =>
  api(getContent, { params: { short_id: idOf(externalId) } })

describe('a complete title', () => {
  test('has its texts, people, streams and attribute groups', async () => {
    const film = await content('rain')
    expect(film).toMatchObject({
      title: 'باران بی‌پایان',
      page_title: 'تماشای باران بی‌پایان',
      tagline: 'وقتی ابرها حرف می‌زنند',
      duration: '01:45:30',
      type: 'single_video',
      age_label: 12,
      audio_tracks: ['fa', 'en'],
      captions: ['fa'],
      comments_count: 0,
      ticket: null,
    })
    expect(Object.keys(film.video_files).sort()).toEqual(['primary', 'trailer'])
    const { items } = await content('bundle')
    expect(items.filter(card => card.has_trailer).map(card => card.id)).toEqual([film.id])
    expect(film.flag).toEqual(expect.arrayContaining(['playable', 'multi_audio', 'has_subtitle']))
    expect(
      film.credits.map(({ name, role_slug, character }) => [name, role_slug, character]),
    ).toEqual([
      ['اصغر نیکان', 'director', null],
      ['لیلا سپهر', 'cast', 'مریم'],
    ])
    const groups = film.attribute_groups.map(({ type, items }) => [type, items.map(i => i.title)])
    expect(groups).toEqual([
      ['genre', ['درام', 'عاشقانه']],
      ['country', ['ایران', 'آلمان']],
      ['year', ['۲۰۱۹']],
      ['director', ['اصغر نیکان']],
      ['cast', ['لیلا سپهر']],
    ])
  })

  test('is returned in English on request, and falls back to Persian', async () => {
    const film = await content('rain', service.as({ language: 'en' }))
    expect([film.title, film.slug, film.summary]).toEqual([
      'Endless Rain',
      'endless-rain',
      'A girl in the north.',
    ])
    expect(film.tagline).toBe('وقتی ابرها حرف می‌زنند')
    expect(film.slugs).toEqual({ fa: 'باران-بی-پایان', en: 'endless-rain' })
  })

  test('has seasons with episodes in order if it is a series', async () => {
    const series = await content('house')
    expect(series.season_count).toBe(2)
    expect(series.seasons.map(({ title, episodes }) => [title, episodes.length])).toEqual([
      ['فصل ۱', 3],
      ['فصل ۲', 2],
    ])
    expect(series.seasons[0]?.episodes.map(({ episode }) => episode?.number)).toEqual([1, 2, 3])
  })

  test('has, for an episode in its season, a synopsis and the price of its series’ ticket', async () => {
    const { seasons, ticket } = await content('told')
    expect(seasons[0]?.episodes.map(({ summary }) => summary)).toEqual(['چراغ خاموش می‌ماند.'])
    expect(ticket).toMatchObject({ short_id: idOf('told'), price: 900_000, total: 990_000 })
    expect(seasons[0]?.episodes[0]?.ticket).toEqual(ticket)
    expect((await content('told-1-1')).ticket).toEqual(ticket)
    expect((await content('house')).ticket).toBeNull()
  })

  test('is found by its own short_id if it is an episode, and names its series', async () => {
    const episode = await content('house-2-1')
    expect(episode.type).toBe('episode')
    expect(episode.episode).toEqual({ season: 2, number: 1 })
    expect(episode.series?.short_id).toBe(idOf('house'))
    expect(episode.seasons).toHaveLength(2)
    expect(episode.age_label).toBe(15)
  })

  test('has the ticket price plus 10% VAT as total, in whole rials', async () => {
    const { ticket, flag } = await content('cinema')
    expect(ticket).toMatchObject({
      price: 1_200_005,
      vat: 120_001,
      total: 1_320_006,
      valid_hours: 72,
    })
    expect(flag).toContain('content_has_ticket')
  })

  test('contains its titles in the given order if it is a bundle', async () => {
    const { items } = await content('bundle')
    expect(items.map(({ short_id }) => short_id)).toEqual([idOf('same-genre'), idOf('rain')])
  })

  test('lists similar titles by shared people before shared genres', async () => {
    const { similar } = await content('rain')
    expect(similar.map(({ short_id }) => short_id)).toEqual([
      idOf('same-director'),
      idOf('same-genre'),
    ])
  })

  test('answers 410 if it was removed, and 404 if it never existed', async () => {
    expect(await apiErrorOf(content('gone'))).toMatchObject({ status: 410, result: 'gone' })
    expect(
      await apiErrorOf(service.api(getContent, { params: { short_id: 'nothing' } })),
    ).toMatchObject({ status: 404, result: 'not_found' })
    const { items } = await service.api(listContents, { query: { count: 100 } })
    expect(items.map(({ short_id }) => short_id)).not.toContain(idOf('gone'))
  })

  test('answers 451 to a child above its band, also for episodes and unrated titles', async () => {
    const { api } = await aKid(service, 'under_12')
    expect((await content('rain', api)).age_label).toBe(12)
    for (const above of ['same-genre', 'house', 'house-1-1', 'unrated'])
      expect(await apiErrorOf(content(above, api)), above).toMatchObject({
        status: 451,
        result: 'content_is_age_restricted',
      })
    const { similar } = await content('rain', api)
    expect(similar.map(({ short_id }) => short_id)).toEqual([idOf('same-director')])
  })
})

describe('an artist', () => {
  test('has roles, a text and the titles, newest first', async () => {
    const artist = await service.api(getArtist, { params: { short_id: idOf('actor') } })
    expect(artist).toMatchObject({
      name: 'لیلا سپهر',
      other_name: 'Leila Sepehr',
      bio: 'بازیگر تئاتر و سینما.',
      roles: ['بازیگر'],
    })
    expect(artist.contents.map(({ short_id }) => short_id)).toEqual([idOf('rain')])
  })

  test('has each role once, in the language of the request', async () => {
    const params = { short_id: idOf('pen') }
    const { roles } = await service.api(getArtist, { params })
    expect(roles).toEqual(['کارگردان', 'نویسنده'])
    const english = await service.as({ language: 'en' })(getArtist, { params })
    expect(english.roles).toEqual(['Director', 'Writer', 'Author'])
  })

  test('shows a child only titles within its band', async () => {
    const { api } = await aKid(service, 'under_7')
    const { contents } = await api(getArtist, { params: { short_id: idOf('director') } })
    expect(contents.map(({ short_id }) => short_id)).toEqual([idOf('same-director')])
  })
})

/** A series sold by ticket, whose episode has a synopsis. */
function aToldSeries() {
  const series = aSeries({
    external_id: 'told',
    episodes: [1],
    flags: ['content_has_ticket'],
    ticket_price: 900_000,
    ticket_hours: 48,
  })
  const [episode] = series.seasons?.[0]?.episodes ?? []
  if (episode) episode.summary = { fa: 'چراغ خاموش می‌ماند.', en: 'The light stays off.' }
  return series
}
