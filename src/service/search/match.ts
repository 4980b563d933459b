/**
 * Finds titles and artists by normalised text: words as prefixes first, then the titles of matching artists, then, when hits
 * stay few, likeness of letters for typing errors. Variants of a name stand on lines of their own in `search_text`.
 */
import { type SQL, sql } from 'drizzle-orm'
import { prefixQuery, searchText } from '#src/lib/text/normalise.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'

/** Fewer hits than this, and other ways of finding are tried. */
const FEW = 8
/** Nobody pages further through results. */
export const RESULTS_MAX = 1_000

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
  const [byArtist, alike] = await Promise.all([
    text.length >= 3 ? idsOf(deps, titlesByArtist(words, where, limit)) : [],
    text.length >= 3 ? idsOf(deps, titlesAlike(text, where, limit)) : [],
  ])
  return [...new Set([...hits, ...byArtist, ...alike])].slice(0, limit)
}

/** Ids of artists, the best first. */
export async function matchArtists(deps: Deps, query: string, limit: number): Promise<string[]> {
  const text = searchText(query)
  const words = prefixQuery(query)
  if (words === '') return []
  const hits = await idsOf(
    deps,
    sql`select id from artists where removed_at is null and tsv @@ to_tsquery('simple', ${words})
      order by ${tierOf(sql`search_text`, text)}, length(search_text), id limit ${limit}`,
  )
  if (hits.length >= Math.min(FEW, limit) || text.length < 3) return hits
  const alike = await idsOf(
    deps,
    sql`select id from artists where removed_at is null and ${text} <% search_text
      order by word_similarity(${text}, search_text) desc, length(search_text), id limit ${limit}`,
  )
  return [...new Set([...hits, ...alike])].slice(0, limit)
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

/** The limit is small: what is merely alike soon stops being what was meant. */
function titlesAlike(text: string, where: SQL, limit: number): SQL {
  return sql`select id from ${contents} where ${text} <% ${contents.searchText} and ${where}
    order by word_similarity(${text}, ${contents.searchText}) desc, length(${contents.searchText}), ${contents.id}
    limit ${Math.min(limit, 24)}`
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
