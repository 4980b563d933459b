/** Structured data of schema.org for search engines. */
import type { Artist, Content, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '../i18n/i18n.ts'
import { artistPath, contentPath, homePath, listingPath } from '../routes.ts'
import { parseDuration } from '../text/duration.ts'
import { mediaKind } from './card.ts'
import { pictureUrl } from './picture.ts'

export function websiteLd(language: Language, origin: string): unknown {
  const t = getT(language)
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: t('shell.name'),
    url: origin + homePath(language),
    inLanguage: language,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}${listingPath({}, language)}?query={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

type Step = { name: string; path: string }
export function breadcrumbLd(steps: readonly Step[], origin: string): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

export function itemListLd(
  cards: readonly ContentCard[],
  language: Language,
  origin: string,
): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: cards.length,
    itemListElement: cards.map((card, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: card.title,
      url: origin + contentPath(card, language),
    })),
  }
}

/** Movie, TVSeries with its seasons and episodes, TVEpisode, or Audiobook. */
export function contentLd(content: Content, language: Language, origin: string): unknown[] {
  const url = origin + contentPath(content, language)
  const people = (role: string) =>
    content.credits
      .filter(credit => credit.role_slug === role)
      .map(credit => ({
        '@type': 'Person',
        name: credit.name,
        url: origin + artistPath(credit, language),
      }))
  const votes =
    content.rate_percentage === null || content.votes_count === 0
      ? undefined
      : {
          '@type': 'AggregateRating',
          ratingValue: content.rate_percentage,
          bestRating: 100,
          worstRating: 0,
          ratingCount: content.votes_count,
        }
  const shared = {
    '@context': 'https://schema.org',
    name: content.title,
    ...(content.sub_title ? { alternateName: content.sub_title } : {}),
    description: content.summary,
    url,
    inLanguage: language,
    ...(content.poster_image ? { image: pictureUrl(content.poster_image, 'poster', origin) } : {}),
    ...(content.year ? { datePublished: String(content.year) } : {}),
    genre: content.categories.filter(({ type }) => type === 'genre').map(({ title }) => title),
    countryOfOrigin: content.categories
      .filter(({ type }) => type === 'territory')
      .map(({ title }) => ({ '@type': 'Country', name: title })),
    director: people('director'),
    actor: people('cast'),
    ...(votes ? { aggregateRating: votes } : {}),
  }
  if (content.flag.includes('audio_book')) {
    const { director: _, actor: __, countryOfOrigin: ___, ...book } = shared
    return [
      {
        ...book,
        '@type': 'Audiobook',
        author: people('author'),
        readBy: people('narrator'),
        ...isoDuration(content.duration),
      },
    ]
  }
  if (content.type === 'episode')
    return [{ ...shared, '@type': 'TVEpisode', ...episodeLd(content, language, origin) }]
  if (mediaKind(content.type) !== 'tv_show')
    return [{ ...shared, '@type': 'Movie', ...isoDuration(content.duration) }]
  return [
    {
      ...shared,
      '@type': 'TVSeries',
      numberOfSeasons: content.seasons.length,
      containsSeason: content.seasons.map(season => ({
        '@type': 'TVSeason',
        name: season.title,
        seasonNumber: season.number,
        numberOfEpisodes: season.episodes.length,
        episode: season.episodes.map(episode => ({
          '@type': 'TVEpisode',
          name: episode.title,
          episodeNumber: episode.episode?.number,
          url: origin + contentPath(episode, language),
        })),
      })),
    },
  ]
}

/** Season and series of an episode. */
function episodeLd({ episode, series, duration }: Content, language: Language, origin: string) {
  return {
    ...isoDuration(duration),
    ...(episode
      ? {
          episodeNumber: episode.number,
          partOfSeason: { '@type': 'TVSeason', seasonNumber: episode.season },
        }
      : {}),
    ...(series
      ? {
          partOfSeries: {
            '@type': 'TVSeries',
            name: series.title,
            url: origin + contentPath(series, language),
          },
        }
      : {}),
  }
}

export function personLd(artist: Artist, language: Language, origin: string): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: artist.name,
    ...(artist.other_name ? { alternateName: artist.other_name } : {}),
    url: origin + artistPath(artist, language),
    description: artist.bio,
    ...(artist.image ? { image: pictureUrl(artist.image, 'portrait', origin) } : {}),
  }
}

export function faqLd(questions: ReadonlyArray<{ question: string; answer: string }>): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function isoDuration(duration: string | null): { duration?: string } {
  const seconds = duration ? parseDuration(duration) : null
  return seconds
    ? { duration: `PT${Math.floor(seconds / 3600)}H${Math.floor((seconds % 3600) / 60)}M` }
    : {}
}
