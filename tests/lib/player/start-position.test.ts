import { expect, test } from 'vitest'
import {
  startPositionFromQuery,
  urlAtPosition,
  withoutStartPosition,
} from '#src/lib/player/start-position.ts'

test('?t= accepts seconds within the title only', () => {
  expect(startPositionFromQuery('?t=83', 100)).toBe(83)
  expect(startPositionFromQuery('?t=100', 100)).toBeNull()
  expect(startPositionFromQuery('?t=-1', 100)).toBeNull()
  expect(startPositionFromQuery('?t=1e9', 100)).toBeNull()
  expect(startPositionFromQuery('', 100)).toBeNull()
})

test('a shared URL has the whole second and its other parameters, and no earlier second', () => {
  const page = 'https://pardeh.example/play/abc'
  expect(urlAtPosition(page, 48.9)).toBe(`${page}?t=48`)
  expect(urlAtPosition(`${page}?trailer=1&t=7#x`, 0)).toBe(`${page}?trailer=1&t=0`)
  expect(withoutStartPosition(`${page}?trailer=1&t=7`)).toBe(`${page}?trailer=1`)
  expect(withoutStartPosition(`${page}?t=7`)).toBe(page)
})
