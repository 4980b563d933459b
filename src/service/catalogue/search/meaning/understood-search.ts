/**
 * Searches for what a query means, with any engine. First come titles with the name as typed. If words of the query name a genre,
 * a kind, a flag, a year or a country, or people, titles follow that meet all of these criteria and have the rest of the query as
 * name. If nothing matches, words are left out, and the result says which.
 */
import { looksMistyped, toOtherLayout } from '#src/lib/text/keyboard-layout.ts'
import { numberWordsToDigits } from '#src/lib/text/number-words.ts'
import type { Deps } from '../../../platform/deps.ts'
import { latestSince } from '../../titles/filter.ts'
import type { ArtistHit, Facet, SearchEngine, TitleHit, TitleQuery } from '../search-engine.ts'
import { findWorks, findWorksOfEach } from '../works.queries.ts'
import { divideWords } from './credited.ts'
import { loadMeanings, type Meanings, type Strength } from './meanings.ts'
import {
  coreTokens,
  facetsOf,
  facetTokens,
  hasMeaning,
  isCriteriaOnly,
  nameTokens,
  type Reading,
  readMisspelt,
  readQuery,
  restTexts,
  type Token,
  textOfTokens,
  widenYears,
} from './read-query.ts'
import { attemptsWithout } from './without-words.ts'

export type UnderstoodQuery = {
  text: string
  filter: TitleQuery['filter']
  /** Maximum number of titles and of artists. */
  limit: number
  artists: number
  /** True to correct typing errors in the names of artists too. */
  correctsArtists: boolean
}
export type Understood = {
  titles: TitleHit[]
  /** Ids of artists. */
  artists: string[]
  /** True if the query names an artist, who comes before the titles. */
  isArtistFirst: boolean
  /** Words that were left out because nothing matched all words, as they were typed. */
  dropped: string[]
  /** The same titles again, for a longer list of some of them. */
  titleQuery: Pick<TitleQuery, 'text' | 'by'> & { facets: readonly Facet[] }
}
/** Part of a result; the caller adds the rest. */
type Found = Pick<Understood, 'titles' | 'titleQuery'> & Partial<Understood>

/** Shorter words are close to the names of too many people. */
const SHORT_WORD = 6
/** Maximum number of people and of titles that are examined for the words that they have. */
const CANDIDATES = 64
/** Maximum number of people with one name. */
const NAMESAKES = 5
/** Longer queries are hardly a title and a person. */
const NAME_WORDS_MAX = 6
/** Maximum number of searches without some words. */
const ATTEMPTS = 8

export async function searchUnderstood(
  deps: Pick<Deps, 'db' | 'now'>,
  engine: SearchEngine,
  query: UnderstoodQuery,
): Promise<Understood> {
  const meanings = await loadMeanings(deps)
  return createSearch({ deps, engine, query, meanings }).search()
}

type Context = {
  deps: Pick<Deps, 'db' | 'now'>
  engine: SearchEngine
  query: UnderstoodQuery
  meanings: Meanings
}

function createSearch({ deps, engine, query, meanings }: Context) {
  const { limit, filter } = query
  const since = latestSince(deps.now())

  async function search(): Promise<Understood> {
    const { text } = query
    const typed = readQuery(text, meanings)
    const otherText = toOtherLayout(text)
    const other = otherText === null ? null : readQuery(otherText, meanings)
    if (other && otherText && looksMistyped(text)) {
      const meant = hasMeaning(other) ? await findMeant(other) : null
      if (meant) return complete(meant, other)
      // The text as typed loses its signs, and the few letters that are left begin many names.
      const { isGood: _, ...named } = await findAsTyped(otherText)
      if (named.isArtistFirst || named.titles[0]?.match === 'exact') return named
    }
    const meant = hasMeaning(typed) ? await findMeant(typed) : null
    if (meant) return complete(meant, typed)
    const { isGood: isFound, ...asTyped } = await findAsTyped(text)
    const [best] = asTyped.titles
    if (best?.match === 'exact') return asTyped
    if (best?.match === 'name') {
      const credited = await findExactlyCredited(typed)
      return { ...asTyped, titles: merged([credited, asTyped.titles]) }
    }
    const whole = await findWhole(typed, other)
    if (whole) {
      const read = asTyped.titles.filter(({ match }) => match === 'close')
      return { ...whole, titles: merged([read, whole.titles, asTyped.titles.filter(isGood)]) }
    }
    if (isFound) return asTyped
    for (const reading of [typed, ...(other ? [other] : [])]) {
      const found =
        (await findCredited(reading)) ??
        (await findWithout(reading, { keepsNames: true })) ??
        (await findRest(reading, ['sure', 'loose', 'vague'])) ??
        (await findRest(reading, ['sure'])) ??
        (await findWithout(reading, { keepsNames: false }))
      if (found) return complete(found, reading)
    }
    return asTyped
  }

  /** Finds titles for a reading whose words are all criteria: in the other layout, or with typing errors. */
  async function findWhole(typed: Reading, other: Reading | null): Promise<Understood | null> {
    const reading = other && isCriteriaOnly(other) ? other : readMisspelt(typed, meanings)
    const found = reading && isCriteriaOnly(reading) ? await findMeant(reading) : null
    return found && reading ? complete(found, reading) : null
  }

  /** Finds titles and artists by name, with corrections and other readings. */
  async function findAsTyped(text: string): Promise<Understood & { isGood: boolean }> {
    const { artists: most, correctsArtists } = query
    const askTitles = engine.titles({ text, filter, limit })
    // Artists that are not shown are needed for their titles only, if nothing else has the name.
    const isEnough = !correctsArtists && (await askTitles).some(isByName)
    const [titles, people] = await Promise.all([
      askTitles,
      engine.artists(isEnough ? { text, limit: most, by: 'name' } : { text, limit: most }),
    ])
    const isNamed = titles.some(isByName)
    const isShort = text.split(/\s+/).every(word => word.length <= SHORT_WORD)
    const isMeant = ({ match }: ArtistHit) => match !== 'corrected' && match !== 'similar'
    const shown = isNamed && isShort ? people.filter(isMeant) : people
    const exact = shown.filter(({ match }) => match === 'exact')
    const meant = titles.some(isGood) ? exact : shown.filter(isGood)
    const works = await titlesBy(meant.map(({ id }) => id))
    return {
      titles: merged([titles.filter(({ match }) => match === 'exact'), works, titles]),
      artists: shown.map(({ id }) => id),
      isArtistFirst: exact.length > 0 || (!isNamed && shown.some(isByName)),
      dropped: [],
      titleQuery: { text, by: 'name', facets: [] },
      isGood: titles.some(isGood) || shown.some(isGood),
    }
  }

  async function titlesBy(artistIds: readonly string[]): Promise<TitleHit[]> {
    if (artistIds.length === 0) return []
    const ids = await findWorks(deps, artistIds.slice(0, NAMESAKES))
    return titlesWith('', [{ ids }])
  }

  /** Finds titles that meet the criteria of a reading. Null if the query is better searched as typed. */
  async function findMeant(reading: Reading): Promise<Found | null> {
    const text = textOf(reading)
    const typed = await engine.titles({ text, filter, limit, by: 'name' })
    const exact = typed.filter(({ match }) => match === 'exact')
    const hasNames = nameTokens(reading).length > 0
    if (hasNames && exact.length > 0) return null
    const numbered = hasNames ? await findNumbered(reading, typed) : null
    if (numbered) return numbered
    const core = await findCore(reading)
    const first = merged([exact, core?.titles.filter(({ match }) => match === 'exact') ?? []])
    if (!hasNames) return findCriteria(reading, first, typed)
    if (core) return { ...core, titles: merged([first, typed, core.titles]) }
    const person = await findPerson(reading)
    if (person) return person
    const named = await findNamed(reading, typed)
    if (named) return named
    return typed.length > 0 ? null : findCredited(reading)
  }

  /** Finds titles whose whole name is the query with digits for its numbers: «عشق دو» is «عشق + ۲», not a film about love. */
  async function findNumbered(reading: Reading, typed: readonly TitleHit[]): Promise<Found | null> {
    const text = numberWordsToDigits(reading.words)?.join(' ')
    if (!text) return null
    const hits = await engine.titles({ text, filter, limit, by: 'name' })
    const exact = hits.filter(({ match }) => match === 'exact')
    if (exact.length === 0) return null
    return { titles: merged([exact, typed]), titleQuery: { text, by: 'name', facets: [] } }
  }

  /** Finds titles with all words in their name, except for those around it. */
  async function findCore(reading: Reading): Promise<Found | null> {
    const tokens = coreTokens(reading)
    const text = textOfTokens(reading, tokens)
    if (text === '' || text === textOf(reading)) return null
    const facets = facetsAround(reading, tokens, ['sure'])
    const titles = await titlesWith(text, facets, 'name')
    return titles.length > 0 ? { titles, titleQuery: { text, by: 'name', facets } } : null
  }

  /** Finds the works of a person whose name is the whole query, except for kinds and words without a meaning. */
  async function findPerson(reading: Reading): Promise<Found | null> {
    const core = reading.tokens.filter(
      ({ meaning }) =>
        meaning.kind === 'name' || (meaning.kind === 'facets' && meaning.strength === 'sure'),
    )
    const text = textOfTokens(reading, core)
    const hits = await engine.artists({ text, limit: query.artists, by: 'name' })
    const people = hits.filter(({ match }) => match === 'exact').map(({ id }) => id)
    if (people.length === 0) return null
    const ids = await findWorks(deps, people.slice(0, NAMESAKES))
    const others = reading.tokens.filter(token => !core.includes(token))
    const facets = [{ ids }, ...facetsOf({ tokens: others }, ['loose'])]
    const titles = await titlesWith('', facets)
    if (titles.length === 0) return null
    const artists = hits.map(({ id }) => id)
    return { titles, artists, isArtistFirst: true, titleQuery: { text: '', facets } }
  }

  /** Finds the titles that meet all criteria, after those with the words in their name. */
  async function findCriteria(
    reading: Reading,
    exact: readonly TitleHit[],
    typed: readonly TitleHit[],
  ): Promise<Found | null> {
    const facets = facetsOf(reading)
    if (facets.length === 0) return null
    const meeting = await titlesWith('', facets)
    if (meeting.length === 0 && typed.length === 0) return null
    const text = textOf(reading)
    const whole = typed.length > 0 ? await engine.titles({ text, filter, limit, by: 'whole' }) : []
    return {
      titles: merged([exact, whole, meeting, typed]),
      titleQuery: { text: '', facets },
    }
  }

  /**
   * Finds titles by a part of the query within its criteria. Kinds and flags may be wrong, and years off by one, unless the part
   * is a misspelt criterion.
   */
  async function findNamed(reading: Reading, typed: readonly TitleHit[]): Promise<Found | null> {
    const strict = facetsOf(reading)
    const texts = restTexts(reading)
    const exactly = await findFirst(texts, strict, typed)
    if (exactly) return exactly
    const loose = widenYears(facetsOf(reading, ['sure']))
    if (loose.length === strict.length && !hasYears(strict)) return null
    const roughly = await findFirst(texts, loose, typed)
    if (!roughly || roughly.titles[0]?.match === 'exact') return roughly
    const misspelt = readMisspelt(reading, meanings)
    return (misspelt && (await findMeant(misspelt))) ?? roughly
  }

  /** Finds titles by the first of the texts that has any: exact names, then names as typed, then others. */
  async function findFirst(
    texts: readonly string[],
    facets: readonly Facet[],
    typed: readonly TitleHit[],
  ): Promise<Found | null> {
    for (const text of texts) {
      const titles = await titlesWith(text, facets, 'name')
      if (titles.length === 0) continue
      const exact = titles.filter(({ match }) => match === 'exact')
      return { titles: merged([exact, typed, titles]), titleQuery: { text, by: 'name', facets } }
    }
    return null
  }

  /** Finds titles of people whose names are in the query, together with the name of the title or other criteria. */
  async function findCredited(reading: Reading): Promise<Found | null> {
    const core = coreTokens(reading)
    const names = nameTokens(reading)
    const others = reading.tokens.filter(token => !core.includes(token))
    const around = facetsOf({ tokens: others }, ['sure', 'loose'])
    const asName = await findDivided(reading, core, around)
    if (asName || core.length === names.length) return asName
    return findDivided(reading, names, facetsOf(reading, ['sure', 'loose']))
  }

  /** Finds titles with a part of the query as their whole name, if the other part is the name of a person of them. */
  async function findExactlyCredited({ words }: Reading): Promise<TitleHit[]> {
    if (words.length < 2 || words.length > NAME_WORDS_MAX) return []
    const hits = await engine.artists({ text: words.join(' '), limit: CANDIDATES, by: 'some' })
    for (const { people, text } of divideWords(words, hits)) {
      if (text === '') continue
      const named = (await titlesWith(text, [], 'name')).filter(({ match }) => match === 'exact')
      if (named.length === 0) continue
      const works = new Set(await findWorks(deps, people.flat()))
      const credited = named.filter(({ id }) => works.has(id))
      if (credited.length > 0) return credited
    }
    return []
  }

  async function findDivided(
    reading: Reading,
    tokens: readonly Token[],
    criteria: readonly Facet[],
  ): Promise<Found | null> {
    const words = textOfTokens(reading, tokens).split(' ').filter(Boolean)
    if (words.length === 0) return null
    const hits = await engine.artists({ text: words.join(' '), limit: CANDIDATES, by: 'some' })
    const divisions = divideWords(words, hits)
    const worksBy = await findWorksOfEach(
      deps,
      divisions.flatMap(({ people }) => people.flat()),
    )
    for (const { people, text } of divisions) {
      const works = people.map(group => ({ ids: group.flatMap(id => worksBy.get(id) ?? []) }))
      const facets = [...works, ...(text === '' ? criteria : widenYears(criteria))]
      const by = text === '' ? undefined : ('name' as const)
      const titles = await titlesWith(text, facets, by)
      if (titles.length === 0) continue
      const artists = people.flat()
      const isArtistFirst = text === '' && people.length === 1 && criteria.length === 0
      return { titles, artists, isArtistFirst, titleQuery: { text, by, facets } }
    }
    return null
  }

  /** Finds titles by a part of the query, with corrections and other readings, within its criteria. */
  async function findRest(reading: Reading, strengths: readonly Strength[]): Promise<Found | null> {
    const text = restTexts(reading).at(-1)
    if (text === undefined || text === textOf(reading)) return null
    const facets = facetsOf(reading, strengths)
    const titles = (await titlesWith(text, facets)).filter(isGood)
    if (titles.length === 0) return null
    return { titles, titleQuery: { text, by: 'name', facets } }
  }

  /** Finds titles without some of the words, as few as possible, or only without criteria. */
  async function findWithout(
    reading: Reading,
    { keepsNames }: { keepsNames: boolean },
  ): Promise<Found | null> {
    if (keepsNames && facetTokens(reading).length === 0) return null
    const asked = reading.tokens.filter(({ meaning }) => meaning.kind !== 'particle')
    const names = nameTokens(reading)
    const [titles, people] = await Promise.all([
      engine.titles({ text: textOfTokens(reading, asked), filter, limit: CANDIDATES, by: 'some' }),
      engine.artists({ text: textOfTokens(reading, names), limit: CANDIDATES, by: 'some' }),
    ])
    const attempts = attemptsWithout(reading, { titles, people }, { keepsNames })
    for (const { text, facets, ids, dropped } of attempts.slice(0, ATTEMPTS)) {
      const works = ids.length > 0 ? [{ ids: await findWorks(deps, ids) }] : []
      const all = [...works, ...facets]
      const by = text === '' ? undefined : ('name' as const)
      const hits = await titlesWith(text, all, by)
      if (hits.length === 0) continue
      const artists = ids.length > 0 ? { artists: ids } : {}
      return { titles: hits, dropped, titleQuery: { text, by, facets: all }, ...artists }
    }
    return null
  }

  /** Adds artists by name, if the result has none. */
  async function complete(found: Found, reading: Reading): Promise<Understood> {
    const text = textOf(reading)
    const artists =
      found.artists ??
      (await engine.artists({ text, limit: query.artists, by: 'name' })).map(({ id }) => id)
    return { isArtistFirst: false, dropped: [], ...found, artists }
  }

  function titlesWith(
    text: string,
    facets: readonly Facet[],
    by?: TitleQuery['by'],
  ): Promise<TitleHit[]> {
    const asked = { text, filter: { ...filter, facets: dated(facets) }, limit }
    return engine.titles(by ? { ...asked, by } : asked)
  }

  function merged(lists: readonly (readonly TitleHit[])[]): TitleHit[] {
    const all = new Map<string, TitleHit>()
    for (const hit of lists.flat()) if (!all.has(hit.id)) all.set(hit.id, hit)
    return [...all.values()].slice(0, limit)
  }

  /** Titles are new by their flag or by their time. */
  function dated(facets: readonly Facet[]): Facet[] {
    return facets.map(facet =>
      facet.flags?.includes('latest') ? { ...facet, publishedAfter: since } : facet,
    )
  }

  return { search }
}

function isGood({ match }: ArtistHit): boolean {
  return match !== 'similar'
}

function isByName({ match }: ArtistHit): boolean {
  return match === 'exact' || match === 'name'
}

function textOf({ words }: Reading): string {
  return words.join(' ')
}

/** Returns the criteria around the name of a title. */
function facetsAround(
  reading: Reading,
  name: readonly Token[],
  strengths: readonly Strength[],
): Facet[] {
  const others = reading.tokens.filter(token => !name.includes(token))
  return widenYears(facetsOf({ tokens: others }, strengths))
}

function hasYears(facets: readonly Facet[]): boolean {
  return facets.some(({ years }) => years)
}
