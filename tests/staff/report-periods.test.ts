import { expect, test } from 'vitest'
import { LANGUAGES } from '#src/contract/languages.ts'
import { toJalali } from '#src/lib/text/jalali.ts'
import { readMonth, readSeason, readYear } from '#src/lib/text/written-time.ts'
import { reportPeriods } from '#src/staff/screens/report-periods.ts'

const SEASONS = ['بهار', 'تابستان', 'پاییز', 'زمستان']
const at = (text: string) => new Date(`${text}T12:00:00+03:30`)

test('the present period comes first, and the others follow without a gap', () => {
  const { month, season, year } = reportPeriods(at('2026-11-29'), 'fa', SEASONS)
  expect(month.slice(0, 2)).toEqual([
    { id: '1405-09', name: 'آذر ۱۴۰۵' },
    { id: '1405-08', name: 'آبان ۱۴۰۵' },
  ])
  expect(month[9]).toEqual({ id: '1404-12', name: 'اسفند ۱۴۰۴' })
  expect(season.slice(0, 4).map(({ name }) => name)).toEqual([
    'پاییز ۱۴۰۵',
    'تابستان ۱۴۰۵',
    'بهار ۱۴۰۵',
    'زمستان ۱۴۰۴',
  ])
  expect(year[0]).toEqual({ id: '1405', name: '۱۴۰۵' })
})

test.each(['2026-03-20', '2026-03-21', '2026-06-21', '2026-06-22', '2027-03-20'])(
  'on %s the first choices contain the day, and the report reads all of them',
  day => {
    for (const language of LANGUAGES) {
      const { month, season, year } = reportPeriods(at(day), language, SEASONS)
      const reads = [
        { choices: month, read: readMonth },
        { choices: season, read: readSeason },
        { choices: year, read: readYear },
      ]
      for (const { choices, read } of reads) {
        const periods = choices.map(({ id }) => read(id))
        expect(periods[0]?.from.getTime()).toBeLessThanOrEqual(at(day).getTime())
        expect(periods[0]?.to.getTime()).toBeGreaterThan(at(day).getTime())
        for (const [index, { from }] of periods.entries())
          if (index + 1 < periods.length) expect(periods[index + 1]?.to).toEqual(from)
      }
      expect(month[0]?.id.startsWith(String(toJalali(at(day)).year))).toBe(true)
    }
  },
)
