/** The meanings of words in a query: genres, kinds, flags and countries of titles, and words without a meaning of their own. */
import { LANGUAGES } from '#src/contract/languages.ts'
import {
  ANIME_WORDS,
  COUNTRY_WORDS,
  FILLER_WORDS,
  FLAG_WORDS,
  FOREIGN_WORDS,
  GENRE_WORDS,
  KIND_WORDS,
  listOfWords,
  MUSIC_WORDS,
  NUMBERED_WORDS,
  ORIGIN_ENDINGS,
  PARTICLE_WORDS,
  PLURALS,
  ROLE_WORDS,
} from '#src/lib/text/asked-words.ts'
import { countryName, regionCodes } from '#src/lib/text/country.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { translationsOf } from '../../../platform/db/localized.ts'
import type { Deps } from '../../../platform/deps.ts'
import { cachedPerVersion } from '../../titles/catalogue-cache.ts'
import { allCategories, type CategoryRow } from '../../titles/categories.ts'
import { removeSpaces } from '../names.ts'
import type { Facet } from '../search-engine.ts'
import { buildTerms, type Terms } from '../terms.ts'

/**
 * `loose`: a kind or a flag, which is ignored if a title is named («دانلود رایگان فیلم …»); `vague`: a word that may mean
 * something else («موسیقی …»).
 */
export type Strength = 'sure' | 'loose' | 'vague'
export type Meaning =
  | { kind: 'facets'; facets: readonly Facet[]; strength: Strength }
  /** `numbered`: only with a number. */
  | { kind: 'filler' | 'numbered' | 'particle' }
export type Meanings = {
  /** Finds the meaning of words without spaces. */
  find: (key: string) => Meaning | undefined
  /** All words, sorted, for typing errors and Latin letters. */
  vocabulary: Terms
}

const COUNTRY = 'IR'
/** Returns the meanings of the words for this version of the catalogue. */
export function loadMeanings(deps: Pick<Deps, 'db' | 'now'>): Promise<Meanings> {
  return cachedPerVersion(deps, 'meanings of words', async () => {
    const rows = await allCategories(deps as Deps)
    return createMeanings(rows)
  })
}

function createMeanings(categories: readonly CategoryRow[]): Meanings {
  const all = new Map(fixedMeanings())
  addGenres(all, categories)
  const vocabulary = buildTerms(new Map([...all.keys()].map(key => [key, []])))
  return { find: key => all.get(key) ?? singular(all, key), vocabulary }
}

function singular(all: ReadonlyMap<string, Meaning>, key: string): Meaning | undefined {
  for (const [ending, other] of PLURALS) {
    if (!key.endsWith(ending)) continue
    const found = all.get(key.slice(0, -ending.length) + other)
    if (found) return found
  }
  return undefined
}

let fixed: ReadonlyMap<string, Meaning> | null = null

/** Returns the meanings that do not depend on the catalogue. Words that come later replace earlier ones. */
function fixedMeanings(): ReadonlyMap<string, Meaning> {
  if (fixed) return fixed
  const all = new Map<string, Meaning>()
  const add = (list: string, meaning: Meaning) => {
    for (const word of listOfWords(list)) all.set(keyOf(word), meaning)
  }
  const addFacets = (list: string, facets: Facet[], strength: Strength = 'sure') =>
    add(list, { kind: 'facets', facets, strength })
  addCountries(all)
  for (const [code, words] of Object.entries(COUNTRY_WORDS))
    addFacets(words, [{ countries: [code] }])
  addFacets(FOREIGN_WORDS, [{ mainCountry: COUNTRY, isExcluded: true }])
  add(PARTICLE_WORDS, { kind: 'particle' })
  add(FILLER_WORDS, { kind: 'filler' })
  add(ROLE_WORDS, { kind: 'filler' })
  add(NUMBERED_WORDS, { kind: 'numbered' })
  const film: Facet[] = [
    { types: ['single_video'] },
    { flags: ['audio_book', 'live'], isExcluded: true },
  ]
  addFacets(KIND_WORDS.film, film, 'loose')
  addFacets(KIND_WORDS.series, [{ types: ['series'] }], 'loose')
  addFacets(KIND_WORDS.seriesOrBundle, [{ types: ['series', 'video_content_list'] }], 'loose')
  addFacets(KIND_WORDS.bundle, [{ types: ['video_content_list'] }], 'loose')
  addFacets(KIND_WORDS.audioBook, [{ flags: ['audio_book'] }], 'loose')
  addFacets(KIND_WORDS.channel, [{ flags: ['live'] }], 'loose')
  addFacets(FLAG_WORDS.dubbed, [{ flags: ['persian_dub', 'exclusive_dub'] }], 'loose')
  addFacets(FLAG_WORDS.exclusiveDub, [{ flags: ['exclusive_dub'] }], 'loose')
  addFacets(FLAG_WORDS.subtitled, [{ flags: ['has_subtitle'] }], 'loose')
  addFacets(FLAG_WORDS.free, [{ flags: ['free_content'] }], 'loose')
  addFacets(FLAG_WORDS.latest, [{ flags: ['latest'] }], 'loose')
  addFacets(FLAG_WORDS.ultraHd, [{ flags: ['4k'] }], 'loose')
  addFacets(FLAG_WORDS.hd, [{ flags: ['hd', '4k'] }], 'loose')
  addFacets(FLAG_WORDS.multiAudio, [{ flags: ['multi_audio'] }], 'loose')
  addFacets(FLAG_WORDS.freeTraffic, [{ flags: ['traffic_free'] }], 'loose')
  addFacets(FLAG_WORDS.comingSoon, [{ flags: ['coming_soon'] }], 'loose')
  addFacets(FLAG_WORDS.cinemaOnline, [{ flags: ['cinema_online'] }], 'loose')
  addFacets(FLAG_WORDS.selected, [{ flags: ['selected'] }], 'loose')
  fixed = all
  return all
}

/**
 * Adds the names of all countries in all languages, and Persian words for what comes from there. A country may have former codes
 * with the same name.
 */
function addCountries(all: Map<string, Meaning>): void {
  const codesByKey = new Map<string, string[]>()
  for (const code of regionCodes())
    for (const language of LANGUAGES) {
      const name = countryName(code, language)
      if (name === code || /[()]/.test(name)) continue
      const key = keyOf(name)
      const endings = /^[a-z]/.test(key) ? [''] : ['', ...ORIGIN_ENDINGS]
      for (const ending of endings)
        codesByKey.set(key + ending, [...(codesByKey.get(key + ending) ?? []), code])
    }
  for (const [key, countries] of codesByKey)
    all.set(key, { kind: 'facets', facets: [{ countries }], strength: 'sure' })
}

/** Adds the names of the categories of this catalogue, and further words for the usual genres. */
function addGenres(all: Map<string, Meaning>, categories: readonly CategoryRow[]): void {
  const idsByKey = new Map<string, string[]>()
  const add = (word: string, id: string) => {
    const key = keyOf(word)
    idsByKey.set(key, [...new Set([...(idsByKey.get(key) ?? []), id])])
  }
  for (const row of categories) {
    for (const title of Object.values(translationsOf(row, 'title'))) add(title, row.id)
    for (const word of listOfWords(GENRE_WORDS[row.key] ?? '')) if (word) add(word, row.id)
  }
  for (const [key, categoryIds] of idsByKey)
    all.set(key, { kind: 'facets', facets: [{ categoryIds }], strength: 'sure' })
  const idOf = (name: string) => categories.filter(({ key }) => key === name).map(({ id }) => id)
  const anime: Facet[] = [{ countries: ['JP'] }, { categoryIds: idOf('animation') }]
  for (const word of listOfWords(ANIME_WORDS))
    all.set(keyOf(word), { kind: 'facets', facets: anime, strength: 'sure' })
  const music: Facet[] = [{ categoryIds: idOf('musical') }]
  for (const word of listOfWords(MUSIC_WORDS))
    all.set(keyOf(word), { kind: 'facets', facets: music, strength: 'vague' })
}

function keyOf(word: string): string {
  return removeSpaces(searchText(word))
}
