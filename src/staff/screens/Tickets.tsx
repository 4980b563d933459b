import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import {
  DataTable,
  Form,
  type HttpError,
  Link,
  required,
  SearchInput,
  SelectInput,
  ShowBase,
  TextInput,
  Title,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { DEPARTMENTS } from '#src/contract/values.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { BulkAction } from '../actions/BulkAction.tsx'
import { runStaffAction, useAction } from '../actions/use-action.ts'
import { staffLanguage } from '../language.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { Column, StateChip, useWord } from '../ui/fields.tsx'
import { StaffList } from '../ui/StaffList.tsx'
import { localizedMoment } from '../ui/words.ts'
import { WHOLE_RECORD } from '../whole-record.ts'

const STATES = ['open', 'pending', 'in_progress', 'completed']

export function TicketList() {
  const translate = useTranslate()
  const word = useWord()
  const choices = (ids: readonly string[]) => ids.map(id => ({ id, name: word(id) }))
  return (
    <StaffList
      title="resources.tickets.name"
      filters={[
        <SearchInput key="q" source="q" placeholder={translate('staff.find.tickets')} alwaysOn />,
        <SelectInput key="state" source="state" choices={choices(STATES)} alwaysOn />,
        <SelectInput
          key="department"
          source="department"
          choices={choices(DEPARTMENTS)}
          alwaysOn
        />,
        <TextInput key="assignee" source="assignee" />,
      ]}
      filterDefaultValues={{ state: 'open' }}
      actions={
        <TopToolbar>
          <NextTicket />
        </TopToolbar>
      }
    >
      <DataTable rowClick="show" bulkActionButtons={<CloseTickets />}>
        <Column kind="code" source="id" label="fields.number" />
        <DataTable.Col source="title" disableSort />
        <Column kind="state" source="status" />
        <Column kind="state" source="department" />
        <DataTable.Col source="assignee" disableSort className="ltr" />
        <Column kind="moment" source="createdAt" sortable />
        <Column kind="moment" source="updatedAt" sortable />
      </DataTable>
    </StaffList>
  )
}

function CloseTickets() {
  return <BulkAction name="support.close" field="number" />
}

/** Takes the ticket that waits longest. The key is Alt+N. */
function NextTicket() {
  const translate = useTranslate()
  const notify = useNotify()
  const redirect = useRedirect()
  const action = useAction('support.next')
  const take = async () => {
    try {
      const { data } = await runStaffAction('support.next', { fields: {} })
      const { number } = (data ?? {}) as { number?: number }
      if (number === undefined) notify('staff.tickets.none')
      else redirect('show', 'tickets', number)
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' })
    }
  }
  if (!action) return null
  return (
    <Button variant="contained" size="small" accessKey="n" onClick={take}>
      {translate('staff.tickets.next')}
    </Button>
  )
}

export function TicketScreen() {
  return (
    <ShowBase queryOptions={WHOLE_RECORD}>
      <Ticket />
    </ShowBase>
  )
}

type Message = { from: string; text: string; created_at: string }
type Note = { by: string; text: string; created_at: string }
type TicketRecord = {
  id: string
  number: number
  title: string
  text: string
  status: string
  department: string
  assignee: string | null
  country: string
  provider: string
  ip: string
  created_at: string
  messages: Message[]
  notes: Note[]
  person: ({ user: string; name: string; msisdn: string } & Record<string, unknown>) | null
}

function Ticket() {
  const ticket = useRecordContext<TicketRecord>()
  const translate = useTranslate()
  if (!ticket) return null
  const { number, title, text, status, department, assignee, person, messages } = ticket
  const opening: Message = { from: 'user', text, created_at: ticket.created_at }
  return (
    <Box sx={{ pt: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr) 300px' }}>
      <Title
        title={translate('staff.tickets.one', {
          number: localDigits(String(number), staffLanguage()),
        })}
      />
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h5" component="h1" sx={{ flexGrow: 1 }}>
            <bdi>{title}</bdi>
          </Typography>
          <StateChip value={status} />
          {department !== 'none' && <StateChip value={department} />}
          {assignee && <Chip size="small" variant="outlined" label={<bdi>{assignee}</bdi>} />}
        </Box>
        {[opening, ...messages].map((message, at) => (
          <Bubble key={at} {...message} />
        ))}
        <Answer key={number} ticket={ticket} />
      </Box>
      <Box
        component="aside"
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignContent: 'start',
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <NextTicket />
          <ActionButton name="support.assign" preset={{ number }} only={['name', 'nobody']} />
          {status !== 'completed' && <ActionButton name="support.close" preset={{ number }} />}
        </Box>
        {person && (
          <Card>
            <CardContent sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <Typography variant="h6" component="h2">
                <Link to={`/people/${person.user}/show`}>
                  <bdi>{person.name || translate('staff.people.nameless')}</bdi>
                </Link>
              </Typography>
              <span className="ltr">{person.msisdn}</span>
              <DataSheet data={person} without={['user', 'name', 'msisdn']} />
              <ActionButton name="users.access" preset={{ person: person.user }} />
              <ActionButton name="users.grant" preset={{ person: person.user }} />
            </CardContent>
          </Card>
        )}
        <Notes ticket={ticket} />
        <DataSheet data={{ country: ticket.country, provider: ticket.provider, ip: ticket.ip }} />
      </Box>
    </Box>
  )
}

function Bubble({ from, text, created_at }: Message) {
  const word = useWord()
  const isUser = from === 'user'
  return (
    <Card
      component="article"
      sx={{
        justifySelf: isUser ? 'start' : 'end',
        maxWidth: '85%',
        bgcolor: isUser ? 'background.paper' : 'action.hover',
      }}
    >
      <CardContent sx={{ '&:last-child': { pb: 1.5 } }}>
        <Typography variant="caption" color="text.secondary">
          {word(from)} · {localizedMoment(created_at)}
        </Typography>
        <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </CardContent>
    </Card>
  )
}

/** Notes of the team. They are apart from the conversation, so that no member takes one for an answer. */
function Notes({ ticket: { number, notes } }: { ticket: TicketRecord }) {
  const translate = useTranslate()
  return (
    <Card sx={{ borderStyle: 'dashed' }} component="section">
      <CardContent sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="h6" component="h2">
          {translate('staff.tickets.notes')}
        </Typography>
        {notes.length === 0 && (
          <Typography variant="body2" color="text.secondary">
            {translate('staff.tickets.noNotes')}
          </Typography>
        )}
        {notes.map((note, at) => (
          <Box key={at} component="article">
            <Typography variant="caption" color="text.secondary">
              <bdi>{note.by}</bdi> · {localizedMoment(note.created_at)}
            </Typography>
            <Typography
              dir="auto"
              variant="body2"
              sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {note.text}
            </Typography>
          </Box>
        ))}
        <ActionButton name="support.note" preset={{ number: String(number) }} />
      </CardContent>
    </Card>
  )
}

type Template = { name: string; text: string }

/** An answer takes two keys: Alt with a digit chooses a template, Ctrl+Enter sends it and completes the ticket. */
function Answer({ ticket }: { ticket: TicketRecord }) {
  const { number } = ticket
  const action = useAction('support.answer')
  const notify = useNotify()
  const refresh = useRefresh()
  const [failure, setFailure] = useState('')
  const { data: templates = [] } = useQuery({
    queryKey: ['templates'],
    queryFn: async () =>
      (await runStaffAction('support.templates', { fields: {} })).data as Template[],
    enabled: action !== undefined,
  })
  if (!action) return null
  const send = async ({ text, close }: Record<string, unknown>) => {
    setFailure('')
    try {
      await runStaffAction('support.answer', {
        fields: { number: String(number), text: String(text), close: close === true },
      })
      notify('staff.tickets.answered', { type: 'success' })
      refresh()
      return undefined
    } catch (error) {
      const { message, body } = error as HttpError
      setFailure(message)
      return body?.errors
    }
  }
  return (
    <Card>
      <CardContent>
        <Form record={{}} onSubmit={send} key={ticket.messages.length}>
          <AnswerInputs templates={templates} />
          {failure && <Alert severity="error">{failure}</Alert>}
        </Form>
      </CardContent>
    </Card>
  )
}

function AnswerInputs({ templates }: { templates: Template[] }) {
  const translate = useTranslate()
  const { setValue, formState } = useFormContext()
  const fill = (template: Template | undefined) =>
    template && setValue('text', template.text, { shouldDirty: true, shouldValidate: true })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if (!event.altKey || !digit) return
      event.preventDefault()
      fill(templates[Number(digit) - 1])
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [templates])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    setValue('close', !event.shiftKey)
    event.currentTarget.closest('form')?.requestSubmit()
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }} onKeyDown={onKeyDown}>
      {templates.length > 0 && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {templates.map((template, at) => (
            <Chip
              key={template.name}
              label={`${template.name}${at < 9 ? ` · Alt+${at + 1}` : ''}`}
              onClick={() => fill(template)}
            />
          ))}
        </Box>
      )}
      <TextInput
        source="text"
        label="staff.tickets.answer"
        helperText="staff.tickets.keys"
        validate={required()}
        multiline
        minRows={4}
        fullWidth
        autoFocus
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button
          type="submit"
          disabled={formState.isSubmitting}
          onClick={() => setValue('close', false)}
        >
          {translate('staff.tickets.send')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={formState.isSubmitting}
          onClick={() => setValue('close', true)}
        >
          {translate('staff.tickets.sendAndClose')}
        </Button>
      </Box>
    </Box>
  )
}
