/** The matches of match.ts from an OpenSearch server, in one request, or in two or three if few names match. */
import type { Deps } from '../../../platform/deps.ts'
import { ARTISTS_USED, FEW_HITS, matchArtists, matchTitles, wordsWithin } from '../match.ts'
import { createNameIndex } from '../name-index.ts'
import { rankNameHits, startsAsTyped } from '../name-matches.ts'
import type { NameView } from '../name-view.ts'
import { entryNames, removeSpaces } from '../names.ts'
import { isShortQuery, type ParsedQuery, parseQuery } from '../parsed-query.ts'
import type { ArtistHit, ArtistQuery, TitleQuery } from '../search-engine.ts'
import { runInSlices } from '../steps.ts'
import { findWorks } from '../works.queries.ts'
import type { Hit, OpenSearchClient } from './client.ts'
import type { IndexKind } from './documents.ts'
import {
  correctedQuery,
  everythingQuery,
  idsQuery,
  latinQuery,
  namesQuery,
  type Query,
  similarQuery,
  someWordsQuery,
  titleFilters,
  wholeWordsQuery,
} from './queries.ts'

type Searcher = Pick<OpenSearchClient, 'search'>
type Graded = Hit & Pick<ArtistHit, 'match' | 'words'>
type Scope = { kind: IndexKind; filter: readonly Query[] }

/** Maximum number of similar names and of Persian names in Latin letters that are fetched; at most 24 are shown. */
const CANDIDATES = 64
const anybody = () => true
const WHOLE = { isWhole: true }
const PREFIXES = { isWhole: false }

/** Searches titles. @throws SearchEngineError, BrokenCircuitError */
export async function searchTitles(
  client: Searcher,
  deps: Pick<Deps, 'db'>,
  query: TitleQuery,
): Promise<Graded[]> {
  const { text, by, limit, hasReadings } = query
  const typed = parseQuery(text, hasReadings)
  const scope: Scope = { kind: 'titles', filter: titleFilters(query.filter) }
  const findOne = async (one: Query | null) => (await find(client, scope, [one], limit))[0] ?? []
  if (text === '') return graded(await findOne(everythingQuery()), typed)
  if (by === 'some')
    return withWords(await findOne(someWordsQuery(typed, PREFIXES)), text, PREFIXES)
  if (by === 'whole') return graded(await findOne(wholeWordsQuery(typed)), typed)
  if (by) return graded(await findOne(namesQuery(typed, by)), typed)
  const named = await namedHits(client, scope, typed, limit)
  if (named.length >= FEW_HITS || limit <= named.length) return graded(named, typed)
  const artistQueries = isShortQuery(typed) ? [] : namesOfBoth(typed)
  const [weaker, artists] = await Promise.all([
    findWeaker(client, scope, typed, limit),
    find(client, { kind: 'artists', filter: [] }, artistQueries, CANDIDATES),
  ])
  const people = await viewOf('artists', artists.flat())
  const ids = rankNameHits(people, typed, anybody, ARTISTS_USED).map(people.idOf)
  const works = await findWorks(deps, ids)
  const credited = await find(client, scope, [works.length > 0 ? idsQuery(works) : null], limit)
  const hits = byId([...named, ...weaker, ...credited.flat()])
  const titles = await viewOf('titles', [...hits.values()])
  const found = await matchTitles({ titles, artists: people }, query, anybody, async () => works)
  return found.map(({ doc, match }) => ({ ...(hits.get(titles.idOf(doc)) as Hit), match }))
}

/** Searches artists. @throws SearchEngineError, BrokenCircuitError */
export async function searchArtists(client: Searcher, query: ArtistQuery): Promise<Graded[]> {
  const { text, by, limit, hasReadings } = query
  const typed = parseQuery(text, hasReadings)
  const scope: Scope = { kind: 'artists', filter: [] }
  if (by === 'some') {
    const [found = []] = await find(client, scope, [someWordsQuery(typed, WHOLE)], limit)
    return withWords(found, text, WHOLE)
  }
  const named = await namedHits(client, scope, typed, limit)
  if (by === 'name' || named.length >= FEW_HITS || limit <= named.length)
    return graded(named, typed)
  const weaker = await findWeaker(client, scope, typed, limit)
  const hits = byId([...named, ...weaker])
  const artists = await viewOf('artists', [...hits.values()])
  return matchArtists(artists, query).map(({ doc, match }) => ({
    ...(hits.get(artists.idOf(doc)) as Hit),
    match,
  }))
}

/** Grades hits by name. */
function graded(hits: readonly Hit[], { text, looksWrong, otherLayout }: ParsedQuery): Graded[] {
  const names = [text, ...(looksWrong && otherLayout ? [otherLayout.text] : [])].map(removeSpaces)
  const isExact = (hit: Hit) =>
    entryNames(hit.text).some(name => names.includes(removeSpaces(name)))
  return hits.map(hit => ({ ...hit, match: isExact(hit) ? 'exact' : 'name' }))
}

function withWords(hits: readonly Hit[], typed: string, options: typeof WHOLE): Graded[] {
  return hits.map(hit => ({ ...hit, ...wordsWithin(hit.text, typed, options) }))
}

/** Returns the same as `rankNameHits` of name-matches.ts, ranked by the server. */
async function namedHits(
  client: Searcher,
  scope: Scope,
  typed: ParsedQuery,
  limit: number,
): Promise<Hit[]> {
  const [named = [], others] = await find(client, scope, namesOfBoth(typed), limit)
  if (!others) return named
  const isMeant = !typed.hasLayoutSigns && named.some(({ text }) => startsAsTyped(text, typed))
  const both = isMeant ? [...named, ...others] : [...others, ...named]
  return [...byId(both).values()].slice(0, limit)
}

/** Queries for the names as typed and, if the text looks wrong, in the other keyboard layout. */
function namesOfBoth(typed: ParsedQuery): (Query | null)[] {
  const { looksWrong, otherLayout } = typed
  return [namesQuery(typed), ...(looksWrong && otherLayout ? [namesQuery(otherLayout)] : [])]
}

/** Returns unordered candidates for every kind of match that is weaker than names as typed. */
async function findWeaker(
  client: Searcher,
  scope: Scope,
  typed: ParsedQuery,
  limit: number,
): Promise<Hit[]> {
  const { otherLayout, inDigits } = typed
  const inLayout = otherLayout && !isShortQuery(otherLayout) ? namesQuery(otherLayout) : null
  if (isShortQuery(typed)) return (await find(client, scope, [inLayout], limit)).flat()
  const named = [inLayout, inDigits && namesQuery(inDigits), correctedQuery(typed)]
  const alike = [latinQuery(typed), similarQuery(typed)]
  const found = await Promise.all([
    find(client, scope, named, limit),
    find(client, scope, alike, CANDIDATES),
  ])
  return found.flat(2)
}

/** Returns the hits of each query in one request; a null query has none. */
async function find(
  client: Searcher,
  scope: Scope,
  queries: readonly (Query | null)[],
  limit: number,
): Promise<Hit[][]> {
  const asked = queries.filter(query => query !== null)
  if (asked.length === 0) return queries.map(() => [])
  const found = await client.search(asked.map(query => ({ ...scope, query, limit })))
  let at = 0
  return queries.map(query => (query === null ? [] : (found[at++] ?? [])))
}

function byId(hits: readonly Hit[]): Map<string, Hit> {
  const all = new Map<string, Hit>()
  for (const hit of hits) if (!all.has(hit.id)) all.set(hit.id, hit)
  return all
}

/** Builds an in-memory index of these hits only. Filters have already been applied. */
async function viewOf(kind: IndexKind, hits: readonly Hit[]): Promise<NameView> {
  const index = createNameIndex({ idsDescend: kind === 'titles' })
  for (const { id, text, order } of byId(hits).values())
    index.add({ id, text, order, values: [], tags: [] })
  await runInSlices(index.commit())
  return index.view()
}
