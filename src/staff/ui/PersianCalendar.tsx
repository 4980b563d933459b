import { type Theme, ThemeProvider } from '@mui/material/styles'
import { AdapterDateFnsJalali } from '@mui/x-date-pickers/AdapterDateFnsJalali'
import { DateField, type DateFieldProps } from '@mui/x-date-pickers/DateField'
import { DateTimeField, type DateTimeFieldProps } from '@mui/x-date-pickers/DateTimeField'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { faIR as pickerTexts } from '@mui/x-date-pickers/locales'
import { faIR } from 'date-fns-jalali/locale/fa-IR'
import type { ReactNode } from 'react'
import { toLatinDigits, toPersianDigits } from '#src/lib/text/digits.ts'
import { staffLanguage } from '../language.ts'
import { i18nProvider } from '../texts.ts'

const YEAR = { sectionType: 'year', contentType: 'digit', maxLength: 4 } as const

/** The Jalali calendar with Persian digits. Its library has them for the clock only. */
class PersianAdapter extends AdapterDateFnsJalali {
  constructor(options?: ConstructorParameters<typeof AdapterDateFnsJalali>[0]) {
    super(options)
    const { formatByString, parse } = this
    this.formatByString = (value, format) => toPersianDigits(formatByString(value, format))
    this.parse = (text, format) => parse(toLatinDigits(text), format)
    // Fields know the length of a year by its leading zeros, and look for the Latin one.
    this.formatTokenMap = { ...this.formatTokenMap, yyyy: YEAR }
  }
}

const part = (name: string) => () => i18nProvider.translate(`staff.calendar.${name}`)
const TEXTS = {
  ...pickerTexts.components.MuiLocalizationProvider.defaultProps.localeText,
  fieldYearPlaceholder: part('year'),
  fieldMonthPlaceholder: part('month'),
  fieldDayPlaceholder: part('day'),
  fieldHoursPlaceholder: part('hour'),
  fieldMinutesPlaceholder: part('minute'),
}

export function PersianCalendar({ children }: { children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={PersianAdapter} adapterLocale={faIR} localeText={TEXTS}>
      {children}
    </LocalizationProvider>
  )
}

/** Returns the letter above a column of the calendar. The library takes the first sign, which is a digit for most Persian days. */
export function weekdayLetter(day: Date): string {
  return new Intl.DateTimeFormat(staffLanguage(), { weekday: 'narrow' }).format(day)
}

const fromLeft = (theme: Theme): Theme => ({ ...theme, direction: 'ltr' })

/**
 * A date is written from the year to the minute, from left to right also in Persian. The library would begin at its left end in a text
 * from right to left, which is the hour.
 */
export function PersianDateField(props: DateFieldProps) {
  return (
    <ThemeProvider theme={fromLeft}>
      <DateField {...props} />
    </ThemeProvider>
  )
}

export function PersianDateTimeField(props: DateTimeFieldProps) {
  return (
    <ThemeProvider theme={fromLeft}>
      <DateTimeField {...props} />
    </ThemeProvider>
  )
}
