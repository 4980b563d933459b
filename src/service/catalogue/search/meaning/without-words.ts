/** Searches without some words of a query, for queries that nothing matches: which words titles and people have. */
import type { ArtistHit, Facet, TitleHit } from '../search-engine.ts'
import { namesakes } from './credited.ts'
import {
  facetsOf,
  facetTokens,
  nameTokens,
  type Reading,
  type Token,
  textOfTokens,
  widenYears,
} from './read-query.ts'

/** Maximum number of choices of words that titles have. */
const KEPT_MAX = 3
/** Words that are kept have this many letters at least, and one of so many letters of the query. */
const MIN_KEPT = 3
const MIN_KEPT_SHARE = 3

/** A search without some words of the query; `ids` are people. */
export type Attempt = {
  text: string
  facets: Facet[]
  ids: string[]
  dropped: string[]
  dropsNames: boolean
}

/**
 * Returns the searches without some words, those that leave out the fewest first.
 * @param titles titles with some of the words
 * @param people people with some of the words
 * @param keepsNames leaves out criteria only
 */
export function attemptsWithout(
  reading: Reading,
  { titles, people }: { titles: readonly TitleHit[]; people: readonly ArtistHit[] },
  { keepsNames }: { keepsNames: boolean },
): Attempt[] {
  return [
    ...keptByTitles(reading, titles).flatMap(kept => attemptsWith(reading, kept, [])),
    ...keptByPeople(reading, people).flatMap(({ kept, ids }) => attemptsWith(reading, kept, ids)),
    ...criteriaAttempts(reading),
  ]
    .filter(({ dropped, dropsNames }) => dropped.length > 0 && !(keepsNames && dropsNames))
    .sort((a, b) => a.dropped.length - b.dropped.length)
}

/** Returns the words of names of titles that are kept together, the most first. */
function keptByTitles(reading: Reading, hits: readonly TitleHit[]): Token[][] {
  const names = new Set(nameTokens(reading))
  const kept = new Map<string, Token[]>()
  for (const { words = [] } of hits) {
    const tokens = reading.tokens.filter(token =>
      wordsIn(reading, token).every(word => words.includes(word)),
    )
    if (!tokens.some(token => names.has(token)) || !isEnough(reading, tokens)) continue
    kept.set(textOfTokens(reading, tokens), tokens)
  }
  const size = (tokens: readonly Token[]) => textOfTokens(reading, tokens).length
  return [...kept.values()]
    .sort((a, b) => b.length - a.length || size(b) - size(a))
    .slice(0, KEPT_MAX)
}

/** Returns the words of people’s names that are kept together, the most first. */
function keptByPeople(
  reading: Reading,
  hits: readonly ArtistHit[],
): { kept: Token[]; ids: string[] }[] {
  const [best] = hits
  const words = best?.words ?? []
  if (words.length === 0) return []
  const kept = nameTokens(reading).filter(token =>
    wordsIn(reading, token).every(word => words.includes(word)),
  )
  if (!isEnough(reading, kept)) return []
  return [{ kept, ids: namesakes(words, hits) }]
}

/** True if the words have enough letters to say something about what was asked for. */
function isEnough(reading: Reading, kept: readonly Token[]): boolean {
  const letters = (tokens: readonly Token[]) =>
    textOfTokens(reading, tokens).replaceAll(' ', '').length
  return letters(kept) >= MIN_KEPT && letters(kept) * MIN_KEPT_SHARE >= letters(nameTokens(reading))
}

/** Returns the searches for a name within the criteria of the query, and for the name alone. */
function attemptsWith(reading: Reading, kept: readonly Token[], ids: string[]): Attempt[] {
  const others = reading.tokens.filter(token => !kept.includes(token))
  const text = ids.length > 0 ? '' : textOfTokens(reading, kept)
  const named = others.filter(({ meaning }) => meaning.kind === 'name')
  const criteria = others.filter(({ meaning }) => meaning.kind === 'facets')
  const dropsNames = named.length > 0
  const facets = widenYears(facetsOf({ tokens: criteria }))
  const within = { text, ids, facets, dropped: typedWords(reading, named), dropsNames }
  if (criteria.length === 0) return [within]
  const isSaid = ({ meaning }: Token) =>
    meaning.kind === 'name' ||
    (meaning.kind === 'facets' && (ids.length > 0 || meaning.strength === 'sure'))
  const dropped = typedWords(reading, others.filter(isSaid))
  return [within, { text, ids, facets: [], dropped, dropsNames }]
}

/** Returns the searches for all criteria of the query, and for all but one. */
function criteriaAttempts(reading: Reading): Attempt[] {
  const criteria = facetTokens(reading)
  const names = nameTokens(reading)
  const all = criteria.map((_, at) => criteria.toSpliced(criteria.length - 1 - at, 1))
  return [criteria, ...all]
    .filter(({ length }) => length > 0)
    .map(kept => {
      const left = [...names, ...criteria.filter(token => !kept.includes(token))]
      const facets = facetsOf({ tokens: kept })
      const dropped = typedWords(reading, left)
      return { text: '', ids: [], facets, dropped, dropsNames: names.length > 0 }
    })
}

function wordsIn({ words }: Reading, { from, to }: Token): readonly string[] {
  return words.slice(from, to)
}

/** Returns the words as they were typed, in their order. */
function typedWords({ typed }: Reading, tokens: readonly Token[]): string[] {
  return tokens.toSorted((a, b) => a.from - b.from).flatMap(({ from, to }) => typed.slice(from, to))
}
