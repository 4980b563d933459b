/**
 * A real list of Iranian films from Wikidata, as records of the import. The file is next to the project and not part of it; tests
 * that need it are skipped with a message if it is missing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportTitle } from '#src/contract/import.ts'
import type { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'

type Named = { qid: string; name_fa: string | null; name_en: string | null }
type Film = Record<'qid' | 'country', string> & {
  imdb: string | null
  title_fa: string | null
  title_en: string | null
  aliases_fa: string[]
  aliases_en: string[]
  year: number | null
  directors: Named[]
  cast: Named[]
  genres: Named[]
}

const FOLDERS = ['../shared/data', '../../shared/data']
const root = resolve(import.meta.dirname, '../..')

export function sharedData(name: string): string | null {
  const files = FOLDERS.map(folder => resolve(root, folder, name))
  const found = files.find(file => existsSync(file)) ?? null
  if (!found) console.info(`skipped: ${name} is not beside the project`)
  return found
}

export function wikidataFilms(file: string): ImportTitle[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Film[]).map(toRecord)
}

const GENRE_WORDS: [RegExp, (typeof GENRES)[number]][] = [
  [/drama/, 'drama'],
  [/comed/, 'comedy'],
  [/crime|gangster|heist/, 'crime'],
  [/roman/, 'romance'],
  [/action|martial/, 'action'],
  [/thriller|suspense/, 'thriller'],
  [/horror/, 'horror'],
  [/histor|period/, 'history'],
  [/music/, 'musical'],
  [/documentary/, 'documentary'],
  [/child/, 'kids'],
  [/adventure/, 'adventure'],
  [/myster|detective/, 'mystery'],
  [/biograph/, 'biography'],
  [/science/, 'scifi'],
  [/fantasy/, 'fantasy'],
  [/war/, 'war'],
  [/family/, 'family'],
  [/animat/, 'animation'],
  [/sport/, 'sport'],
]

function toRecord(film: Film): ImportTitle {
  const people = [...asCredits(film.directors, 'director'), ...asCredits(film.cast, 'cast')]
  const genres = genresOf(film)
  return {
    kind: 'title',
    type: 'single_video',
    external_id: film.qid,
    title: both(film.title_fa, film.title_en),
    aliases: [...film.aliases_fa, ...film.aliases_en].slice(0, 50),
    countries: [film.country],
    ...(film.year ? { year: film.year } : {}),
    ...(genres.length > 0 ? { genres } : {}),
    ...(people.length > 0 ? { credits: people } : {}),
  }
}

function asCredits(people: readonly Named[], role: 'director' | 'cast') {
  return people
    .filter(({ name_fa, name_en }) => name_fa || name_en)
    .map(({ qid, name_fa, name_en }) => ({ artist: qid, name: both(name_fa, name_en), role }))
}

function genresOf({ genres }: Film) {
  const names = genres.map(({ name_en }) => name_en ?? '')
  return GENRE_WORDS.flatMap(([word, genre]) =>
    names.some(name => word.test(name)) ? [genre] : [],
  )
}

function both(fa: string | null, en: string | null): { fa?: string; en?: string } {
  return { ...(fa ? { fa } : {}), ...(en ? { en } : {}) }
}
