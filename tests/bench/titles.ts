/** This many invented titles, always the same ones, distributed as in a real catalogue. */
import type { ImportTitle } from '#src/contract/import.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { mulberry32 } from '#tests/support/fuzz/random.ts'

const ONSETS = 'ب پ ت ج چ خ د ر ز ژ س ش ف ق ک گ ل م ن و ه'.split(' ')
const VOWELS = ['ا', 'ی', 'و', '', '']
const LATIN_ONSETS = 'b p t j ch kh d r z zh s sh f gh k g l m n v h'.split(' ')
const LATIN_VOWELS = ['a', 'i', 'u', 'e', 'o']
const COUNTRIES = ['IR', 'IR', 'IR', 'FR', 'US', 'TR', 'KR', 'IN', 'JP', 'DE']
const AGES = [0, 3, 7, 12, 13, 15, 17, 18] as const
const WORDS = 8_000
const DAY = 86_400_000

export type Random = () => number

type Word = { fa: string; en: string }

function vocabulary(random: Random): Word[] {
  return Array.from({ length: WORDS }, () => {
    const parts = Array.from({ length: 2 + Math.floor(random() * 2) }, () => {
      const onset = Math.floor(random() * ONSETS.length)
      const vowel = Math.floor(random() * VOWELS.length)
      return [`${ONSETS[onset]}${VOWELS[vowel]}`, `${LATIN_ONSETS[onset]}${LATIN_VOWELS[vowel]}`]
    })
    return { fa: parts.map(([fa]) => fa).join(''), en: parts.map(([, en]) => en).join('') }
  })
}

/** Few words are common, most are rare (Zipf and Mandelbrot). */
const SHIFT = 12
const zipf = (random: Random, length: number) =>
  Math.floor(SHIFT * ((length + SHIFT) / SHIFT) ** random() - SHIFT)
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

export function* inventedTitles(count: number): Generator<ImportTitle> {
  const random = mulberry32(1)
  const words = vocabulary(random)
  const genres = [...GENRES].sort(() => random() - 0.5)
  const people = Math.ceil(count / 4)
  for (let index = 0; index < count; index++) yield title(index)

  function title(index: number): ImportTitle {
    const named = Array.from({ length: 1 + Math.floor(random() * 4) }, () => wordOf())
    const isSeries = random() < 0.05
    const id = `bench-${index}`
    return {
      kind: 'title',
      type: isSeries ? 'series' : 'single_video',
      external_id: id,
      title: { fa: named.map(({ fa }) => fa).join(' '), en: named.map(({ en }) => en).join(' ') },
      summary: { fa: Array.from({ length: 30 }, () => wordOf().fa).join(' ') },
      year: 1990 + Math.floor(random() * 36),
      duration: `01:${String(10 + Math.floor(random() * 49))}:00`,
      countries: [pick(random, COUNTRIES)],
      genres: [...new Set([genre(), genre()])],
      age_label: pick(random, AGES),
      imdb_rank_percent: Math.floor(30 + random() * 65),
      visits: Math.floor(1_000_000 * random() ** 6),
      sales: Math.floor(20_000 * random() ** 6),
      flags: random() < 0.02 ? ['selected'] : random() < 0.1 ? ['persian_dub'] : [],
      credits: Array.from({ length: 5 }, (_, at) => credit(at)),
      published_at: new Date(Date.UTC(2026, 0, 1) - random() * 2_000 * DAY).toISOString(),
      ...(isSeries ? { seasons: [season(id, 1), season(id, 2)] } : {}),
    }
  }
  function wordOf(): Word {
    return words[zipf(random, WORDS)] as Word
  }
  function genre() {
    return genres[zipf(random, genres.length)] ?? 'drama'
  }
  function credit(at: number) {
    const artist = Math.floor(random() ** 2 * people)
    const [first, last] = [words[(artist * 7) % WORDS], words[(artist * 13 + 5) % WORDS]]
    return {
      artist: `bench-person-${artist}`,
      name: { fa: `${first?.fa} ${last?.fa}`, en: `${first?.en} ${last?.en}` },
      role: at === 0 ? ('director' as const) : ('cast' as const),
    }
  }
  function season(id: string, number: number) {
    return {
      number,
      episodes: [1, 2, 3, 4].map(episode => ({
        external_id: `${id}-${number}-${episode}`,
        number: episode,
        title: { fa: `قسمت ${episode}`, en: `Episode ${episode}` },
      })),
    }
  }
}
