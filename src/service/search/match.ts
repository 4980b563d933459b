/**
 * Finds titles and artists by normalised text: names that are the text, names that begin with it, then its words as beginnings;
 * when hits are few, the titles of matching artists and the words that a typing error hides; at last likeness of letters.
 */
import { inArray } from 'drizzle-orm'
import { searchText } from '#src/lib/text/normalise.ts'
import { credits } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import type { Beginnings, Named, NameIndex } from './name-index.ts'
import { type ArtistName, namesOf, type TitleName } from './names.ts'
import { suggestionsFor } from './spelling.ts'

/** Fewer hits than this, and other ways of finding are tried. */
const FEW = 8
/** Nobody pages further through results. */
export const RESULTS_MAX = 480
/** Shorter texts are like too many others. */
const LIKENESS_LENGTH = 3
/** What is merely alike soon stops being what was meant. */
const ALIKE_MAX = 24
/** Who may be meant by a text that few titles have: beyond these it is anybody. */
const ARTISTS_MEANT = 5
/** Words after these change nothing any more. */
const WORDS_MAX = 8

type Accepts = (title: TitleName) => boolean
/** What was typed, normalised, and the words of it. */
type Typed = { text: string; words: string[] }

function typedOf(query: string): Typed {
  const text = searchText(query)
  return { text, words: text.split(' ').filter(Boolean).slice(0, WORDS_MAX) }
}

/** Titles that `accepts` takes, the best first. */
export async function matchTitles(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit = RESULTS_MAX,
): Promise<TitleName[]> {
  const typed = typedOf(query)
  const names = await namesOf(deps)
  const { titles } = names
  const hits = named(titles, typed, accepts, limit)
  if (hits.length >= FEW || limit <= hits.length || isShort(typed)) return hits
  const artists = named(names.artists, typed, () => true, ARTISTS_MEANT)
  const works = titles.numbersOf(await idsOfWorks(deps, artists))
  const others = [...titles.best([works], accepts, limit), ...meant(titles, typed, accepts, limit)]
  const found = [...new Map([...hits, ...others].map(title => [title.id, title])).values()]
  return found.length > 0 ? found.slice(0, limit) : alike(titles, typed, accepts, limit)
}

/** Titles that `accepts` takes whose names hold the text, as that or as words: the best first. */
export async function titlesNamed(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit: number,
): Promise<TitleName[]> {
  const { titles } = await namesOf(deps)
  return named(titles, typedOf(query), accepts, limit)
}

/** Those of them whose names begin with the text. */
export async function titlesBeginning(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit: number,
): Promise<TitleName[]> {
  const { titles } = await namesOf(deps)
  return titles.best(beginning(titles, typedOf(query)), accepts, limit)
}

/** Artists, the best first. */
export async function matchArtists(
  deps: Deps,
  query: string,
  limit: number,
): Promise<ArtistName[]> {
  const typed = typedOf(query)
  const { artists } = await namesOf(deps)
  const anybody = () => true
  let found = named(artists, typed, anybody, limit)
  if (found.length === 0 && !isShort(typed)) {
    found = meant(artists, typed, anybody, limit)
    // Nearly every text that is a title is nobody's name: that is not worth a long look.
    if (found.length === 0) found = alike(artists, typed, anybody, limit, 1)
  }
  return found
}

function isShort({ text }: Typed): boolean {
  return text.length < LIKENESS_LENGTH
}

function named<Entry extends Named>(
  index: NameIndex<Entry>,
  typed: Typed,
  accepts: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const first = index.best(beginning(index, typed), accepts, limit)
  if (first.length >= limit) return first
  const seen = new Set(first)
  const isOther = (entry: Entry) => !seen.has(entry) && accepts(entry)
  const asWords = index.withWords(typed.words.map(word => [word]))
  return [...first, ...index.best([asWords], isOther, limit - first.length)]
}

/** Names that are the text, and names that begin with it, however they are spaced. */
function beginning(
  index: Pick<NameIndex<Named>, 'called' | 'beginning'>,
  { text }: Typed,
): number[][] {
  return text === '' ? [] : [index.called(text), index.beginning(text)]
}

/** What names hold that differ from the text by typing errors. */
function meant<Entry extends Named>(
  index: NameIndex<Entry>,
  { words }: Typed,
  accepts: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const corrected = correctedWords(index, words)
  return corrected ? index.best([index.withWords(corrected)], accepts, limit) : []
}

/** Names that are like the text as a whole, its spaces left aside; or else that have words like its words. */
function alike<Entry extends Named>(
  index: NameIndex<Entry>,
  { text, words }: Typed,
  accepts: (entry: Entry) => boolean,
  limit: number,
  errors?: 1 | 2,
): Entry[] {
  const most = Math.min(limit, ALIKE_MAX)
  const found = index.best(index.calledLike(text, errors), accepts, most)
  return found.length > 0 ? found : index.like(words, accepts, most)
}

/** For every word typed, the words that may have been meant; null when there are none besides what was typed. */
function correctedWords(
  { vocabulary }: Pick<NameIndex<Named>, 'vocabulary'>,
  words: readonly string[],
): Beginnings | null {
  const all = words.map(word => [word, ...suggestionsFor(word, vocabulary())])
  return all.every(({ length }) => length === 1) ? null : all
}

async function idsOfWorks({ db }: Deps, artists: readonly Named[]): Promise<string[]> {
  if (artists.length === 0) return []
  const ids = artists.map(({ id }) => id)
  const rows = await db
    .select({ id: credits.contentId })
    .from(credits)
    .where(inArray(credits.artistId, ids))
  return rows.map(({ id }) => id)
}
