import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useRef, useState } from 'react'
import { Form, type HttpError, required, TextInput, useTranslate } from 'react-admin'
import type { StaffAction } from '../session.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { type SurveyData, SurveyResults } from '../ui/SurveyResults.tsx'
import { ActionInput } from './ActionInput.tsx'
import {
  type ActionFile,
  type ActionReply,
  type ActionValue,
  fileToSend,
  runStaffAction,
  useActionLabel,
} from './use-action.ts'

type Fields = Record<string, ActionValue>
type Values = Record<string, unknown>
export type ActionFormProps = {
  action: StaffAction
  /** Fields with known values, which the form does not show. */
  preset?: Fields
  /** The only fields that the form shows, in this order; all others if it is left out. */
  only?: readonly string[]
  version?: string
  onDone?: (reply: ActionReply) => void
  /** False if the caller shows the reply. */
  showsReply?: boolean
}

/** Without it, a field would begin with the value of the same name in the record of the page, such as the text of a ticket. */
const EMPTY = {}

type Outcome = { reply: ActionReply; isTrial: boolean } | { failure: string } | null

/** A form for any action, made of its fields, with a trial, a reason and the reply. */
export function ActionForm({
  action,
  preset = {},
  only,
  version,
  onDone,
  showsReply = true,
}: ActionFormProps) {
  const translate = useTranslate()
  const label = useActionLabel()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isRunning, setRunning] = useState(false)
  const isTrial = useRef(false)
  const name = `${action.noun}.${action.verb}`
  // The reason of the form fills the action's own field of this name.
  const offered = action.fields.filter(
    field => !(field.name in preset) && !(action.needsReason && field.name === 'reason'),
  )
  const fields = only
    ? only.flatMap(each => offered.find(field => field.name === each) ?? [])
    : offered

  async function submit(values: Values) {
    setRunning(true)
    setOutcome(null)
    try {
      const reply = await runStaffAction(name, {
        ...(await readValues(values)),
        ...(action.needsReason && values.reason ? { reason: String(values.reason) } : {}),
        ...(version ? { version } : {}),
        dryRun: isTrial.current,
      })
      setOutcome({ reply, isTrial: isTrial.current })
      if (!isTrial.current) onDone?.(reply)
    } catch (error) {
      const { message, body } = error as HttpError
      setOutcome({ failure: translate(message, { _: message }) })
      return body?.errors
    } finally {
      setRunning(false)
      isTrial.current = false
    }
  }

  async function readValues(given: Values) {
    const known: Fields = { ...preset }
    const files: Record<string, ActionFile> = {}
    for (const { name: field, kind } of fields) {
      const value = given[field]
      if (value === undefined || value === null || value === '') continue
      const file = (value as { rawFile?: File }).rawFile
      if (kind === 'file' && file) files[field] = await fileToSend(file)
      else if (kind !== 'file') known[field] = value as ActionValue
    }
    return { fields: known, files }
  }

  return (
    <Form record={EMPTY} onSubmit={submit} sanitizeEmptyValues={false}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: { md: 420 } }}>
        {fields.map(field => (
          <ActionInput key={field.name} action={name} field={field} />
        ))}
        {action.needsReason && (
          <TextInput
            source="reason"
            label="staff.reason"
            helperText="staff.reasonHelp"
            validate={required()}
            multiline
            fullWidth
          />
        )}
        {action.needsSecondPerson && (
          <Alert severity="warning">{translate('staff.secondPerson')}</Alert>
        )}
        {outcome && 'failure' in outcome && (
          <Alert severity="error" role="alert">
            <bdi>{outcome.failure}</bdi>
          </Alert>
        )}
        {outcome && 'reply' in outcome && showsReply && (
          <ActionOutcome
            reply={outcome.reply}
            name={name}
            isTrial={outcome.isTrial}
            reads={action.effect === 'reads'}
          />
        )}
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', pt: 1 }}>
          {action.hasDryRun && (
            <Button
              type="submit"
              disabled={isRunning}
              onClick={() => {
                isTrial.current = true
              }}
            >
              {translate('staff.try')}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={action.effect === 'destroys' ? 'error' : 'primary'}
            disabled={isRunning}
          >
            {label(name)}
          </Button>
        </Box>
      </Box>
    </Form>
  )
}

/** Replies that are more than names with values. */
const VIEWS: Readonly<Record<string, (data: unknown) => ReactNode>> = {
  'survey.results': data => <SurveyResults data={data as SurveyData} />,
}

type OutcomeProps = { name: string; reply: ActionReply; isTrial: boolean; reads: boolean }

function ActionOutcome({ name, reply, isTrial, reads }: OutcomeProps) {
  const translate = useTranslate()
  const { request, data, isIncomplete } = reply
  const text = request ? 'staff.requested' : isTrial ? 'staff.tried' : 'staff.done'
  return (
    <Box sx={{ display: 'grid', gap: 1 }} role="status">
      {!reads && (
        <Alert severity={request || isIncomplete ? 'warning' : isTrial ? 'info' : 'success'}>
          {translate(isIncomplete ? 'staff.incomplete' : text)}
        </Alert>
      )}
      {data !== undefined && (VIEWS[name]?.(data) ?? <DataSheet data={data} />)}
    </Box>
  )
}
