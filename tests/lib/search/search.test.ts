import { describe, expect, onTestFinished, test } from 'vitest'
import { searchClickOf } from '#src/lib/search/click.ts'
import {
  $recentSearches,
  clearRecentSearches,
  saveRecentSearch,
} from '#src/lib/search/recent.store.ts'
import { isEmptyResult, isSearchable, lettersMissing } from '#src/lib/search/search.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { aCard } from '#tests/support/cards.ts'
import { watchAs } from '#tests/support/storage.ts'

test('search runs only with 3 or more characters', () => {
  expect(isSearchable('با')).toBe(false)
  expect(isSearchable(' با ')).toBe(false)
  expect(isSearchable('باغ')).toBe(true)
  expect(isSearchable('ش ه')).toBe(false)
  expect(isSearchable('%%%')).toBe(false)
})

test('signs count that are letters in the other keyboard layout', () => {
  expect(["'h,", "[k'", 'oh;', 't;v', ';,];', "vk'"].map(lettersMissing)).toEqual([
    0, 0, 0, 0, 0, 0,
  ])
  expect(["'h", 'h,', ';', '...'].map(lettersMissing)).toEqual([1, 1, 2, 3])
})

test('a text that was begun says how many letters it lacks, and an empty one nothing', () => {
  expect(['', '  ', 'ب', ' با', 'باغ', 'باغ ها'].map(lettersMissing)).toEqual([0, 0, 2, 1, 0, 0])
})

test('a click reports the position that the service gave the result, as in listings', () => {
  expect(searchClickOf({ id: 'c', search_position: 4 }, 'q')).toEqual({
    contentId: 'c',
    position: 4,
    queryId: 'q',
  })
  expect(searchClickOf({ id: 'c' }, 'q')).toBeNull()
  expect(searchClickOf({ id: 'c', search_position: 1 }, '')).toBeNull()
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
  test('belong to the profile that searched: a child sees nothing of an adult', () => {
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
