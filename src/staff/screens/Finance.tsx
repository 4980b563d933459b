import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadCSV, Form, SelectInput, TextInput, Title, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { csvText } from '#src/lib/text/csv.ts'
import { ActionInput } from '../actions/ActionInput.tsx'
import {
  type ActionValue,
  runStaffAction,
  useAction,
  useFieldLabel,
} from '../actions/use-action.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { momentText } from '../ui/words.ts'

type Row = Record<string, unknown>
type Report = { from: string; to: string; sections: Record<string, { rows: Row[]; total?: Row }> }

const PERIODS = ['yesterday', 'month', 'season', 'year', 'days'] as const
type Period = (typeof PERIODS)[number]
/** Excel reads UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The report of a period: Jalali month, season or year, yesterday, or between two days. */
export function Finance() {
  const translate = useTranslate()
  const [fields, setFields] = useState<Record<string, ActionValue>>({})
  const { data, error, isFetching } = useQuery({
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
            defaultValues={{ period: 'days' }}
            onSubmit={(values: Record<string, unknown>) => setFields(fieldsOf(values))}
          >
            <PeriodInputs />
          </Form>
        </CardContent>
      </Card>
      {isFetching && <LinearProgress />}
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {data && (
        <Typography variant="h6" component="h2">
          {translate('staff.finance.period', {
            from: momentText(data.from),
            to: momentText(data.to),
          })}
        </Typography>
      )}
      {data &&
        Object.entries(data.sections).map(([name, section]) => (
          <ReportSection key={name} name={name} {...section} />
        ))}
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

function PeriodInputs() {
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
        <TextInput
          key={period}
          source={period}
          label={label(period)}
          helperText={`staff.finance.help.${period}`}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
        />
      )}
      <Button type="submit" variant="contained" sx={{ mt: 1 }}>
        {translate('staff.finance.show')}
      </Button>
    </Box>
  )
}

type SectionProps = { name: string; rows: Row[]; total?: Row }

function ReportSection({ name, rows, total }: SectionProps) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const all = total && rows.length > 0 ? [...rows, total] : rows
  const download = () => {
    const names = Object.keys(all[0] ?? {})
    const cell = (value: unknown) => (typeof value === 'number' ? value : String(value ?? ''))
    const table = all.map(row => names.map(each => cell(row[each])))
    downloadCSV(BYTE_ORDER_MARK + csvText(names.map(label), table), name)
  }
  return (
    <Card component="section">
      <CardContent>
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1, fontWeight: 700 }}>
            {translate(`staff.finance.sections.${name}`, { _: name })}
          </Typography>
          {all.length > 0 && (
            <Button size="small" onClick={download}>
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
