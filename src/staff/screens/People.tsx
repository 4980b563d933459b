import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AutocompleteInput,
  DataTable,
  Form,
  Link,
  ReferenceInput,
  SearchInput,
  ShowBase,
  Title,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../actions/ActionButton.tsx'
import { type ActionReply, useAction, useFieldLabel } from '../actions/use-action.ts'
import { callStaffApi } from '../call.ts'
import { staffLanguage, TITLE_FIELDS } from '../language.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { Column, StateChip } from '../ui/fields.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { StaffList } from '../ui/StaffList.tsx'
import { saveFile } from '../ui/save-file.ts'
import { WHOLE_RECORD } from '../whole-record.ts'

export function PersonList() {
  const translate = useTranslate()
  return (
    <StaffList
      title="resources.people.name"
      filters={[
        <SearchInput key="q" source="q" placeholder={translate('staff.find.people')} alwaysOn />,
      ]}
    >
      <DataTable rowClick="show" bulkActionButtons={false}>
        <Column kind="code" source="number" />
        <DataTable.Col source="name" disableSort />
        <DataTable.Col source="family" disableSort />
        <Column kind="moment" source="createdAt" sortable />
        <Column kind="moment" source="blockedAt" />
        <Column kind="moment" source="erasedAt" />
      </DataTable>
    </StaffList>
  )
}

export function PersonScreen() {
  return (
    <ShowBase queryOptions={WHOLE_RECORD}>
      <Person />
    </ShowBase>
  )
}

type PersonRecord = {
  id: string
  number: string
  name: string
  family: string
  blocked_at: string | null
  erased_at: string | null
} & Record<string, unknown>

const ACTIONS = ['users.grant', 'users.carrier', 'users.end-sessions', 'users.cancel'] as const
const LISTS = [
  'profiles',
  'payments',
  'contracts',
  'devices',
  'tickets',
  'sign_ins',
  'refusals',
] as const

function Person() {
  const person = useRecordContext<PersonRecord>()
  const translate = useTranslate()
  if (!person) return null
  const { id, number, name, family, blocked_at, erased_at } = person
  const preset = { person: id }
  const shown = [name, family].filter(Boolean).join(' ') || translate('staff.people.nameless')
  return (
    <Box sx={{ pt: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={shown} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          <bdi>{shown}</bdi> <span className="ltr">{number}</span>
        </Typography>
        {blocked_at && <StateChip value="blocked" />}
        {erased_at && <StateChip value="erased" />}
      </Box>
      {!erased_at && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {ACTIONS.map(action => (
            <ActionButton key={action} name={action} preset={preset} />
          ))}
          <ActionButton name={blocked_at ? 'users.unblock' : 'users.block'} preset={preset} />
          <ActionButton name="comments.block" preset={{ who: id }} />
          <ActionButton
            name="users.export"
            preset={preset}
            showsReply={false}
            closes
            onDone={reply => saveExport(id, reply)}
          />
          <ActionButton name="users.erase" preset={preset} />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(340px, 1fr))',
        }}
      >
        <Card>
          <CardContent>
            <DataSheet data={person} without={['id', 'number', 'name', 'family', ...LISTS]} />
          </CardContent>
        </Card>
        <WhyNot person={id} />
      </Box>
      <PersonLists person={person} />
    </Box>
  )
}

function PersonLists({ person }: { person: PersonRecord }) {
  const label = useFieldLabel()
  const [open, setOpen] = useState<(typeof LISTS)[number]>('profiles')
  return (
    <Card>
      <Tabs value={open} onChange={(_, next) => setOpen(next)} variant="scrollable">
        {LISTS.map(name => (
          <Tab key={name} value={name} label={label(name)} />
        ))}
      </Tabs>
      <CardContent>
        <DataSheet
          key={open}
          data={person[open]}
          {...(open in ROW_LINKS ? { rowActions: row => <RowLink list={open} row={row} /> } : {})}
        />
      </CardContent>
    </Card>
  )
}

/** The lists of a person whose rows have a screen, with the field of its address and the action that opens it. */
const ROW_LINKS: Readonly<Record<string, { field: string; action: string }>> = {
  payments: { field: 'id', action: 'payments.show' },
  tickets: { field: 'number', action: 'support.show' },
}

function RowLink({ list, row }: { list: string; row: Record<string, unknown> }) {
  const translate = useTranslate()
  const { field, action } = ROW_LINKS[list] ?? { field: 'id', action: '' }
  if (!useAction(action)) return null
  return <Link to={`/${list}/${row[field]}/show`}>{translate('ra.action.show')}</Link>
}

/** Saves the data of an export as a file, because a screen cannot show it whole. */
function saveExport(person: string, { data }: ActionReply): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  saveFile(file, `${person}.json`)
}

/** Answers why this person can or cannot watch a title. */
function WhyNot({ person }: { person: string }) {
  const translate = useTranslate()
  const action = useAction('users.access')
  if (!action) return null
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('staff.access.ask')}
        </Typography>
        <Form record={{}}>
          <ReferenceInput source="title" reference="titles" perPage={20}>
            <AutocompleteInput
              label="fields.title"
              optionText={TITLE_FIELDS[staffLanguage()]}
              filterToQuery={q => ({ q })}
              fullWidth
            />
          </ReferenceInput>
          <AccessAnswer person={person} />
        </Form>
      </CardContent>
    </Card>
  )
}

type Access = {
  is_in_catalogue: boolean
  blocked_at: string | null
  profiles: { id: string; name: string; can_watch: boolean; reason: string | null }[]
} & Record<string, unknown>

function AccessAnswer({ person }: { person: string }) {
  const translate = useTranslate()
  const title = useWatch({ name: 'title' }) as string | undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['access', person, title],
    queryFn: () =>
      callStaffApi<Access>(
        'GET',
        `/people/${person}/access?title=${encodeURIComponent(title ?? '')}`,
      ),
    enabled: Boolean(title),
  })
  if (error) return <ReadFailure error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Box sx={{ display: 'grid', gap: 1 }} role="status">
      {!data.is_in_catalogue && <Alert severity="error">{translate('staff.access.removed')}</Alert>}
      {data.blocked_at && <Alert severity="error">{translate('staff.access.blocked')}</Alert>}
      {data.profiles.map(({ id, name, can_watch, reason }) => (
        <Alert key={id} severity={can_watch ? 'success' : 'warning'}>
          <bdi>{name}</bdi>:{' '}
          {translate(can_watch ? 'staff.access.yes' : `staff.access.reasons.${reason}`, {
            _: String(reason),
          })}
        </Alert>
      ))}
      <DataSheet
        data={data}
        without={['user', 'title', 'profiles', 'is_in_catalogue', 'blocked_at']}
      />
    </Box>
  )
}
