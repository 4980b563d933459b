import Alert from '@mui/material/Alert'
import Card from '@mui/material/Card'
import { useState } from 'react'
import {
  type HttpError,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Title,
  Toolbar,
  useNotify,
  useRedirect,
  useTranslate,
} from 'react-admin'
import { LANGUAGES } from '#src/contract/languages.ts'
import { DRAFT_DAYS } from '#src/contract/limits.ts'
import { dir } from '#src/lib/i18n/languages.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { runStaffAction, useFieldLabel } from '../actions/use-action.ts'
import { useProblemText } from '../import-problem.ts'
import { useWord } from '../ui/fields.tsx'
import { PickerInput } from '../ui/PickerInput.tsx'

const TYPES = ['single_video', 'series', 'audio']

type Imported = { rejected: number; problems: { field: string; reason: string }[] }

/** Begins a title as a draft: its publication is a year away unless a moment is chosen. */
export function NewTitle() {
  const translate = useTranslate()
  const word = useWord()
  const label = useFieldLabel()
  const problemText = useProblemText()
  const notify = useNotify()
  const redirect = useRedirect()
  const [failure, setFailure] = useState('')
  const create = async ({ publish, ...values }: Record<string, unknown>) => {
    setFailure('')
    const at = publish
      ? new Date(`${String(publish).replace(' ', 'T')}+03:30`)
      : new Date(Date.now() + DRAFT_DAYS * DAY_MS)
    const record = { kind: 'title', ...values, published_at: at.toISOString() }
    const files = { file: { filename: 'title.json', text: JSON.stringify([record]) } }
    try {
      const { data } = await runStaffAction('catalogue.import', { fields: {}, files })
      const { rejected, problems } = data as Imported
      if (rejected > 0)
        setFailure(
          problems.map(({ field, reason }) => `${label(field)}: ${problemText(reason)}`).join('\n'),
        )
      else {
        notify('staff.done', { type: 'success' })
        redirect('edit', 'titles', String(values.external_id))
      }
    } catch (error) {
      setFailure((error as HttpError).message)
    }
  }
  return (
    <>
      <Title title="staff.titles.new" />
      <SimpleForm
        onSubmit={create}
        component={Card}
        sx={{ mt: 2, p: 2, maxWidth: 640 }}
        toolbar={
          <Toolbar sx={{ maxWidth: 640 }}>
            <SaveButton />
          </Toolbar>
        }
      >
        {failure && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-wrap', width: '100%' }}>
            <bdi>{failure}</bdi>
          </Alert>
        )}
        <TextInput
          source="external_id"
          label="fields.external_id"
          helperText="staff.titles.idHelp"
          slotProps={{ htmlInput: { dir: 'ltr' } }}
          validate={required()}
          fullWidth
          autoFocus
        />
        <SelectInput
          source="type"
          label="fields.type"
          choices={TYPES.map(id => ({ id, name: word(id) }))}
          defaultValue="single_video"
          validate={required()}
          fullWidth
        />
        {LANGUAGES.map(side => (
          <TextInput
            key={side}
            source={`title.${side}`}
            label={`staff.titles.texts.title.${side}`}
            slotProps={{ htmlInput: { dir: dir(side), lang: side } }}
            validate={required()}
            fullWidth
          />
        ))}
        <PickerInput
          source="publish"
          label={translate('fields.publish')}
          kind="moment"
          helperText={translate('staff.titles.draftHelp')}
        />
      </SimpleForm>
    </>
  )
}
