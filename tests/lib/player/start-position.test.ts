import { expect, test } from 'vitest'
import { startPositionFromQuery } from '#src/lib/player/start-position.ts'

test('?t= takes seconds inside the title and nothing else', () => {
  expect(startPositionFromQuery('?t=83', 100)).toBe(83)
  expect(startPositionFromQuery('?t=100', 100)).toBeNull()
  expect(startPositionFromQuery('?t=-1', 100)).toBeNull()
  expect(startPositionFromQuery('?t=1e9', 100)).toBeNull()
  expect(startPositionFromQuery('', 100)).toBeNull()
})
