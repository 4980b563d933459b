import { describe, expect, it } from 'vitest'
import { FLAGS } from '#src/contract/content.ts'
import type { ImportArtist, ImportTitle } from '#src/contract/import.ts'
import { KID_AGES } from '#src/contract/limits.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { demoPage, demoRecords } from '#tests/support/demo-catalogue.ts'

const records = await demoRecords()
const artists = records.filter((record): record is ImportArtist => record.kind === 'artist')
const titles = records.filter((record): record is ImportTitle => record.kind === 'title')
const flagged = (flag: (typeof FLAGS)[number]) =>
  titles.filter(title => title.flags?.includes(flag))
const episodes = titles.flatMap(title => title.seasons ?? []).flatMap(season => season.episodes)
const secondsOf = (duration = '') =>
  duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

describe('the demo catalogue', () => {
  it('has at least 160 titles of every type, and 60 artists', () => {
    expect(titles.length).toBeGreaterThanOrEqual(160)
    expect(artists).toHaveLength(60)
    expect(titles.filter(title => title.type === 'series').length).toBeGreaterThanOrEqual(30)
    expect(titles.filter(title => title.type === 'video_content_list')).toHaveLength(6)
    expect(episodes.length).toBeGreaterThanOrEqual(200)
  })

  it('has series of two to four seasons', () => {
    const long = titles.filter(title => (title.seasons?.length ?? 0) > 1)
    expect(long.length).toBeGreaterThanOrEqual(4)
  })

  it('has ten films of the online cinema, each with a ticket price', () => {
    expect(flagged('cinema_online')).toHaveLength(10)
    for (const title of flagged('content_has_ticket')) expect(title.ticket_price).toBeGreaterThan(0)
  })

  it('has a live channel, audio books with chapters, and films coming soon that cannot be played', () => {
    expect(flagged('live')[0]?.media?.kind).toBe('live')
    expect(flagged('audio_book').length).toBeGreaterThanOrEqual(8)
    for (const book of flagged('audio_book')) {
      expect(book.media?.chapters?.length).toBeGreaterThanOrEqual(5)
    }
    expect(flagged('coming_soon')).toHaveLength(2)
    for (const title of flagged('coming_soon')) expect(title.media).toBeUndefined()
  })

  it('plays for every film, episode and book its own stream, as long as its page says', () => {
    const played = [...titles, ...episodes].filter(({ media }) => media && media.kind !== 'live')
    for (const { external_id, duration, media } of played)
      expect(media?.stream).toBe(`demo/reels/${external_id}/${secondsOf(duration)}`)
    for (const { external_id, trailer } of titles)
      if (trailer) expect(trailer.stream).toBe(`demo/reels/${external_id}/trailer`)
  })

  it('ends every film with a whole shot, and every book with a whole piece of sound', () => {
    for (const { media, duration } of [...titles, ...episodes])
      if (media && media.kind !== 'live')
        expect(secondsOf(duration) % (media.kind === 'audio' ? 16 : 8), media.stream).toBe(0)
  })

  it('keeps every mark of a title inside the stream it plays', () => {
    for (const { media, duration } of [...titles, ...episodes]) {
      if (!media || media.kind === 'live') continue
      const marks = [media.intro?.end, media.credits_at, media.chapters?.at(-1)?.start]
      for (const mark of marks) expect(mark ?? 0, media.stream).toBeLessThan(secondsOf(duration))
    }
  })

  it('shows for each episode a still of its own', () => {
    expect(episodes.length).toBeGreaterThan(200)
    for (const { backdrop, external_id } of episodes)
      expect(backdrop).toBe(`demo:backdrop/${external_id}`)
  })

  it('has every flag that a title can have without another one', () => {
    const personal = ['bookmark', 'playable', 'has_access']
    for (const flag of FLAGS.filter(flag => !personal.includes(flag))) {
      expect(flagged(flag).length, flag).toBeGreaterThan(0)
    }
  })

  it('names the original below the title of a foreign work', () => {
    const named = titles.filter(title => title.sub_title)
    expect(named.length).toBeGreaterThan(10)
    for (const { countries = [], external_id } of named)
      expect(countries[0], external_id).not.toBe('IR')
  })

  it('has titles of every genre and of every age band of children', () => {
    for (const genre of GENRES) {
      expect(titles.filter(title => title.genres?.includes(genre)).length, genre).toBeGreaterThan(1)
    }
    const kids = titles.filter(title => title.genres?.includes('kids'))
    for (const band of KID_AGES) {
      expect(kids.filter(title => title.age_label === band).length, `${band}`).toBeGreaterThan(1)
    }
  })

  it('has Persian and English texts everywhere', () => {
    const texts = [
      ...artists.flatMap(artist => [artist.name, artist.bio]),
      ...titles.flatMap(title => [title.title, title.summary, title.tagline]),
      ...episodes.flatMap(episode => [episode.title, episode.summary]),
    ]
    for (const text of texts) {
      expect(text?.fa).toMatch(/[آ-ی]/)
      expect(text?.en).toMatch(/[A-Za-z]/)
      expect(text?.en).not.toMatch(/[آ-ی]/)
    }
  })

  it('writes Persian with Persian letters, joined with ZWNJ and not with spaces', () => {
    const fa = [...titles, ...episodes].flatMap(each => [each.title.fa, each.summary?.fa])
    for (const text of fa) expect(text).not.toMatch(/[يكةى]| ها | ی | می [آ-ی]/)
  })

  it('never repeats an id or a title', () => {
    const ids = [...records, ...episodes].map(record => record.external_id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const language of ['fa', 'en'] as const) {
      const names = titles.map(title => title.title[language])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('credits only artists and bundles only titles that it contains', () => {
    const known = new Set(records.map(record => record.external_id))
    for (const title of titles) {
      for (const credit of title.credits ?? []) {
        expect(known.has(credit.artist), `${title.external_id}: ${credit.artist}`).toBe(true)
      }
      for (const item of title.items ?? []) expect(known.has(item), item).toBe(true)
    }
    const credited = new Set(titles.flatMap(title => title.credits ?? []).map(each => each.artist))
    expect(artists.filter(artist => !credited.has(artist.external_id))).toEqual([])
  })

  it('shows a child no bundle that contains a title above its age', () => {
    const age = new Map(titles.map(title => [title.external_id, title.age_label ?? 18]))
    for (const title of titles) {
      for (const item of title.items ?? []) {
        expect(age.get(item), item).toBeLessThanOrEqual(title.age_label ?? 0)
      }
    }
  })

  it('names only titles that it contains on the home page, six of them in the hero', async () => {
    const { widgets } = await demoPage('home.json')
    const known = new Set(titles.map(title => title.external_id))
    const named = widgets.flatMap(row => ('external_ids' in row ? (row.external_ids ?? []) : []))
    expect(named.filter(id => !known.has(id))).toEqual([])
    expect(widgets[0]).toMatchObject({ type: 'banner', external_ids: { length: 6 } })
    expect(widgets.map(row => 'title' in row && row.title.fa)).toContain('سینما آنلاین')
  })
})
