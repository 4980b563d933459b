import Box from '@mui/material/Box'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import type { FormEvent } from 'react'
import { useInput, type Validator } from 'react-admin'
import { CALENDAR } from '#src/lib/i18n/formats.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { staffLanguage } from '../language.ts'
import { PersianDateField, PersianDateTimeField, weekdayLetter } from './PersianCalendar.tsx'
import { clockDate, clockText } from './words.ts'

type Props = {
  source: string
  label: string
  kind: 'day' | 'moment'
  helperText?: string | false
  validate?: Validator
}

/** A calendar, Jalali in Persian. Its value is a day or a moment of the clock in Tehran. */
export function PickerInput({ source, label, kind, helperText, validate }: Props) {
  const { field, fieldState } = useInput({ source, ...(validate ? { validate } : {}) })
  const isJalali = CALENDAR[staffLanguage()] === 'jalali'
  const Field = kind === 'day' ? PersianDateField : PersianDateTimeField
  const Picker = kind === 'day' ? DatePicker : DateTimePicker
  return (
    <Box onInputCapture={takeLocalDigits}>
      <Picker
        label={label}
        value={field.value ? clockDate(String(field.value).replace(' ', 'T')) : null}
        onChange={date =>
          field.onChange(date && !Number.isNaN(date.getTime()) ? clockText(date, kind) : '')
        }
        slotProps={{
          textField: {
            fullWidth: true,
            size: 'small',
            margin: 'dense',
            error: fieldState.invalid,
            helperText: fieldState.error?.message ?? (helperText || undefined),
          },
          field: { clearable: true },
        }}
        {...(kind === 'moment' ? { ampm: false } : {})}
        dayOfWeekFormatter={weekdayLetter}
        {...(isJalali ? { slots: { field: Field } } : {})}
      />
    </Box>
  )
}

/** The field takes the Latin digits of a key only, and a Persian keyboard types Persian ones. */
function takeLocalDigits({ target }: FormEvent): void {
  if (!(target instanceof HTMLElement) || !target.isContentEditable) return
  const typed = target.textContent ?? ''
  const latin = toLatinDigits(typed)
  if (latin !== typed) target.textContent = latin
}
