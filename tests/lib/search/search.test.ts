import { describe, expect, onTestFinished, test } from 'vitest'
import { toSearchClick } from '#src/lib/search/click.ts'
import {
  $recentSearches,
  clearRecentSearches,
  saveRecentSearch,
} from '#src/lib/search/recent.store.ts'
import { isEmptyResult, isSearchable, missingLetters } from '#src/lib/search/search.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { aCard } from '#tests/support/cards.ts'
import { watchAs } from '#tests/support/storage.ts'

test('a search runs with at least 3 characters', () => {
  expect(isSearchable('با')).toBe(false)
  expect(isSearchable(' با ')).toBe(false)
  expect(isSearchable('باغ')).toBe(true)
  expect(isSearchable('ش ه')).toBe(false)
  expect(isSearchable('%%%')).toBe(false)
})

test('signs count if they are letters in the other keyboard layout', () => {
  expect(["'h,", "[k'", 'oh;', 't;v', ';,];', "vk'"].map(missingLetters)).toEqual([
    0, 0, 0, 0, 0, 0,
  ])
  expect(["'h", 'h,', ';', '...'].map(missingLetters)).toEqual([1, 1, 2, 3])
})

test('a short text says how many letters are missing, and an empty one says nothing', () => {
  expect(['', '  ', 'ب', ' با', 'باغ', 'باغ ها'].map(missingLetters)).toEqual([0, 0, 2, 1, 0, 0])
})

test('a click reports the position that the service assigned to the result, as in listings', () => {
  expect(toSearchClick({ id: 'c', search_position: 4 }, 'q')).toEqual({
    contentId: 'c',
    position: 4,
    queryId: 'q',
  })
  expect(toSearchClick({ id: 'c' }, 'q')).toBeNull()
  expect(toSearchClick({ id: 'c', search_position: 1 }, '')).toBeNull()
})

test('a result is empty if no group has entries', () => {
  const nothing = {
    search_query_id: 'q',
    promoted_videos: [],
    movies: [],
    series: [],
    is_artist_first: false,
    dropped_words: [],
    artists: { type: 'artist_carousel' as const, items: [] },
  }
  expect(isEmptyResult(nothing)).toBe(true)
  expect(isEmptyResult({ ...nothing, series: [aCard()] })).toBe(false)
})

describe('recent searches', () => {
  test('are kept newest first, without duplicates, at most six', () => {
    clearRecentSearches()
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', ' c ', '  ']) saveRecentSearch(text)
    expect($recentSearches.get()).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  })
  test('are deleted on request', () => {
    saveRecentSearch('a')
    clearRecentSearches()
    expect($recentSearches.get()).toEqual([])
  })
  test('belong to the profile that searched: a child sees nothing from an adult', () => {
    onTestFinished(() => $session.set(ANONYMOUS))
    watchAs('mother')
    saveRecentSearch('horror')
    watchAs('child')
    expect($recentSearches.get()).toEqual([])
    saveRecentSearch('cartoon')
    watchAs('mother')
    expect($recentSearches.get()).toEqual(['horror'])
    clearRecentSearches()
    watchAs('child')
    expect($recentSearches.get()).toEqual(['cartoon'])
  })
})
