import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, Title, usePermissions, useTranslate } from 'react-admin'
import { callStaffApi } from '../call.ts'
import { staffLanguage, TITLE_FIELDS, type TitleField } from '../language.ts'
import type { StaffPermissions } from '../session.ts'
import { Chart } from '../ui/Chart.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { localizedMoment, moneyText, numberText, sizeText, tomansText } from '../ui/words.ts'

type Premiere = Record<'id' | 'publishedAt' | TitleField, string>
type Figures = {
  revenueToday: number | null
  revenueYesterday: number | null
  newSubscribersToday: number
  endedSubscribersToday: number
  playsToday: number
  failedPaymentsToday: number
  ticketsWaiting: number
  heldComments: number
  failedJobs: number | null
  disk: { free: number; isLow: boolean } | null
  lastBackup: string | null
  premieres: Premiere[]
}
type Day = {
  day: string
  revenue: number | null
  newSubscribers: number
  endedSubscribers: number
  plays: number
}
const SERIES = ['revenue', 'newSubscribers', 'endedSubscribers', 'plays'] as const
type TodayReply = { figures: Figures; series: Day[] }

const REFRESH_MS = 60_000

export function Today() {
  const translate = useTranslate()
  const [days, setDays] = useState<7 | 30>(7)
  const { data, error, refetch } = useQuery({
    queryKey: ['today', days],
    queryFn: () => callStaffApi<TodayReply>('GET', `/today?days=${days}`),
    refetchInterval: REFRESH_MS,
    placeholderData: before => before,
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2 }}>
      <Title title="staff.today" />
      {error && <ReadFailure error={error} onRetry={refetch} />}
      {data ? <FigureCards figures={data.figures} /> : !error && <Skeleton height={120} />}
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h6" component="h2">
          {translate('staff.course')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={days}
          aria-label={translate('staff.period')}
          onChange={(_, next: 7 | 30 | null) => next && setDays(next)}
        >
          {([7, 30] as const).map(count => (
            <ToggleButton key={count} value={count}>
              {translate('staff.days', { days: numberText(count) })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {data && <Charts series={data.series} />}
      {data && <Premieres premieres={data.figures.premieres} />}
    </Box>
  )
}

function FigureCards({ figures }: { figures: Figures }) {
  const translate = useTranslate()
  const { permissions } = usePermissions<StaffPermissions>()
  const may = (action: string) => permissions !== undefined && action in permissions
  const { revenueToday, revenueYesterday, failedJobs, disk, lastBackup } = figures
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
      }}
    >
      {revenueToday !== null && (
        <Figure name="revenueToday" to={may('report.run') ? '/finance' : undefined}>
          {moneyText(revenueToday)}
          {revenueYesterday !== null && (
            <Typography variant="caption" component="p" color="text.secondary">
              {translate('staff.yesterday', { amount: moneyText(revenueYesterday) })}
            </Typography>
          )}
        </Figure>
      )}
      <Figure name="newSubscribersToday">{numberText(figures.newSubscribersToday)}</Figure>
      <Figure name="endedSubscribersToday" to={may('report.run') ? '/finance' : undefined}>
        {numberText(figures.endedSubscribersToday)}
      </Figure>
      <Figure name="playsToday">{numberText(figures.playsToday)}</Figure>
      <Figure
        name="ticketsWaiting"
        warns={figures.ticketsWaiting > 0}
        to={may('support.list') ? '/tickets' : undefined}
      >
        {numberText(figures.ticketsWaiting)}
      </Figure>
      <Figure
        name="heldComments"
        warns={figures.heldComments > 0}
        to={
          may('comments.list')
            ? `/comments?filter=${encodeURIComponent('{"state":"held"}')}`
            : undefined
        }
      >
        {numberText(figures.heldComments)}
      </Figure>
      <Figure
        name="failedPaymentsToday"
        warns={figures.failedPaymentsToday > 0}
        to={
          may('payments.list')
            ? `/payments?filter=${encodeURIComponent('{"state":"failed"}')}`
            : undefined
        }
      >
        {numberText(figures.failedPaymentsToday)}
      </Figure>
      {failedJobs !== null && (
        <Figure name="failedJobs" warns={failedJobs > 0} to="/jobs">
          {numberText(failedJobs)}
        </Figure>
      )}
      {disk && (
        <Figure name="disk" warns={disk.isLow}>
          {sizeText(disk.free)}
        </Figure>
      )}
      {failedJobs !== null && (
        <Figure name="lastBackup" warns={lastBackup === null}>
          <Typography component="span">
            {lastBackup ? localizedMoment(lastBackup) : translate('staff.never')}
          </Typography>
        </Figure>
      )}
    </Box>
  )
}

type FigureProps = { name: string; children: ReactNode; warns?: boolean; to?: string | undefined }

function Figure({ name, children, warns = false, to }: FigureProps) {
  const translate = useTranslate()
  const label = translate(`staff.figures.${name}`)
  return (
    <Card>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Typography variant="body2" color="text.secondary" gutterBottom>
          {to ? <Link to={to}>{label}</Link> : label}
        </Typography>
        <Typography
          variant="h5"
          component="div"
          color={warns ? 'warning.dark' : 'text.primary'}
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {children}
        </Typography>
      </CardContent>
    </Card>
  )
}

function Charts({ series }: { series: Day[] }) {
  const translate = useTranslate()
  const days = useMemo(() => series.map(({ day }) => day), [series])
  const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`
  const kinds = SERIES.filter(kind => series[0]?.[kind] !== null)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: columns(2), lg: columns(kinds.length) },
      }}
    >
      {kinds.map(kind => (
        <Card key={kind}>
          <CardContent>
            <Typography variant="subtitle2" component="h3" gutterBottom>
              {translate(`staff.figures.${kind}`)}
            </Typography>
            <SeriesChart kind={kind} series={series} days={days} />
          </CardContent>
        </Card>
      ))}
    </Box>
  )
}

type SeriesProps = { kind: (typeof SERIES)[number]; series: Day[]; days: string[] }

function SeriesChart({ kind, series, days }: SeriesProps) {
  const translate = useTranslate()
  const values = useMemo(() => series.map(day => day[kind] ?? 0), [series, kind])
  return (
    <Chart
      label={translate(`staff.figures.${kind}`)}
      days={days}
      values={values}
      {...(kind === 'revenue' ? { write: tomansText, least: 10_000 } : {})}
    />
  )
}

function Premieres({ premieres }: { premieres: Premiere[] }) {
  const translate = useTranslate()
  return (
    <Card>
      <CardContent>
        <Typography variant="subtitle2" component="h3" gutterBottom>
          {translate('staff.premieres')}
        </Typography>
        {premieres.length === 0 && (
          <Typography color="text.secondary">{translate('staff.noPremieres')}</Typography>
        )}
        {premieres.map(({ id, publishedAt, ...titles }) => (
          <Typography key={id}>
            <Link to={`/titles/${encodeURIComponent(id)}`}>
              <bdi>{titles[TITLE_FIELDS[staffLanguage()]]}</bdi>
            </Link>{' '}
            · {localizedMoment(publishedAt)}
          </Typography>
        ))}
      </CardContent>
    </Card>
  )
}
