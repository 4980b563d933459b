import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Form, SelectInput, Title, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionInput } from '../actions/ActionInput.tsx'
import {
  type ActionValue,
  runStaffAction,
  useAction,
  useFieldLabel,
} from '../actions/use-action.ts'
import { staffLanguage } from '../language.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { useTableFile } from '../ui/table-file.ts'
import { localizedMoment } from '../ui/words.ts'
import { reportPeriods, type WholePeriod } from './report-periods.ts'

type Row = Record<string, unknown>
type Report = { from: string; to: string; sections: Record<string, { rows: Row[]; total?: Row }> }

const PERIODS = ['yesterday', 'month', 'season', 'year', 'days'] as const
type Period = (typeof PERIODS)[number]

/** The report of a period: Jalali month, season or year, yesterday, or between two days. */
export function Finance() {
  const translate = useTranslate()
  const periods = useMemo(() => {
    const seasons = [1, 2, 3, 4].map(at => translate(`staff.finance.seasons.${at}`))
    return reportPeriods(new Date(), staffLanguage(), seasons)
  }, [translate])
  const [fields, setFields] = useState(() =>
    fieldsOf({ period: 'month', month: periods.month[0]?.id }),
  )
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', fields],
    queryFn: async () => (await runStaffAction('report.run', { fields })).data as Report,
    retry: false,
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="areas.finance" />
      <Card>
        <CardContent>
          <Form
            defaultValues={{
              period: 'month',
              month: periods.month[0]?.id,
              season: periods.season[0]?.id,
              year: periods.year[0]?.id,
            }}
            onSubmit={(values: Record<string, unknown>) => setFields(fieldsOf(values))}
          >
            <PeriodInputs periods={periods} />
          </Form>
        </CardContent>
      </Card>
      {isFetching && <LinearProgress />}
      {error && <ReadFailure error={error} onRetry={refetch} />}
      {data && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h6" component="h2" sx={{ flexGrow: 1 }}>
            {translate('staff.finance.period', {
              from: localizedMoment(data.from),
              to: localizedMoment(data.to),
            })}
          </Typography>
          <Files report={data} fields={fields} />
        </Box>
      )}
      {data &&
        Object.entries(data.sections)
          .filter(([, { rows }]) => rows.length > 0)
          .map(([name, section]) => <ReportSection key={name} name={name} {...section} />)}
      {data && <EmptySections report={data} />}
    </Box>
  )
}

function fieldsOf({ period, ...given }: Record<string, unknown>): Record<string, ActionValue> {
  if (period === 'yesterday') return { yesterday: true }
  const names = period === 'days' ? ['from', 'to'] : [String(period)]
  return Object.fromEntries(
    names.flatMap(name => (given[name] ? [[name, String(given[name])]] : [])),
  )
}

function PeriodInputs({
  periods,
}: {
  periods: Record<WholePeriod, { id: string; name: string }[]>
}) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const action = useAction('report.run')
  const period = useWatch({ name: 'period' }) as Period
  const days = action?.fields.filter(({ name }) => name === 'from' || name === 'to') ?? []
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'start', flexWrap: 'wrap' }}>
      <SelectInput
        source="period"
        label="staff.period"
        choices={PERIODS.map(id => ({ id, name: `staff.finance.periods.${id}` }))}
        sx={{ width: 200 }}
        helperText={false}
      />
      {period === 'days' &&
        days.map(field => (
          <Box key={field.name} sx={{ width: 220 }}>
            <ActionInput action="report.run" field={field} />
          </Box>
        ))}
      {period !== 'days' && period !== 'yesterday' && (
        <SelectInput
          key={period}
          source={period}
          label={label(period)}
          choices={periods[period]}
          helperText={false}
          sx={{ width: 200 }}
        />
      )}
      <Button type="submit" variant="contained" sx={{ mt: 1 }}>
        {translate('staff.finance.show')}
      </Button>
    </Box>
  )
}

/** Names the tables without rows in one sentence instead of a card for each. */
function EmptySections({ report: { sections } }: { report: Report }) {
  const translate = useTranslate()
  const names = Object.entries(sections)
    .filter(([, { rows }]) => rows.length === 0)
    .map(([name]) => translate(`staff.finance.sections.${name}`, { _: name }))
  if (names.length === 0) return null
  const list = new Intl.ListFormat(staffLanguage()).format(names)
  return (
    <Typography color="text.secondary">
      {translate('staff.finance.nothingIn', { names: list })}
    </Typography>
  )
}

type FilesProps = { report: Report; fields: Record<string, ActionValue> }

/** The whole report as a workbook with a sheet for each table, and the lines of the ledger for the accountant. */
function Files({ report, fields }: FilesProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { saveWorkbook, saveTable } = useTableFile()
  const name = `${report.from}_${report.to}`
  const title = (section: string) => translate(`staff.finance.sections.${section}`, { _: section })
  const workbook = () =>
    saveWorkbook(
      Object.entries(report.sections).map(([section, { rows, total }]) => ({
        name: title(section),
        rows: total && rows.length > 0 ? [...rows, total] : rows,
      })),
      `${name}.xlsx`,
    )
  const ledger = async () => {
    const reply = await runStaffAction('report.run', { fields: { ...fields, section: 'ledger' } })
    saveTable((reply.data as Report).sections.ledger?.rows ?? [], `ledger_${name}.csv`)
  }
  const run = (work: () => Promise<void>) => () =>
    void work().catch(error => notify((error as Error).message, { type: 'error' }))
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={run(workbook)}>
        {translate('staff.finance.workbook')}
      </Button>
      <Button size="small" variant="outlined" color="inherit" onClick={run(ledger)}>
        {translate('staff.finance.ledger')}
      </Button>
    </>
  )
}

type SectionProps = { name: string; rows: Row[]; total?: Row }

function ReportSection({ name, rows, total }: SectionProps) {
  const translate = useTranslate()
  const { saveTable } = useTableFile()
  const all = total && rows.length > 0 ? [...rows, total] : rows
  const download = () => saveTable(all, `${name}.csv`)
  return (
    <Card component="section">
      <CardContent>
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1, fontWeight: 700 }}>
            {translate(`staff.finance.sections.${name}`, { _: name })}
          </Typography>
          {all.length > 0 && (
            <Button size="small" color="inherit" onClick={download}>
              {translate('ra.action.export')}
            </Button>
          )}
        </Box>
        <DataSheet data={rows} />
        {total && rows.length > 0 && (
          <Box sx={{ mt: 2 }}>
            <Typography variant="subtitle2">{translate('staff.finance.total')}</Typography>
            <DataSheet
              data={Object.fromEntries(
                Object.entries(total).filter(([, value]) => typeof value === 'number'),
              )}
            />
          </Box>
        )}
      </CardContent>
    </Card>
  )
}
