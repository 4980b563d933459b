import { type ReactNode, useState } from 'react'
import type { Birthday } from '#src/contract/session.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { jalaliMonthLength, toJalali } from '#src/lib/text/jalali.ts'
import { jalaliMonthNames } from '#src/lib/text/months.ts'
import { Select } from './Select.tsx'

const OLDEST_YEARS = 100

type T = Translate<
  | 'profiles.birthday'
  | 'profiles.birthday.day'
  | 'profiles.birthday.month'
  | 'profiles.birthday.year'
  | 'profiles.birthday.note'
>
type Props = {
  value: Birthday | null
  error?: string | undefined
  onChange: (birthday: Birthday | null) => void
  t: T
}
type Parts = { [Part in keyof Birthday]: number | '' }

/** Selects of day, month and year in the Jalali calendar. Reports a birthday when all three are set. */
export function BirthdayPicker({ value, error, onChange, t }: Props) {
  const [parts, setParts] = useState<Parts>(value ?? { year: '', month: '', day: '' })
  const { year, month, day } = parts
  const thisYear = toJalali(new Date()).year
  const days = daysOf(parts)

  function change(changes: Partial<Parts>) {
    const next = { ...parts, ...changes }
    if (next.day !== '' && next.day > daysOf(next)) next.day = daysOf(next)
    setParts(next)
    const { year, month, day } = next
    onChange(year && month && day ? { year, month, day } : null)
  }
  function options(from: number, to: number) {
    const count = Math.abs(to - from) + 1
    const step = to >= from ? 1 : -1
    return Array.from({ length: count }, (_, index) => from + index * step)
  }
  const number = (text: string) => (text === '' ? '' : Number(text))
  return (
    <fieldset className="birthday m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-1.5 text-sm font-600">{t('profiles.birthday')}</legend>
      <div className="grid grid-cols-[1fr_1.4fr_1.2fr] gap-2">
        <Part
          name={t('profiles.birthday.day')}
          value={day}
          onChange={v => change({ day: number(v) })}
        >
          {options(1, days).map(each => (
            <option key={each} value={each}>
              {localDigits(each, t.language)}
            </option>
          ))}
        </Part>
        <Part
          name={t('profiles.birthday.month')}
          value={month}
          onChange={v => change({ month: number(v) })}
        >
          {jalaliMonthNames(t.language).map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </Part>
        <Part
          name={t('profiles.birthday.year')}
          value={year}
          onChange={v => change({ year: number(v) })}
        >
          {options(thisYear, thisYear - OLDEST_YEARS).map(each => (
            <option key={each} value={each}>
              {localDigits(each, t.language)}
            </option>
          ))}
        </Part>
      </div>
      <p
        className={`m-0 mt-1.5 text-sm ${error ? 'text-bad' : 'text-muted'}`}
        role={error ? 'alert' : undefined}
      >
        {error ?? t('profiles.birthday.note')}
      </p>
    </fieldset>
  )
}

/** Returns the number of days of a month. Without a year it is the maximum: Esfand has 30 days in a leap year. */
function daysOf({ year, month }: Parts): number {
  if (month === '') return 31
  if (year === '') return month <= 6 ? 31 : 30
  return jalaliMonthLength(year, month)
}

type PartProps = {
  name: string
  value: number | ''
  onChange: (value: string) => void
  children: ReactNode
}

function Part({ name, value, onChange, children }: PartProps) {
  return (
    <Select label={name} hideLabel value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{name}</option>
      {children}
    </Select>
  )
}
