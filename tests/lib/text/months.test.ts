import { expect, test } from 'vitest'
import { formatDayAndMonth } from '#src/lib/text/date.ts'
import { fromJalali } from '#src/lib/text/jalali.ts'
import { jalaliMonthNames } from '#src/lib/text/months.ts'

test('a picker names the months as dates on the screen do', () => {
  const shown = Array.from({ length: 12 }, (_, index) =>
    formatDayAndMonth(fromJalali({ year: 1405, month: index + 1, day: 1 }), 'fa'),
  )
  expect(jalaliMonthNames('fa').map(name => `۱ ${name}`)).toEqual(shown)
  expect(jalaliMonthNames('en')).toHaveLength(12)
})
