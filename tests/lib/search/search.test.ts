import { describe, expect, test } from 'vitest'
import {
  $recentSearches,
  clearRecentSearches,
  saveRecentSearch,
} from '#src/lib/search/recent.store.ts'
import { isEmptyResult, isSearchable } from '#src/lib/search/search.ts'
import { aCard } from '#tests/support/cards.ts'

test('search runs only with 3 or more characters', () => {
  expect(isSearchable('با')).toBe(false)
  expect(isSearchable(' با ')).toBe(false)
  expect(isSearchable('باغ')).toBe(true)
})

test('a result is empty when no group has anything', () => {
  const nothing = {
    search_query_id: 'q',
    promoted_videos: [],
    movies: [],
    series: [],
    artists: { type: 'artist_carousel' as const, items: [] },
  }
  expect(isEmptyResult(nothing)).toBe(true)
  expect(isEmptyResult({ ...nothing, series: [aCard()] })).toBe(false)
})

describe('recent searches', () => {
  test('are kept newest first, once each, six of them', () => {
    clearRecentSearches()
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', ' c ', '  ']) saveRecentSearch(text)
    expect($recentSearches.get()).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  })
  test('are forgotten when asked to', () => {
    saveRecentSearch('a')
    clearRecentSearches()
    expect($recentSearches.get()).toEqual([])
  })
})
