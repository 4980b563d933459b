import { expect, test } from 'vitest'
import { findings } from './structured-data.ts'

const movie = {
  '@context': 'https://schema.org',
  '@type': 'Movie',
  name: 'A',
  url: 'https://pardeh.example/a',
}

test('finds what search engines report as errors', async () => {
  expect(await findings(movie)).toEqual([])
  const { name: _, ...nameless } = movie
  const wrong: object[] = [
    nameless,
    { ...movie, description: '' },
    { ...movie, genre: [] },
    { ...movie, director: {} },
    { ...movie, url: '/contents/a' },
    { ...movie, aggregateRating: { '@type': 'AggregateRating', ratingValue: 80 } },
    { ...movie, trailer: { '@type': 'VideoObject', name: 'A' } },
    { ...movie, '@context': undefined },
  ]
  for (const each of wrong) expect(await findings(each), JSON.stringify(each)).not.toEqual([])
})
