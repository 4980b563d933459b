import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { useInput, type Validator } from 'react-admin'
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
  const Picker = kind === 'day' ? DatePicker : DateTimePicker
  return (
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
    />
  )
}
