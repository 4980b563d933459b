import { expect, test } from 'vitest'
import { startFromQuery } from '#src/lib/player/resume.ts'

test('?t= takes seconds inside the title and nothing else', () => {
  expect(startFromQuery('?t=83', 100)).toBe(83)
  expect(startFromQuery('?t=100', 100)).toBeNull()
  expect(startFromQuery('?t=-1', 100)).toBeNull()
  expect(startFromQuery('?t=1e9', 100)).toBeNull()
  expect(startFromQuery('', 100)).toBeNull()
})
