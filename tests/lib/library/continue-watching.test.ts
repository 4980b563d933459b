import { expect, test } from 'vitest'
import { continueTitle, timeLeft, watchedPercent } from '#src/lib/library/continue-watching.ts'

const at = (current_time: number, duration: number) => ({
  title: 'Episode 3',
  series: { id: 's', short_id: 'abcdef', slug: 's', title: 'The Caravan' },
  progress: { current_time, duration },
})

test('progress is between zero and the whole length', () => {
  expect(watchedPercent(at(1_500, 6_000))).toBe(25)
  expect(watchedPercent(at(7_000, 6_000))).toBe(100)
  expect(watchedPercent(at(10, 0))).toBe(0)
  expect(watchedPercent({ title: 'x' })).toBe(0)
})

test('the remaining time is rounded to minutes, and is at least one', () => {
  expect(timeLeft(at(0, 5_400), 'fa')).toBe('۱ ساعت و ۳۰ دقیقه')
  expect(timeLeft(at(5_399, 5_400), 'en')).toBe(timeLeft(at(0, 60), 'en'))
  expect(timeLeft(at(5_400, 5_400), 'fa')).toBeNull()
})

test('an episode is shown with the name of its series', () => {
  expect(continueTitle(at(0, 1))).toBe('The Caravan')
  expect(continueTitle({ title: 'Film' })).toBe('Film')
})
