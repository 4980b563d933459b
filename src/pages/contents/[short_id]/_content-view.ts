/** What the page of a title shows, derived from the title alone. */
import type { Content, Credit, Flag } from '#src/contract/content.ts'
import { byLanguage } from '#src/contract/languages.ts'
import { countriesOf, mediaKind, ratingOf, topFlag } from '#src/lib/catalogue/card.ts'
import { contentLd } from '#src/lib/catalogue/content-ld.ts'
import { breadcrumbLd } from '#src/lib/catalogue/json-ld.ts'
import { previewOf } from '#src/lib/catalogue/picture.ts'
import { firstPlayable } from '#src/lib/catalogue/playable.ts'
import { filmDuration, ratingText } from '#src/lib/catalogue/poster-card.ts'
import { titleYears } from '#src/lib/catalogue/year.ts'
import { LIST_COMMA } from '#src/lib/i18n/formats.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { contentPath, homePath, listingPath, playPath } from '#src/lib/routes.ts'
import { formatDateTime } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

export type ContentView = ReturnType<typeof contentView>
type T = Translate<Key<'catalogue' | 'common' | 'shell'>>

const QUALITY_FLAGS = ['hd', '4k', 'multi_audio', 'has_subtitle'] as const satisfies Flag[]
const DESCRIPTION_MAX = 300
/** Attribute groups that the page shows elsewhere. */
const SHOWN_ABOVE = ['genre', 'country', 'year']

export function contentView(content: Content, t: T, origin: string) {
  const { flag, summary, backdrop_image: backdrop, poster_image: poster } = content
  const rating = ratingOf(content)
  return {
    head: {
      title: content.page_title,
      description: summary.slice(0, DESCRIPTION_MAX),
      picture: previewOf({ backdrop, poster }, content.title, origin),
      canonical: contentPath(content, t.language),
      alternate: byLanguage(language =>
        contentPath({ ...content, slug: content.slugs[language] }, language),
      ),
      type: mediaKind(content.type) === 'movie' ? 'video.movie' : 'video.tv_show',
      jsonLd: jsonLdOf(content, t, origin),
    },
    topFlag: topFlag(flag),
    /** Null where it can be played; otherwise when it comes, in words. */
    toCome: toCome(content, t),
    isComingSoon: flag.includes('coming_soon'),
    isLive: flag.includes('live'),
    needsTicket: flag.includes('content_has_ticket'),
    rating: rating && { kind: rating.kind, text: ratingText(rating, t.language) },
    /** Of the viewers' votes; null when the shown rating is another. */
    votePercent: rating?.kind === 'percent' ? rating.value : null,
    facts: factsOf(content, t),
    qualityFlags: QUALITY_FLAGS.filter(quality => flag.includes(quality)),
    genres: content.categories.filter(({ type }) => type === 'genre'),
    trailerPath: content.video_files.trailer ? `${playPath(content, t.language)}?trailer=1` : null,
    attributeGroups: content.attribute_groups.filter(({ type }) => !SHOWN_ABOVE.includes(type)),
    people: peopleOf(content.credits, t),
  }
}

function factsOf(content: Content, t: T): string[] {
  const { length } = content.seasons
  const seasons = length > 0 ? t('common.seasons', { count: length }) : ''
  const duration = filmDuration(content, t.language) ?? ''
  const countries = countriesOf(content).join(LIST_COMMA[t.language])
  return [titleYears(content, t.language), countries, duration, seasons].filter(Boolean)
}

/** The date is told to the minute: that is when it can be played. */
function toCome(content: Content, t: T): string | null {
  if (firstPlayable(content)) return null
  const { available_at: at } = content
  if (!at || !content.flag.includes('coming_soon')) return t('catalogue.content.toCome')
  return t('catalogue.content.comesAt', { date: formatDateTime(fromWire(at), t.language) })
}

/** One card a person, with all roles of that person. */
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
