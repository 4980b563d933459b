// How the demo catalogue is written down: short enough to read as prose, complete enough to import.

/** A text in Persian and in English. */
export type Pair = readonly [fa: string, en: string]

export type Age = 3 | 7 | 12 | 15 | 18

export interface ArtistDraft {
  id: string
  name: Pair
  bio: Pair
}

/** `from`, `genres`, `cast` and `flags` are lists of ids with spaces between; imdb is a percentage. */
export interface TitleDraft {
  id: string
  title: Pair
  line: Pair
  about: Pair
  year: number
  from: string
  genres: string
  age: Age
  imdb: number
  by?: string
  cast?: string
  flags?: string
}

export interface FilmDraft extends TitleDraft {
  minutes: number
}

/** The price of one ticket in rials, tax not included. */
export interface CinemaDraft extends FilmDraft {
  ticket: number
}

/** Title in Persian and English, then one line about it in Persian and English. */
export type EpisodeDraft = readonly [fa: string, en: string, faLine: string, enLine: string]

export interface SeriesDraft extends TitleDraft {
  /** Length of one episode. */
  minutes: number
  seasons: readonly (readonly EpisodeDraft[])[]
}

export interface AudioBookDraft extends TitleDraft {
  narrator: string
  /** Chapter titles with their length in minutes. */
  chapters: readonly (readonly [fa: string, en: string, minutes: number])[]
}

export interface BundleDraft extends TitleDraft {
  items: string
}
