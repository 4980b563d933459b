/**
 * Finds titles and artists by normalised text: names that are the text, names that begin with it, then its words as prefixes;
 * when hits are few, the titles of matching artists and the words that a typing error hides; at last likeness of letters.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { ContentType } from '#src/contract/content.ts'
import { prefixQuery, searchText } from '#src/lib/text/normalise.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { nameWord } from './name-word.ts'
import { correctedQuery } from './vocabulary.ts'

/** Fewer hits than this, and other ways of finding are tried. */
const FEW = 8
/** Nobody pages further through results. */
export const RESULTS_MAX = 480
/** Shorter texts are like too many others. */
const LIKENESS_LENGTH = 3
/** What is merely alike soon stops being what was meant. */
const ALIKE_MAX = 24

export type Hit = {
  id: string
  type: ContentType
  flags: string[]
  /** Whether a name of it begins with the text. */
  begins: boolean
}

/** Titles under `where`, the best first. */
export async function matchTitles(
  deps: Deps,
  query: string,
  where: SQL,
  limit = RESULTS_MAX,
): Promise<Hit[]> {
  const text = searchText(query)
  const words = prefixQuery(query)
  if (words === '') return []
  const hits = await titlesNamed(deps, query, where, limit)
  if (hits.length >= FEW || limit <= hits.length || text.length < LIKENESS_LENGTH) return hits
  const [byArtist, meant] = await Promise.all([
    hitsOf(deps, titlesByArtist(words, where, limit)),
    titlesMeant(deps, text, where, limit),
  ])
  const found = distinct([...hits, ...byArtist, ...meant])
  if (found.length > 0) return found.slice(0, limit)
  return hitsOf(deps, titlesAlike(text, where, Math.min(limit, ALIKE_MAX)))
}

/** Titles under `where` whose names hold the text, as that or as words: the best first. */
export async function titlesNamed(
  deps: Deps,
  query: string,
  where: SQL,
  limit: number,
): Promise<Hit[]> {
  const words = prefixQuery(query)
  return words === '' ? [] : hitsOf(deps, titlesByName(searchText(query), words, where, limit))
}

/** Those of them whose names begin with the text. */
export async function titlesBeginning(
  deps: Deps,
  query: string,
  where: SQL,
  limit: number,
): Promise<Hit[]> {
  const text = searchText(query)
  return text === '' ? [] : hitsOf(deps, firstOf(beginning(text, where, limit), limit))
}

async function titlesMeant(deps: Deps, text: string, where: SQL, limit: number): Promise<Hit[]> {
  const corrected = await correctedQuery(deps, text, 'contents')
  return corrected ? hitsOf(deps, titlesByWords(corrected, where, limit)) : []
}

/** Ids of artists, the best first. */
export async function matchArtists(deps: Deps, query: string, limit: number): Promise<string[]> {
  const text = searchText(query)
  const words = prefixQuery(query)
  if (words === '') return []
  const hits = await idsOf(deps, artistsByName(text, words, limit))
  if (hits.length > 0 || text.length < LIKENESS_LENGTH) return hits
  const corrected = await correctedQuery(deps, text, 'artists')
  const meant = corrected ? await idsOf(deps, artistsByWords(corrected, limit)) : []
  return meant.length > 0 ? meant : idsOf(deps, artistsAlike(text, limit))
}

/**
 * Names that are the text, names that begin with it, names that hold its words. Each leaves out what stood before it, so that
 * the limit over all of them is reached without the later and larger ones where the earlier ones are enough.
 */
function titlesByName(text: string, words: string, where: SQL, limit: number): SQL {
  const rest = `(${words}) & !'${nameWord(text)}':*`
  return firstOf([...beginning(text, where, limit), titlesByWords(rest, where, limit)], limit)
}

function beginning(text: string, where: SQL, limit: number): SQL[] {
  const name = `'${nameWord(text)}'`
  return [name, `${name}:* & !${name}`].map(words => titlesByWords(words, where, limit, true))
}

function firstOf(parts: SQL[], limit: number): SQL {
  const all = sql.join(
    parts.map(part => sql`(${part})`),
    sql` union all `,
  )
  return sql`select * from (${all}) named limit ${limit}`
}

function hitColumns(begins: boolean): SQL {
  return sql`${contents.id}, ${contents.type}, ${contents.flags}, ${sql.raw(String(begins))} as begins`
}

function titlesByWords(words: string, where: SQL, limit: number, begins = false): SQL {
  return sql`select ${hitColumns(begins)} from ${contents}
    where ${contents.tsv} @@ to_tsquery('simple', ${words}) and ${where}
    order by ${contents.rank} desc, ${contents.id} desc limit ${limit}`
}

function titlesByArtist(words: string, where: SQL, limit: number): SQL {
  return sql`select ${hitColumns(false)} from ${contents} where ${where} and ${contents.id} in (
      select c.content_id from credits c where c.artist_id in (
        select a.id from artists a where a.removed_at is null and a.tsv @@ to_tsquery('simple', ${words})
        order by length(a.search_text), a.id limit 5))
    order by ${contents.rank} desc, ${contents.id} desc limit ${limit}`
}

function titlesAlike(text: string, where: SQL, limit: number): SQL {
  return sql`select ${hitColumns(false)} from ${contents} where ${text} <% ${contents.searchText} and ${where}
    order by word_similarity(${text}, ${contents.searchText}) desc, length(${contents.searchText}), ${contents.id}
    limit ${limit}`
}

function artistsByName(text: string, words: string, limit: number): SQL {
  const name = `'${nameWord(text)}':*`
  return sql`(${artistsByWords(name, limit)}) union all (${artistsByWords(words, limit)})`
}

function artistsByWords(words: string, limit: number): SQL {
  return sql`select id from artists where removed_at is null and tsv @@ to_tsquery('simple', ${words})
    order by length(search_text), id limit ${limit}`
}

function artistsAlike(text: string, limit: number): SQL {
  return sql`select id from artists where removed_at is null and ${text} <% search_text
    order by word_similarity(${text}, search_text) desc, length(search_text), id limit ${limit}`
}

async function hitsOf(deps: Deps, query: SQL): Promise<Hit[]> {
  const { rows } = await deps.db.execute<Hit>(query)
  return distinct(rows)
}

/** Once each, in the order found. */
function distinct(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id))
}

async function idsOf(deps: Deps, query: SQL): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(query)
  return [...new Set(rows.map(({ id }) => id))]
}
