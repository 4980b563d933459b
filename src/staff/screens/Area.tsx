import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Title, useNotify, usePermissions, useTranslate } from 'react-admin'
import { ActionButton } from '../actions/ActionButton.tsx'
import {
  type ActionValue,
  runStaffAction,
  useAction,
  useActionLabel,
} from '../actions/use-action.ts'
import type { StaffPermissions } from '../session.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { useTableFile } from '../ui/table-file.ts'
import type { AreaShape, RowAction, Section } from './areas.ts'

type Row = Record<string, unknown>

/** A screen of short lists, each read by an action, with the actions that change it. */
export function Area({ name, sections }: AreaShape) {
  const { permissions = {} } = usePermissions<StaffPermissions>()
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={`areas.${name}`} />
      {sections
        .filter(({ reads }) => reads in permissions)
        .map(section => (
          <AreaSection key={section.reads} section={section} />
        ))}
    </Box>
  )
}

function AreaSection({ section }: { section: Section }) {
  const { reads, fields = {}, columns, actions = [], rowActions = [] } = section
  const label = useActionLabel()
  const client = useQueryClient()
  const queryKey = ['area', reads]
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await runStaffAction(reads, { fields })).data ?? null,
  })
  const readAgain = () => void client.invalidateQueries({ queryKey })
  return (
    <Card component="section">
      <CardContent>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          <Typography variant="h6" component="h2" sx={{ flexGrow: 1 }}>
            {label(reads)}
          </Typography>
          {actions.map(name => (
            <ActionButton key={name} name={name} onDone={readAgain} staysOpen />
          ))}
        </Box>
        {error && <ReadFailure error={error} onRetry={refetch} />}
        {isPending && <LinearProgress />}
        {data !== undefined && (
          <DataSheet
            data={data === null ? [] : data}
            empty={`staff.nothing.${reads}`}
            {...(columns ? { columns } : {})}
            {...(rowActions.length > 0
              ? {
                  rowActions: (row: Row) => (
                    <RowActions row={row} rowActions={rowActions} onDone={readAgain} />
                  ),
                }
              : {})}
          />
        )}
      </CardContent>
    </Card>
  )
}

type RowProps = { row: Row; rowActions: readonly RowAction[]; onDone: () => void }

function RowActions({ row, rowActions, onDone }: RowProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
      {rowActions.map(({ name, field, from, isList, also, saves, label }) => {
        const value = row[from]
        if (value === null || value === undefined) return null
        const preset: Record<string, ActionValue> = {
          [field]: isList ? [String(value)] : String(value),
          ...also,
        }
        if (saves)
          return (
            <SaveButton
              key={name}
              name={name}
              fields={preset}
              label={label ?? name}
              file={`${value}.csv`}
            />
          )
        return (
          <ActionButton key={name} name={name} variant="text" preset={preset} onDone={onDone} />
        )
      })}
    </Box>
  )
}

type SaveProps = {
  name: string
  fields: Record<string, ActionValue>
  label: string
  file: string
}

/** Saves the rows that an action returns as CSV. */
function SaveButton({ name, fields, label, file }: SaveProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { saveTable } = useTableFile()
  if (!useAction(name)) return null
  const save = async () => {
    try {
      saveTable((await runStaffAction(name, { fields })).data as Row[], file)
    } catch (error) {
      notify((error as Error).message, { type: 'error' })
    }
  }
  return (
    <Button size="small" color="inherit" onClick={save}>
      {translate(label)}
    </Button>
  )
}
