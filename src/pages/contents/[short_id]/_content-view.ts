/** View of a title's page, which depends only on the title. */
import type { Content, Credit } from '#src/contract/content.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import { cardRating, firstCountries, mediaKind } from '#src/lib/catalogue/card.ts'
import { contentLd } from '#src/lib/catalogue/content-ld.ts'
import { flagsAt, topFlag } from '#src/lib/catalogue/flags.ts'
import { breadcrumbLd } from '#src/lib/catalogue/json-ld.ts'
import { linkPreview } from '#src/lib/catalogue/picture.ts'
import { firstPlayable } from '#src/lib/catalogue/playable.ts'
import { filmDuration, ratingText } from '#src/lib/catalogue/poster-card.ts'
import { titleYears } from '#src/lib/catalogue/year.ts'
import { LIST_COMMA } from '#src/lib/i18n/formats.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { contentPath, homePath, listingPath, playPath } from '#src/lib/routes.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

export type ContentView = ReturnType<typeof createContentView>
type T = Translate<Key<'catalogue' | 'common' | 'shell'>>

const DESCRIPTION_MAX = 300
/** Attribute groups that the page shows elsewhere: among the facts, and in the row of cast and crew. */
const SHOWN_ELSEWHERE = ['genre', 'country', 'year', 'cast', 'dubber']

export function createContentView(content: Content, t: T, origin: string) {
  const { flag, summary, backdrop_image: backdrop, poster_image: poster } = content
  const rating = cardRating(content)
  return {
    head: {
      title: content.page_title,
      description: summary.slice(0, DESCRIPTION_MAX),
      picture: linkPreview({ backdrop, poster }, content.title, origin),
      canonical: contentPath(content, t.language),
      alternate: mapLanguages(language =>
        contentPath({ ...content, slug: content.slugs[language] }, language),
      ),
      type: mediaKind(content.type) === 'movie' ? 'video.movie' : 'video.tv_show',
      jsonLd: jsonLdOf(content, t, origin),
    },
    topFlag: topFlag(flag),
    /** Null if it can be played; otherwise the time from which it can be, in words. */
    toCome: toCome(content, t),
    isComingSoon: flag.includes('coming_soon'),
    isLive: flag.includes('live'),
    needsTicket: flag.includes('content_has_ticket'),
    rating: rating && { kind: rating.kind, text: ratingText(rating, t.language) },
    /** Share of the viewers' votes; null if another rating is shown. */
    votePercent: rating?.kind === 'percent' ? rating.value : null,
    facts: factsOf(content, t),
    qualityFlags: flagsAt('quality', flag),
    genres: content.categories.filter(({ type }) => type === 'genre'),
    trailerPath: content.video_files.trailer ? `${playPath(content, t.language)}?trailer=1` : null,
    attributeGroups: content.attribute_groups.filter(({ type }) => !SHOWN_ELSEWHERE.includes(type)),
    people: peopleOf(content.credits, t),
  }
}

function factsOf(content: Content, t: T): string[] {
  const { length } = content.seasons
  const seasons = length > 0 ? t('common.seasons', { count: length }) : ''
  const duration = filmDuration(content, t.language) ?? ''
  const countries = firstCountries(content).join(LIST_COMMA[t.language])
  return [titleYears(content, t.language), countries, duration, seasons].filter(Boolean)
}

/** Returns the time to the minute from which the title can be played. */
function toCome(content: Content, t: T): string | null {
  if (firstPlayable(content)) return null
  const { available_at: at } = content
  if (!at || !content.flag.includes('coming_soon')) return t('catalogue.content.toCome')
  return t('catalogue.content.comesAt', { date: formatDateTime(fromWire(at), t.language) })
}

/** Returns one card per person with all roles of that person. */
function peopleOf(credits: readonly Credit[], t: T): Array<{ artist: Credit; roles: string }> {
  return [...Map.groupBy(credits, ({ id }) => id).values()].map(group => {
    const roles = new Set(group.map(({ character, role }) => character ?? role))
    return { artist: group[0] as Credit, roles: [...roles].join(LIST_COMMA[t.language]) }
  })
}

function jsonLdOf(content: Content, t: T, origin: string): unknown[] {
  const { language } = t
  const isSeries = mediaKind(content.type) === 'tv_show'
  const type = isSeries ? 'series' : 'single_video'
  const typeName = t(`catalogue.types.${content.flag.includes('audio_book') ? 'audio_book' : type}`)
  const steps = [
    { name: t('shell.menu.home'), path: homePath(language) },
    { name: typeName, path: listingPath({ types: type }, language) },
    { name: content.title, path: contentPath(content, language) },
  ]
  return [contentLd(content, language, origin), breadcrumbLd(steps, origin)]
}
