import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { GENRES } from '#src/service/catalogue/import/built-in-categories.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import { noPictures } from '#tests/support/imported-titles.ts'
import { startTestService } from '#tests/support/service.ts'
import { sharedData } from '#tests/support/wikidata.ts'

const file = sharedData('vega_movies_3201.json')

type Movie = Record<'title' | 'release_date' | 'genre' | 'director', unknown> & {
  runtime_min: number | null
  imdb_rating: number | null
}

/** A careless export, with numbers for titles, two-digit years and unknown genres. */
function carelessly(movie: Movie, index: number): object {
  const genre = String(movie.genre ?? '').toLowerCase()
  return {
    kind: 'title',
    type: 'single_video',
    external_id: `movie-${index}`,
    title: { en: movie.title },
    year: Number(String(movie.release_date).split(' ').at(-1)),
    ...(GENRES.some(known => known === genre) ? { genres: [genre] } : {}),
    ...(movie.imdb_rating === null ? {} : { imdb_rank_percent: movie.imdb_rating * 10 }),
    ...(movie.director
      ? { credits: [{ artist: movie.director, name: { en: movie.director }, role: 'director' }] }
      : {}),
  }
}

test.skipIf(!file)(
  'a careless file of 3,201 films is imported as far as it is valid, and the rest is reported',
  async () => {
    const service = await startTestService()
    const movies = JSON.parse(readFileSync(file ?? '', 'utf8')) as Movie[]
    const problems: Problem[] = []
    const onProblem = (problem: Problem) => void problems.push(problem)
    const importer = await createImporter(service.deps, { pictures: noPictures, onProblem })
    for (const [index, movie] of movies.entries()) {
      const text = JSON.stringify(carelessly(movie, index))
      await importer.line({ number: index + 1, text, bytes: 0 })
    }
    const { created, rejected } = await importer.finish()
    expect(created + rejected).toBe(movies.length)
    const bad = movies.filter(({ title }) => typeof title !== 'string').length
    expect(bad).toBeGreaterThan(0)
    expect(problems.filter(({ field }) => field === 'title.en')).toHaveLength(bad)
    const { total } = await service.api(listContents, { query: {} })
    expect(total).toBe(created)
    await service.stop()
  },
)
