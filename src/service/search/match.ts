/**
 * Finds titles and artists by normalised text: words as prefixes first; when hits are few, the titles of matching artists and
 * the words that a typing error hides; at last likeness of letters. Variants of a name stand on lines of their own in
 * `search_text`.
 */
import { type SQL, sql } from 'drizzle-orm'
import { prefixQuery, searchText } from '#src/lib/text/normalise.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { correctedQuery } from './vocabulary.ts'

/** Fewer hits than this, and other ways of finding are tried. */
const FEW = 8
/** Nobody pages further through results. */
export const RESULTS_MAX = 1_000

/** Shorter texts are like too many others. */
const LIKENESS_LENGTH = 3
/** What is merely alike soon stops being what was meant. */
const ALIKE_MAX = 24

type Found = { id: string }

/** Ids of titles under `where`, the best first. */
export async function matchTitles(
  deps: Deps,
  query: string,
  where: SQL,
  limit = RESULTS_MAX,
): Promise<string[]> {
  const text = searchText(query)
  const words = prefixQuery(query)
  if (words === '') return []
  const hits = await idsOf(deps, titlesByWords(text, words, where, limit))
  if (hits.length >= FEW || limit <= hits.length) return hits
  if (text.length < LIKENESS_LENGTH) return hits
  const [byArtist, corrected] = await Promise.all([
    idsOf(deps, titlesByArtist(words, where, limit)),
    correctedQuery(deps, text, 'contents'),
  ])
  const meant = corrected ? await idsOf(deps, titlesByWords(text, corrected, where, limit)) : []
  const found = [...new Set([...hits, ...byArtist, ...meant])]
  if (found.length > 0) return found.slice(0, limit)
  return idsOf(deps, titlesAlike(text, where, Math.min(limit, ALIKE_MAX)))
}

/** Ids of artists, the best first. */
export async function matchArtists(deps: Deps, query: string, limit: number): Promise<string[]> {
  const text = searchText(query)
  const words = prefixQuery(query)
  if (words === '') return []
  const hits = await idsOf(deps, artistsByWords(text, words, limit))
  if (hits.length > 0 || text.length < LIKENESS_LENGTH) return hits
  const corrected = await correctedQuery(deps, text, 'artists')
  const meant = corrected ? await idsOf(deps, artistsByWords(text, corrected, limit)) : []
  return meant.length > 0 ? meant : idsOf(deps, artistsAlike(text, limit))
}

function titlesByWords(text: string, words: string, where: SQL, limit: number): SQL {
  return sql`select id from ${contents} where ${contents.tsv} @@ to_tsquery('simple', ${words}) and ${where}
    order by ${tierOf(sql`${contents.searchText}`, text)}, ${contents.rank} desc, ${contents.id} limit ${limit}`
}

function titlesByArtist(words: string, where: SQL, limit: number): SQL {
  return sql`select id from ${contents} where ${where} and id in (
      select c.content_id from credits c where c.artist_id in (
        select a.id from artists a where a.removed_at is null and a.tsv @@ to_tsquery('simple', ${words})
        order by length(a.search_text), a.id limit 5))
    order by ${contents.rank} desc, ${contents.id} limit ${limit}`
}

function titlesAlike(text: string, where: SQL, limit: number): SQL {
  return sql`select id from ${contents} where ${text} <% ${contents.searchText} and ${where}
    order by word_similarity(${text}, ${contents.searchText}) desc, length(${contents.searchText}), ${contents.id}
    limit ${limit}`
}

function artistsByWords(text: string, words: string, limit: number): SQL {
  return sql`select id from artists where removed_at is null and tsv @@ to_tsquery('simple', ${words})
    order by ${tierOf(sql`search_text`, text)}, length(search_text), id limit ${limit}`
}

function artistsAlike(text: string, limit: number): SQL {
  return sql`select id from artists where removed_at is null and ${text} <% search_text
    order by word_similarity(${text}, search_text) desc, length(search_text), id limit ${limit}`
}

/** A name that is the query, one that begins with it, one that holds its words somewhere. */
function tierOf(column: SQL, text: string): SQL {
  return sql`case
    when E'\n' || ${column} || E'\n' like ${`%\n${text}\n%`} then 0
    when E'\n' || ${column} like ${`%\n${text}%`} then 1 else 2 end`
}

async function idsOf(deps: Deps, query: SQL): Promise<string[]> {
  const { rows } = await deps.db.execute<Found>(query)
  return rows.map(({ id }) => id)
}
