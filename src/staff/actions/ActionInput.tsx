import {
  BooleanInput,
  FileField,
  FileInput,
  required,
  SelectInput,
  TextArrayInput,
  TextInput,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { LANGUAGES } from '#src/contract/languages.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { readsHelpTexts } from '../language.ts'
import type { ActionField } from '../session.ts'
import { useWord } from '../ui/fields.tsx'
import { PickerInput } from '../ui/PickerInput.tsx'
import { moneyText } from '../ui/words.ts'
import { useFieldLabel } from './use-action.ts'

/** Fields that a calendar fills, by action. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  'report.run': ['from', 'to'],
  'payments.list': ['from', 'to'],
  'voucher.create': ['starts', 'ends'],
}
const MOMENTS: Readonly<Record<string, readonly string[]>> = {
  'schedule.set': ['publish', 'available', 'unpublish'],
  'packages.price': ['from'],
  'message.set': ['starts', 'ends'],
  'home.apply': ['at'],
}
const LONG: readonly string[] = ['text', ...LANGUAGES, 'reason']

/** The input that suits a field of an action. */
export function ActionInput({ action, field }: { action: string; field: ActionField }) {
  const label = useFieldLabel()
  const word = useWord()
  const { name, kind, choices, isRequired, isRepeated, placeholder, help } = field
  const common = {
    source: name,
    label: label(name),
    // The texts of the actions are English.
    helperText: readsHelpTexts() ? help : false,
    ...(isRequired ? { validate: required() } : {}),
  } as const
  if (kind === 'flag') return <BooleanInput {...common} validate={undefined} />
  if (kind === 'file')
    return (
      <FileInput {...common}>
        <FileField source="src" title="title" />
      </FileInput>
    )
  if (choices && !isRepeated)
    return (
      <SelectInput
        {...common}
        choices={choices.map(id => ({ id, name: word(id) }))}
        translateChoice={false}
      />
    )
  if (placeholder === 'RIALS') return <RialsInput {...common} />
  if (isRepeated) return <TextArrayInput {...common} />
  if (DAYS[action]?.includes(name)) return <PickerInput {...common} kind="day" />
  if (MOMENTS[action]?.includes(name)) return <PickerInput {...common} kind="moment" />
  return <TextInput {...common} multiline={LONG.includes(name)} fullWidth />
}

type RialsProps = { source: string; label: string; validate?: ReturnType<typeof required> }

/** An amount in rials, as the commands take it, with the same amount in tomans below it. */
function RialsInput({ source, label, ...rest }: RialsProps) {
  const translate = useTranslate()
  const rials = Number(toLatinDigits(String(useWatch({ name: source }) ?? '')))
  return (
    <TextInput
      {...rest}
      source={source}
      label={translate('staff.inRials', { name: label })}
      helperText={rials > 0 ? `= ${moneyText(rials)}` : false}
      slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'numeric' } }}
      fullWidth
    />
  )
}
