/** The matches of match.ts, from an OpenSearch server in one request, or in two or three where few names match. */
import type { Deps } from '../../deps.ts'
import { ARTISTS_USED, FEW, matchArtists, matchTitles } from '../match.ts'
import { createNameIndex } from '../name-index.ts'
import { hitsOf, startsAsTyped } from '../name-matches.ts'
import type { NameView } from '../name-view.ts'
import { isShort, type ParsedQuery, parseQuery } from '../parsed-query.ts'
import type { ArtistQuery, TitleQuery } from '../search-engine.ts'
import { inSlices } from '../steps.ts'
import { worksOf } from '../works.queries.ts'
import type { Hit, OpenSearchClient } from './client.ts'
import type { IndexKind } from './documents.ts'
import {
  correctedQuery,
  filtersOf,
  idsQuery,
  latinQuery,
  namesQuery,
  type Query,
  similarQuery,
} from './queries.ts'

type Searcher = Pick<OpenSearchClient, 'search'>
type Scope = { kind: IndexKind; filter: readonly Query[] }

/** Of similar names, and of Persian names in Latin letters: no more than 24 are shown. */
const CANDIDATES = 64
const anybody = () => true

/** @throws SearchEngineError, BrokenCircuitError */
export async function searchTitles(
  client: Searcher,
  deps: Pick<Deps, 'db'>,
  query: TitleQuery,
): Promise<Hit[]> {
  const { text, by, limit, hasReadings } = query
  const typed = parseQuery(text, hasReadings)
  const scope: Scope = { kind: 'titles', filter: filtersOf(query.filter) }
  if (by) return (await find(client, scope, [namesQuery(typed, by)], limit))[0] ?? []
  const named = await namedHits(client, scope, typed, limit)
  if (named.length >= FEW || limit <= named.length) return named
  const artistQueries = isShort(typed) ? [] : namesOfBoth(typed)
  const [weaker, artists] = await Promise.all([
    findWeaker(client, scope, typed, limit),
    find(client, { kind: 'artists', filter: [] }, artistQueries, CANDIDATES),
  ])
  const people = await viewOf('artists', artists.flat())
  const ids = hitsOf(people, typed, anybody, ARTISTS_USED).map(people.idOf)
  const works = await worksOf(deps, ids)
  const credited = await find(client, scope, [works.length > 0 ? idsQuery(works) : null], limit)
  const hits = byId([...named, ...weaker, ...credited.flat()])
  const titles = await viewOf('titles', [...hits.values()])
  const docs = await matchTitles({ titles, artists: people }, query, anybody, async () => works)
  return docs.map(doc => hits.get(titles.idOf(doc)) as Hit)
}

/** @throws SearchEngineError, BrokenCircuitError */
export async function searchArtists(client: Searcher, query: ArtistQuery): Promise<Hit[]> {
  const { text, limit, hasReadings } = query
  const typed = parseQuery(text, hasReadings)
  const scope: Scope = { kind: 'artists', filter: [] }
  const named = await namedHits(client, scope, typed, limit)
  if (named.length >= FEW || limit <= named.length) return named
  const weaker = await findWeaker(client, scope, typed, limit)
  const hits = byId([...named, ...weaker])
  const artists = await viewOf('artists', [...hits.values()])
  return matchArtists(artists, query).map(doc => hits.get(artists.idOf(doc)) as Hit)
}

/** As `hitsOf` of name-matches.ts, ranked by the server. */
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

/** Names as typed and, where that looks wrong, in the other keyboard layout. */
function namesOfBoth(typed: ParsedQuery): (Query | null)[] {
  const { looksWrong, otherLayout } = typed
  return [namesQuery(typed), ...(looksWrong && otherLayout ? [namesQuery(otherLayout)] : [])]
}

/** Candidates for all kinds of matches that are weaker than names as typed, in no order. */
async function findWeaker(
  client: Searcher,
  scope: Scope,
  typed: ParsedQuery,
  limit: number,
): Promise<Hit[]> {
  const { otherLayout, inDigits } = typed
  const inLayout = otherLayout && !isShort(otherLayout) ? namesQuery(otherLayout) : null
  if (isShort(typed)) return (await find(client, scope, [inLayout], limit)).flat()
  const named = [inLayout, inDigits && namesQuery(inDigits), correctedQuery(typed)]
  const alike = [latinQuery(typed), similarQuery(typed)]
  const found = await Promise.all([
    find(client, scope, named, limit),
    find(client, scope, alike, CANDIDATES),
  ])
  return found.flat(2)
}

/** The hits of each query, in one request; none of null. */
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

/** An index in memory of these alone. Filters have been applied. */
async function viewOf(kind: IndexKind, hits: readonly Hit[]): Promise<NameView> {
  const index = createNameIndex({ idsDescend: kind === 'titles' })
  for (const { id, text, order } of byId(hits).values())
    index.add({ id, text, order, values: [], tags: [] })
  await inSlices(index.commit())
  return index.view()
}
