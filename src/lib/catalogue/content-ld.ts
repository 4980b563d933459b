/**
 * A title as schema.org structured data, with the fields that search engines ask for. Fields without a value are left
 * out.
 */
import type {
  AggregateRating,
  Audiobook,
  BroadcastService,
  Collection,
  CreativeWork,
  Movie,
  Person,
  TVEpisode,
  TVSeason,
  TVSeries,
  VideoObject,
  WithContext,
} from 'schema-dts'
import type { Content, ContentCard, Season } from '#src/contract/content.ts'
import type { CREDIT_ROLES } from '#src/contract/import.ts'
import type { Language } from '#src/contract/languages.ts'
import { getT } from '../i18n/i18n.ts'
import { artistPath, contentPath, playPath } from '../routes.ts'
import { isoDuration } from '../text/duration.ts'
import { fromWire } from '../text/tehran.ts'
import { cardRating } from './card.ts'
import { linkPictureUrl } from './picture.ts'
import { watchActionLd } from './watch-action-ld.ts'
import { withoutEmpty } from './without-empty.ts'

/** Language and origin of the page that carries the data. */
export type Page = { language: Language; origin: string }
type Role = (typeof CREDIT_ROLES)[number]
type Work = Movie | TVSeries | TVSeason | TVEpisode | Audiobook | Collection | BroadcastService

export function contentLd(content: Content, language: Language, origin: string): WithContext<Work> {
  return withoutEmpty({
    '@context': 'https://schema.org',
    ...workLd(content, { language, origin }),
  } as WithContext<Work>)
}

function workLd(content: Content, page: Page): Work {
  if (content.flag.includes('live')) return channelLd(content, page)
  if (content.flag.includes('audio_book')) return audiobookLd(content, page)
  switch (content.type) {
    case 'series':
      return { '@type': 'TVSeries', ...filmedLd(content, page), ...seasonsLd(content, page) }
    case 'season_of_series':
      return { '@type': 'TVSeason', ...filmedLd(content, page), ...ofSeries(content, page) }
    case 'episode':
      return episodeLd(content, page)
    case 'video_content_list':
      return collectionLd(content, page)
    default:
      return movieLd(content, page)
  }
}

function movieLd(content: Content, page: Page): Movie {
  return {
    '@type': 'Movie',
    ...filmedLd(content, page),
    musicBy: people(content, 'composer', page),
    duration: isoDuration(content.duration),
    subtitleLanguage: content.captions,
  }
}

function episodeLd(content: Content, page: Page): TVEpisode {
  const { episode } = content
  return {
    '@type': 'TVEpisode',
    ...filmedLd(content, page),
    duration: isoDuration(content.duration),
    subtitleLanguage: content.captions,
    ...(episode
      ? {
          episodeNumber: episode.number,
          partOfSeason: { '@type': 'TVSeason', seasonNumber: episode.season },
        }
      : {}),
    ...ofSeries(content, page),
  }
}

function audiobookLd(content: Content, page: Page): Audiobook {
  return {
    '@type': 'Audiobook',
    ...sharedLd(content, page),
    author: people(content, 'author', page),
    readBy: people(content, 'narrator', page),
    translator: people(content, 'translator', page),
    duration: isoDuration(content.duration),
    potentialAction: watchActionLd(content, 'ListenAction', page),
  }
}

function collectionLd(content: Content, page: Page): Collection {
  return {
    '@type': 'Collection',
    ...sharedLd(content, page),
    hasPart: content.items.map(item => ({
      '@type': 'Movie',
      name: item.title,
      url: addressOf(item, page),
      image: picturesOf(item, page),
    })),
  }
}

function channelLd(content: Content, page: Page): BroadcastService {
  return {
    '@type': 'BroadcastService',
    '@id': addressOf(content, page),
    name: content.title,
    broadcastDisplayName: content.title,
    description: content.summary,
    url: addressOf(content, page),
    image: picturesOf(content, page),
    potentialAction: watchActionLd(content, 'WatchAction', page),
  }
}

/** Returns the fields that only films, series, seasons and episodes have. */
function filmedLd(content: Content, page: Page) {
  return {
    ...sharedLd(content, page),
    countryOfOrigin: namesOf(content, 'territory').map(name => ({ '@type': 'Country', name })),
    director: people(content, 'director', page),
    actor: people(content, 'cast', page),
    author: people(content, 'writer', page),
    producer: people(content, 'producer', page),
    trailer: trailerLd(content, page),
    potentialAction: watchActionLd(content, 'WatchAction', page),
  } as const satisfies Partial<Movie>
}

function sharedLd(content: Content, page: Page) {
  const { sub_title, year, age_label, audio_tracks } = content
  return {
    '@id': addressOf(content, page),
    name: content.title,
    alternateName: sub_title ?? undefined,
    description: content.summary,
    url: addressOf(content, page),
    image: picturesOf(content, page),
    inLanguage: audio_tracks,
    dateCreated: year ? String(year) : undefined,
    datePublished: year ? String(year) : undefined,
    contentRating: age_label ? `${age_label}+` : undefined,
    genre: namesOf(content, 'genre'),
    aggregateRating: votesLd(content),
  } as const satisfies Partial<CreativeWork>
}

/**
 * Returns null without votes, because search engines report an empty rating as an error. The IMDb rating is not ours to
 * publish.
 */
function votesLd(content: Content): AggregateRating | undefined {
  const rating = cardRating(content)
  if (rating?.kind !== 'percent' || content.votes_count === 0) return undefined
  return {
    '@type': 'AggregateRating',
    ratingValue: rating.value,
    bestRating: 100,
    worstRating: 0,
    ratingCount: content.votes_count,
  }
}

/** Every visitor may play a trailer, signed in or not. */
function trailerLd(content: Content, page: Page): VideoObject | undefined {
  const picture = content.backdrop_image ?? content.poster_image
  if (!content.video_files.trailer || !picture) return undefined
  const kind = content.backdrop_image ? 'backdrop' : 'poster'
  const t = getT(page.language)
  return {
    '@type': 'VideoObject',
    name: t('catalogue.content.trailerOf', { title: content.title }),
    description: content.summary || content.title,
    thumbnailUrl: linkPictureUrl(picture, kind, 'preview', page.origin),
    uploadDate: fromWire(content.published_at).toISOString(),
    embedUrl: `${page.origin}${playPath(content, page.language)}?trailer=1`,
    isFamilyFriendly: content.age_label === null || content.age_label < 18,
  }
}

function seasonsLd({ seasons }: Content, page: Page) {
  return {
    numberOfSeasons: seasons.length || undefined,
    numberOfEpisodes: seasons.reduce((sum, { episodes }) => sum + episodes.length, 0) || undefined,
    containsSeason: seasons.map(season => seasonLd(season, page)),
  } as const satisfies Partial<TVSeries>
}

function seasonLd({ title, number, year, episodes }: Season, page: Page): TVSeason {
  return {
    '@type': 'TVSeason',
    name: title,
    seasonNumber: number,
    numberOfEpisodes: episodes.length || undefined,
    datePublished: year ? String(year) : undefined,
    episode: episodes.map(episode => ({
      '@type': 'TVEpisode',
      name: episode.title,
      episodeNumber: episode.episode?.number,
      duration: isoDuration(episode.duration),
      url: addressOf(episode, page),
    })),
  }
}

function ofSeries({ series }: Content, page: Page): Pick<TVEpisode & object, 'partOfSeries'> {
  if (!series) return {}
  return {
    partOfSeries: { '@type': 'TVSeries', name: series.title, url: addressOf(series, page) },
  }
}

function people({ credits }: Content, role: Role, { language, origin }: Page): Person[] {
  return credits
    .filter(({ role_slug }) => role_slug === role)
    .map(credit => ({
      '@type': 'Person',
      name: credit.name,
      url: origin + artistPath(credit, language),
    }))
}

function picturesOf({ poster_image, backdrop_image }: ContentCard, { origin }: Page): string[] {
  return [
    poster_image && linkPictureUrl(poster_image, 'poster', 'whole', origin),
    backdrop_image && linkPictureUrl(backdrop_image, 'backdrop', 'whole', origin),
  ].filter(url => url !== null)
}

function namesOf({ categories }: ContentCard, type: string): string[] {
  return categories.filter(category => category.type === type).map(({ title }) => title)
}

function addressOf(content: Pick<ContentCard, 'short_id' | 'slug'>, page: Page): string {
  return page.origin + contentPath(content, page.language)
}
