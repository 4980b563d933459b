import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import {
  AutocompleteInput,
  DataTable,
  FunctionField,
  type HttpError,
  Link,
  TextInput,
  useGetIdentity,
  useNotify,
  usePermissions,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { useActionLabel, useFieldLabel } from '../actions/use-action.ts'
import { callStaffApi } from '../call.ts'
import type { StaffPermissions } from '../session.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { Column } from '../ui/fields.tsx'
import { PickerInput } from '../ui/PickerInput.tsx'
import { StaffList } from '../ui/StaffList.tsx'
import { localizedMoment } from '../ui/words.ts'

type Choice = { id: string; name: string }

export function AuditList() {
  const label = useFieldLabel()
  const actions = useActionChoices()
  const [typed, setTyped] = useState<Choice[]>([])
  return (
    <StaffList
      title="resources.audit.name"
      filters={[
        <TextInput key="actor" source="actor" alwaysOn />,
        <AutocompleteInput
          key="action"
          source="action"
          choices={[...actions, ...typed]}
          // Commands of the terminal, such as backup, are no actions of the console.
          onCreate={word => {
            const choice = { id: word ?? '', name: word ?? '' }
            setTyped(before => [...before, choice])
            return choice
          }}
          createItemLabel="staff.onlyWord"
          alwaysOn
        />,
        <TextInput key="target" source="target" alwaysOn />,
        <PickerInput key="from" source="from" label={label('from')} kind="day" />,
        <PickerInput key="to" source="to" label={label('to')} kind="day" />,
      ]}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={{ '& .column-details': { minWidth: '15rem' } }}
      >
        <Column kind="moment" source="at" />
        <Column kind="code" source="actor" />
        <DataTable.Col source="action" disableSort>
          <ActionName />
        </DataTable.Col>
        <DataTable.Col
          label="fields.target"
          render={({ target, targetName }) => <TargetName id={target} name={targetName} />}
        />
        <DataTable.Col source="details" disableSort>
          <FunctionField render={({ details }) => <DataSheet data={details} />} />
        </DataTable.Col>
      </DataTable>
    </StaffList>
  )
}

/** Returns what an entry may be about: everything that concerns one noun, such as people, or one action. */
function useActionChoices(): Choice[] {
  const { permissions = {} } = usePermissions<StaffPermissions>()
  const translate = useTranslate()
  const label = useActionLabel()
  const named = (noun: string) => translate(`nouns.${noun}`, { _: noun })
  const actions = Object.entries(permissions)
  const nouns = [...new Set(actions.map(([, { noun }]) => noun))]
  return nouns.flatMap(noun => [
    { id: noun, name: named(noun) },
    ...actions
      .filter(([, action]) => action.noun === noun)
      .map(([id]) => ({ id, name: `${named(noun)}: ${label(id)}` })),
  ])
}

function ActionName({ source = 'action' }: { source?: string }) {
  const record = useRecordContext()
  const label = useActionLabel()
  return record?.[source] ? <span>{label(String(record[source]))}</span> : null
}

/** The places where this member is signed in. */
export function SessionList() {
  const translate = useTranslate()
  return (
    <StaffList title="resources.sessions.name" pagination={false}>
      <DataTable rowClick={false} bulkActionButtons={false}>
        <Column kind="moment" source="createdAt" />
        <Column kind="moment" source="lastSeenAt" />
        <Column kind="code" source="agent" />
        <DataTable.Col
          label=""
          render={({ id, isCurrent }) =>
            isCurrent ? (
              <Chip size="small" label={translate('staff.sessions.this')} />
            ) : (
              <CallButton method="DELETE" path={`/sessions/${id}`} label="staff.sessions.end" />
            )
          }
        />
      </DataTable>
    </StaffList>
  )
}

/** Actions that wait for a second person. */
export function RequestList() {
  const { identity } = useGetIdentity()
  return (
    <StaffList title="resources.requests.name" pagination={false}>
      <DataTable rowClick={false} bulkActionButtons={false}>
        <DataTable.Col
          label="fields.action"
          render={({ noun, verb }) => <RequestName name={`${noun}.${verb}`} />}
        />
        <DataTable.Col
          label="fields.person"
          render={({ fields, personName }) => <TargetName id={fields.person} name={personName} />}
        />
        <DataTable.Col source="reason" disableSort />
        <Column kind="code" source="requestedBy" />
        <Column kind="moment" source="requestedAt" />
        <Column kind="moment" source="expiresAt" />
        <DataTable.Col
          label="staff.requests.failure"
          render={({ failure, failedAt }) =>
            failedAt && <Failure at={String(failedAt)} message={String(failure)} />
          }
        />
        <DataTable.Col
          label=""
          render={({ id, canApprove }) => (
            <Box sx={{ display: 'flex', gap: 1 }}>
              {canApprove && (
                <CallButton
                  method="POST"
                  path={`/requests/${id}/approve`}
                  label="staff.requests.approve"
                />
              )}
              {identity && (
                <CallButton method="DELETE" path={`/requests/${id}`} label="staff.requests.drop" />
              )}
            </Box>
          )}
        />
      </DataTable>
    </StaffList>
  )
}

/** Links a user by name; an erased user and other targets have their id. */
function TargetName({ id, name }: { id: string; name: string | null }) {
  const { permissions } = usePermissions<StaffPermissions>()
  if (!name) return <span className="ltr">{id}</span>
  if (name.includes('@') || !permissions?.['users.show']) return <bdi>{name}</bdi>
  return (
    <Link to={`/people/${id}/show`}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function Failure({ at, message }: { at: string; message: string }) {
  const translate = useTranslate()
  const text = message === 'unknown' ? translate('staff.requests.unknownFailure') : message
  return (
    <Typography variant="body2" color="error">
      <bdi>{text}</bdi> · {localizedMoment(at)}
    </Typography>
  )
}

function RequestName({ name }: { name: string }) {
  return <span>{useActionLabel()(name)}</span>
}

type CallProps = { method: 'POST' | 'DELETE'; path: string; label: string }

function CallButton({ method, path, label }: CallProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const call = async () => {
    try {
      await callStaffApi(method, path)
      notify('staff.done', { type: 'success' })
      refresh()
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' })
      refresh()
    }
  }
  return (
    <Button size="small" onClick={call}>
      {translate(label)}
    </Button>
  )
}
