/** schema.org structured data for search engines; titles are in content-ld.ts. */
import type {
  BreadcrumbList,
  FAQPage,
  ItemList,
  Organization,
  Person,
  SearchAction,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { Artist, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '../i18n/i18n.ts'
import { artistPath, contentPath, homePath, listingPath } from '../routes.ts'
import { linkPictureUrl } from './picture.ts'
import { withoutEmpty } from './without-empty.ts'

/** Google asks for the name of the search field in addition to the schema.org action. */
type SiteSearch = SearchAction & { 'query-input': string }

export function websiteLd(language: Language, origin: string): WithContext<WebSite> {
  const t = getT(language)
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: t('shell.name'),
    url: origin + homePath(language),
    inLanguage: language,
    publisher: organization(language, origin),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${origin}${listingPath({}, language)}?query={search_term_string}`,
      'query-input': 'required name=search_term_string',
    } as SiteSearch,
  }
}

function organization(language: Language, origin: string): Organization {
  return {
    '@type': 'Organization',
    name: getT(language)('shell.name'),
    url: origin + homePath(language),
    logo: `${origin}/icon-512.png`,
  }
}

type Step = { name: string; path: string }
export function breadcrumbLd(steps: readonly Step[], origin: string): WithContext<BreadcrumbList> {
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

/** Returns null for an empty list, which search engines report as an error. */
export function itemListLd(
  cards: readonly ContentCard[],
  language: Language,
  origin: string,
): WithContext<ItemList> | null {
  if (cards.length === 0) return null
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

export function personLd(artist: Artist, language: Language, origin: string): WithContext<Person> {
  const url = origin + artistPath(artist, language)
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': url,
    name: artist.name,
    alternateName: artist.other_name ?? undefined,
    url,
    description: artist.bio,
    jobTitle: artist.roles,
    image: artist.image ? linkPictureUrl(artist.image, 'portrait', 'whole', origin) : undefined,
  } as WithContext<Person>)
}

export function faqLd(
  questions: ReadonlyArray<{ question: string; answer: string }>,
): WithContext<FAQPage> {
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
