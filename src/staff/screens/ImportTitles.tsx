/** Imports a spreadsheet in four steps: choose the file, say what its columns mean, look at the trial, import. */
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type HttpError, Title, useTranslate } from 'react-admin'
import {
  type ActionFile,
  type ActionValue,
  fileToSend,
  runStaffAction,
} from '../actions/use-action.ts'
import { callStaffApi } from '../call.ts'
import { useProblemText } from '../import-problem.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { numberText } from '../ui/words.ts'

type Column = {
  column: number
  heading: string
  field: string | null
  values: number
  examples: string[]
}
type Described = {
  columns: Column[]
  rows: number
  sheets: { sheet: string; rows: number }[]
  fields: string[]
}
type Imported = {
  created: number
  changed: number
  unchanged: number
  removed: number
  rejected: number
  /** Absent if the import makes no drafts. */
  drafts?: number
  dated?: number
  problems: { line: number; field: string; reason: string }[]
  losses: { line: number; externalId: string; fields: string[] }[]
  gaps: { field: string; titles: number; of: number }[]
  left_out: {
    columns: { column: number; heading: string; values: number }[]
    sheets: { sheet: string; rows: number }[]
  }
}
/** The fields that columns mean, by the number of the column; null leaves the column out. */
type Choices = Readonly<Record<number, string | null>>
type Chosen = { file: ActionFile; table: Described | null }

const TABLE = /\.(?:csv|xlsx)$/i
const REQUIRED = 'external_id'
const COUNTS = ['created', 'changed', 'unchanged', 'removed', 'rejected'] as const
const GROUPS_SHOWN = 50
const LINES_SHOWN = 8
const PROGRESS_MS = 2_000

export function ImportTitles() {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isDraft, setDraft] = useState(false)
  const [choices, setChoices] = useState<Choices>({})
  const [outcome, setOutcome] = useState<{ data: Imported; isTrial: boolean } | null>(null)
  const [running, setRunning] = useState<'read' | 'trial' | 'import' | null>(null)
  const [failure, setFailure] = useState('')

  async function attempt(step: 'read' | 'trial' | 'import', work: () => Promise<void>) {
    setRunning(step)
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure((error as HttpError).message)
    } finally {
      setRunning(null)
    }
  }
  const choose = (given: File) =>
    attempt('read', async () => {
      setChosen(null)
      setOutcome(null)
      const file = await fileToSend(given)
      if (!TABLE.test(given.name)) return setChosen({ file, table: null })
      const { data } = await runStaffAction('catalogue.columns', { fields: {}, files: { file } })
      const table = data as Described
      setChoices(Object.fromEntries(table.columns.map(({ column, field }) => [column, field])))
      return setChosen({ file, table })
    })
  const run = (isTrial: boolean) =>
    attempt(isTrial ? 'trial' : 'import', async () => {
      if (!chosen) return
      const column = Object.entries(choices).map(([number, field]) => `${number}=${field ?? ''}`)
      const fields: Record<string, ActionValue> = {
        ...(chosen.table ? { column } : {}),
        draft: isDraft,
      }
      const files = { file: chosen.file }
      const { data } = await runStaffAction('catalogue.import', { fields, files, dryRun: isTrial })
      setOutcome({ data: data as Imported, isTrial })
    })
  const change = (column: number, field: string | null) => {
    setChoices(before => ({ ...before, [column]: field }))
    setOutcome(null)
  }
  const hasIds = !chosen?.table || Object.values(choices).includes(REQUIRED)
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="staff.import.title" />
      <Card>
        <CardContent sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <FileButton
            variant={chosen ? 'outlined' : 'contained'}
            accept=".csv,.xlsx,.jsonl,.json"
            onPick={file => void choose(file)}
          >
            {translate('staff.import.choose')}
          </FileButton>
          <bdi>{chosen?.file.filename ?? translate('staff.import.kinds')}</bdi>
          <Button onClick={saveTemplate} sx={{ marginInlineStart: 'auto' }}>
            {translate('staff.import.template')}
          </Button>
        </CardContent>
      </Card>
      {failure && (
        <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-wrap' }}>
          <bdi>{failure}</bdi>
        </Alert>
      )}
      {chosen?.table && <Columns table={chosen.table} choices={choices} onChange={change} />}
      {!hasIds && <Alert severity="warning">{translate('staff.import.noId')}</Alert>}
      {chosen && (
        <FormControlLabel
          control={
            <Checkbox
              checked={isDraft}
              onChange={(_, checked) => {
                setDraft(checked)
                setOutcome(null)
              }}
            />
          }
          label={translate('staff.import.draft')}
        />
      )}
      {chosen && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            variant={outcome ? 'outlined' : 'contained'}
            disabled={!hasIds || running !== null}
            onClick={() => run(true)}
          >
            {translate('staff.try')}
          </Button>
          {outcome?.isTrial && (
            <Button variant="contained" disabled={running !== null} onClick={() => run(false)}>
              {translate('staff.import.run')}
            </Button>
          )}
        </Box>
      )}
      {running && (running === 'import' ? <ImportProgress /> : <LinearProgress />)}
      {outcome && !running && <Outcome {...outcome} />}
    </Box>
  )
}

async function saveTemplate(): Promise<void> {
  const { data } = await runStaffAction('catalogue.import', { fields: { template: true } })
  const { csv } = data as { csv: string }
  const url = URL.createObjectURL(new Blob([`\ufeff${csv}`], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'titles.csv' })
  link.click()
  URL.revokeObjectURL(url)
}

function useFieldName(): (field: string) => string {
  const translate = useTranslate()
  return field => {
    const [name = '', side] = field.split('.')
    const label = translate(`fields.${name}`, { _: name.replaceAll('_', ' ') })
    return side ? `${label} (${translate(`staff.languages.${side}`)})` : label
  }
}

type ColumnsProps = {
  table: Described
  choices: Choices
  onChange: (column: number, field: string | null) => void
}

function Columns({ table, choices, onChange }: ColumnsProps) {
  const translate = useTranslate()
  const nameOf = useFieldName()
  return (
    <Card>
      <CardContent>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('staff.import.columns', { rows: numberText(table.rows) })}
        </Typography>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('staff.import.heading')}</TableCell>
              <TableCell>{translate('staff.import.examples')}</TableCell>
              <TableCell sx={{ width: '40%' }}>{translate('staff.import.field')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {table.columns.map(({ column, heading, examples }) => {
              const name =
                heading || translate('staff.import.column', { column: numberText(column) })
              const taken = Object.entries(choices).flatMap(([other, field]) =>
                field && Number(other) !== column ? [field] : [],
              )
              return (
                <TableRow key={column}>
                  <TableCell>
                    <bdi>{name}</bdi>
                  </TableCell>
                  <TableCell sx={{ color: 'text.secondary' }}>
                    <bdi>{examples.join(' · ')}</bdi>
                  </TableCell>
                  <TableCell>
                    <Autocomplete
                      size="small"
                      value={choices[column] ?? null}
                      options={table.fields.filter(field => !taken.includes(field))}
                      getOptionLabel={nameOf}
                      onChange={(_, field) => onChange(column, field)}
                      noOptionsText={translate('staff.empty')}
                      renderInput={params => (
                        <TextField
                          {...params}
                          margin="none"
                          placeholder={translate('staff.import.leftOut')}
                          slotProps={{
                            ...params.slotProps,
                            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': name },
                          }}
                        />
                      )}
                    />
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </CardContent>
    </Card>
  )
}

type Progress = { running: number; done: number; total: number }

/** The server writes the progress of a long import every five seconds. */
function ImportProgress() {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['import progress'],
    queryFn: () => callStaffApi<Progress>('GET', '/progress/import'),
    refetchInterval: PROGRESS_MS,
    gcTime: 0,
  })
  const percent = data && data.total > 0 ? Math.floor((100 * data.done) / data.total) : 0
  return (
    <Box role="status">
      <LinearProgress {...(percent > 0 ? { variant: 'determinate', value: percent } : {})} />
      <Typography variant="body2">
        {translate('staff.import.progress', { percent: numberText(percent) })}
      </Typography>
    </Box>
  )
}

function Outcome({ data, isTrial }: { data: Imported; isTrial: boolean }) {
  const translate = useTranslate()
  const nameOf = useFieldName()
  const { left_out, gaps, losses, drafts, dated = 0 } = data
  const leftOut = [
    ...left_out.columns.map(({ heading, column, values }) =>
      translate('staff.import.columnLeftOut', {
        name: heading || numberText(column),
        values: numberText(values),
      }),
    ),
    ...left_out.sheets.map(({ sheet, rows }) =>
      translate('staff.import.sheetLeftOut', { name: sheet, rows: numberText(rows) }),
    ),
  ]
  return (
    <Card>
      <CardContent sx={{ display: 'grid', gap: 1 }} role="status">
        <Alert severity={data.rejected > 0 ? 'warning' : isTrial ? 'info' : 'success'}>
          {translate(isTrial ? 'staff.tried' : 'staff.done')}
        </Alert>
        <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
          {COUNTS.map(name => (
            <Box key={name}>
              <Typography variant="h5" component="p">
                {numberText(data[name])}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {translate(`fields.${name}`)}
              </Typography>
            </Box>
          ))}
        </Box>
        {drafts !== undefined && (
          <Alert severity="info">
            {translate('staff.import.drafts', { count: numberText(drafts) })}
            {dated > 0 && ` ${translate('staff.import.dated', { count: numberText(dated) })}`}
          </Alert>
        )}
        {gaps.map(({ field, titles, of }) => (
          <Alert key={field} severity="warning">
            {translate('staff.import.gap', {
              titles: numberText(titles),
              of: numberText(of),
              field: nameOf(field),
            })}
          </Alert>
        ))}
        <Lines title="staff.import.leftOutTitle" lines={leftOut} />
        <Problems problems={data.problems} />
        <Lines
          title="staff.import.losses"
          lines={losses.map(
            ({ line, externalId, fields }) =>
              `${numberText(line)} · ${externalId} · ${fields.map(nameOf).join('، ')}`,
          )}
        />
      </CardContent>
    </Card>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  const translate = useTranslate()
  if (lines.length === 0) return null
  return (
    <Box component="section">
      <Typography variant="subtitle2" component="h3">
        {translate(title)}
      </Typography>
      <ul>
        {lines.slice(0, GROUPS_SHOWN).map((line, at) => (
          <li key={at}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      {lines.length > GROUPS_SHOWN && (
        <Typography variant="body2">
          {translate('staff.import.more', { count: numberText(lines.length - GROUPS_SHOWN) })}
        </Typography>
      )}
    </Box>
  )
}

/** Shows equal problems once, with their rows: a wrong word in a column has a problem in every row. */
function Problems({ problems }: Pick<Imported, 'problems'>) {
  const translate = useTranslate()
  const nameOf = useFieldName()
  const problemText = useProblemText()
  const groups = new Map<string, { field: string; reason: string; lines: number[] }>()
  for (const { field, reason, line } of problems) {
    const key = `${field} ${reason}`
    const group = groups.get(key) ?? { field, reason, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  const lines = [...groups.values()].map(({ field, reason, lines }) => {
    const shown = lines.slice(0, LINES_SHOWN).map(numberText).join('، ')
    const rows = translate('staff.import.rows', {
      smart_count: lines.length,
      rows: lines.length > LINES_SHOWN ? `${shown}، …` : shown,
    })
    return (
      <>
        {rows}: {field && `${nameOf(field)}: `}
        <bdi>{problemText(reason)}</bdi>
      </>
    )
  })
  return <Lines title="staff.import.problems" lines={lines} />
}
