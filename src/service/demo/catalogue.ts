// The demo catalogue in the import format: artists first, then titles, then the bundles made of them.
import type { Flag } from '#src/contract/content.ts'
import type { ImportArtist, ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { artistDrafts } from './artists.ts'
import { audioBooks } from './audio.ts'
import { cinema, comingSoon } from './cinema.ts'
import { bundles, live } from './collections.ts'
import { creditsOf, words } from './crew.ts'
import type {
  ArtistDraft,
  AudioBookDraft,
  BundleDraft,
  CinemaDraft,
  EpisodeDraft,
  FilmDraft,
  Pair,
  SeriesDraft,
  TitleDraft,
} from './draft.ts'
import { clock, numberOf, popularityOf, publishedAt, ratingOf } from './figures.ts'
import { films } from './films.ts'
import { seriesDrafts } from './series.ts'

/** The streams of demo/streams, with their length in seconds; all times of a title lie inside it. */
export const DEMO_STREAMS = {
  film: { key: 'demo/landscape', seconds: 64 },
  book: { key: 'demo/book', seconds: 120 },
  channel: { key: 'demo/channel' },
} as const

const vod = { stream: DEMO_STREAMS.film.key, kind: 'vod' } as const
const withMarks = { ...vod, intro: { start: 1, end: 11 }, credits_at: 54 }

export function demoCatalogue(): ImportRecord[] {
  return [
    ...artistDrafts.map(artist),
    ...films.map(film),
    ...cinema.map(ticketed),
    ...comingSoon.map(announced),
    ...seriesDrafts.map(series),
    ...audioBooks.map(audioBook),
    ...live.map(channel),
    ...bundles.map(bundle),
  ]
}

/** Every draft that has a poster and a backdrop. */
export function titleDrafts(): TitleDraft[] {
  const single = [...films, ...cinema, ...comingSoon, ...live]
  return [...single, ...seriesDrafts, ...audioBooks, ...bundles]
}

const both = (text: Pair) => ({ fa: text[0], en: text[1] })

function artist(draft: ArtistDraft): ImportArtist {
  return {
    kind: 'artist',
    external_id: draft.id,
    name: both(draft.name),
    bio: both(draft.bio),
    image: `demo:portrait/${draft.id}`,
  }
}

function base(draft: TitleDraft, more: readonly Flag[] = []): Omit<ImportTitle, 'type'> {
  const flags = [...(words(draft.flags) as Flag[]), ...more]
  const rated = draft.imdb > 0
  return {
    kind: 'title',
    external_id: draft.id,
    title: both(draft.title),
    tagline: both(draft.line),
    summary: both(draft.about),
    year: draft.year,
    countries: words(draft.from),
    genres: words(draft.genres) as NonNullable<ImportTitle['genres']>,
    age_label: draft.age,
    ...(rated && {
      imdb_rank_percent: draft.imdb,
      rate_percentage: ratingOf(draft.id, draft.imdb),
    }),
    ...(rated && popularityOf(draft.id, draft.imdb)),
    flags,
    credits: creditsOf(draft),
    poster: `demo:poster/${draft.id}`,
    backdrop: `demo:backdrop/${draft.id}`,
    ...languagesOf(draft, flags),
    published_at: publishedAt(draft.id, flags.includes('latest')),
  }
}

const SPOKEN: Readonly<Record<string, string>> = {
  FR: 'fr',
  TR: 'tr',
  JP: 'ja',
  KR: 'ko',
  IN: 'hi',
  US: 'en',
}

function languagesOf(draft: TitleDraft, flags: readonly Flag[]) {
  const own = SPOKEN[words(draft.from)[0] ?? 'IR']
  const second = flags.includes('multi_audio') ? (own ?? 'en') : undefined
  const first = own && !flags.includes('persian_dub') ? own : 'fa'
  return {
    audio_languages: second && second !== first ? [first, second] : [first],
    caption_languages: flags.includes('has_subtitle') || own ? ['fa', 'en'] : [],
  }
}

function film(draft: FilmDraft): ImportTitle {
  return {
    ...base(draft),
    type: 'single_video',
    duration: clock(draft.minutes * 60 + numberOf(draft.id, 60)),
    media: withMarks,
    trailer: vod,
  }
}

function ticketed(draft: CinemaDraft): ImportTitle {
  return {
    ...film(draft),
    flags: [...(words(draft.flags) as Flag[]), 'cinema_online', 'content_has_ticket'],
    ticket_price: draft.ticket,
    ticket_hours: 48,
  }
}

function announced(draft: CinemaDraft): ImportTitle {
  const { media: _, ...rest } = film(draft)
  return rest
}

function series(draft: SeriesDraft): ImportTitle {
  return {
    ...base(draft),
    type: 'series',
    trailer: vod,
    seasons: draft.seasons.map((episodes, index) => ({
      number: index + 1,
      title: SEASONS[index],
      year: Math.min(2026, draft.year + index),
      episodes: episodes.map((each, at) => episode(draft, index + 1, at + 1, each)),
    })),
  }
}

const SEASONS = ['اول', 'دوم', 'سوم'].map((fa, index) => ({
  fa: `فصل ${fa}`,
  en: `Season ${index + 1}`,
}))

function episode(draft: SeriesDraft, season: number, number: number, text: EpisodeDraft) {
  const id = `${draft.id}-s${season}e${number}`
  return {
    external_id: id,
    number,
    title: { fa: text[0], en: text[1] },
    summary: { fa: text[2], en: text[3] },
    duration: clock(draft.minutes * 60 - 90 + numberOf(id, 180)),
    media: withMarks,
    backdrop: `demo:backdrop/${draft.id}`,
  }
}

function audioBook(draft: AudioBookDraft): ImportTitle {
  const minutes = draft.chapters.reduce((sum, chapter) => sum + chapter[2], 0)
  let before = 0
  const chapters = draft.chapters.map(([fa, en, length]) => {
    const start = Math.floor((before / minutes) * DEMO_STREAMS.book.seconds)
    before += length
    return { title: { fa, en }, start }
  })
  const { credits = [], ...rest } = base(draft, ['audio_book'])
  return {
    ...rest,
    type: 'single_video',
    duration: clock(minutes * 60),
    credits: [
      ...credits,
      { artist: 'ketabdar', role: 'author' },
      { artist: draft.narrator, role: 'narrator' },
    ],
    media: { stream: DEMO_STREAMS.book.key, kind: 'audio', chapters },
  }
}

function channel(draft: FilmDraft): ImportTitle {
  return {
    ...base(draft),
    type: 'single_video',
    media: { stream: DEMO_STREAMS.channel.key, kind: 'live' },
  }
}

function bundle(draft: BundleDraft): ImportTitle {
  return { ...base(draft), type: 'video_content_list', items: words(draft.items) }
}
