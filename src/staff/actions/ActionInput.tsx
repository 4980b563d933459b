import {
  BooleanInput,
  FileField,
  FileInput,
  required,
  SelectInput,
  TextArrayInput,
  TextInput,
} from 'react-admin'
import { LANGUAGES } from '#src/contract/languages.ts'
import { readsHelpTexts } from '../language.ts'
import type { ActionField } from '../session.ts'
import { useWord } from '../ui/fields.tsx'
import { PickerInput } from '../ui/PickerInput.tsx'
import { useFieldLabel } from './use-action.ts'

/** Fields that a calendar fills, by action. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  'report.run': ['from', 'to'],
  'payments.list': ['from', 'to'],
  'voucher.create': ['starts', 'ends'],
}
const MOMENTS: Readonly<Record<string, readonly string[]>> = {
  'schedule.set': ['publish', 'available', 'unpublish'],
}
const LONG: readonly string[] = ['text', ...LANGUAGES, 'reason']

/** The input that suits a field of an action. */
export function ActionInput({ action, field }: { action: string; field: ActionField }) {
  const label = useFieldLabel()
  const word = useWord()
  const { name, kind, choices, isRequired, isRepeated, help } = field
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
  if (isRepeated) return <TextArrayInput {...common} />
  if (DAYS[action]?.includes(name)) return <PickerInput {...common} kind="day" />
  if (MOMENTS[action]?.includes(name)) return <PickerInput {...common} kind="moment" />
  return <TextInput {...common} multiline={LONG.includes(name)} fullWidth />
}
