/** The videos of a title in its form: upload with pause and resume, the progress of the encoding, what was used, and captions. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { type Localized, pickTranslation } from '#src/contract/languages.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { runStaffAction, useAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { localizedMoment, numberText, percentText, sizeText } from '../../ui/words.ts'
import {
  forgetSending,
  pauseSending,
  resumeSending,
  type Sending,
  sendVideo,
  useSending,
  type VideoKind,
} from './sending.ts'
import { TitleCaptions } from './TitleCaptions.tsx'
import { type Report, VideoReport } from './VideoReport.tsx'

const KINDS = ['primary', 'trailer', 'preview'] as const
/** Titles that have a video of their own. */
const TYPES = ['single_video']
const RUNNING = ['uploading', 'waiting', 'encoding']
/** Failures whose reason only the program can name, in English. */
const DETAILED = ['ffmpeg', 'refused', 'pictures', 'sound']
const WATCH_MS = 3_000
const ACCEPTED = 'video/*,audio/*,.mkv,.mxf,.ts,.m2ts'

type Row = {
  id: string
  kind: VideoKind
  state: 'uploading' | 'waiting' | 'encoding' | 'done' | 'failed' | 'cancelled'
  filename: string
  bytes: number
  received_bytes: number
  share: number
  actor: string
  report: Report | null
  failure: string | null
  detail: string | null
  begun_at: string
  ended_at: string | null
}
type Check = {
  refusal: string | null
  replaces: { stream: string; seconds: number | null } | null
  limit_bytes: number
  free_bytes: number
}

type Episode = {
  external_id: string
  title: Partial<Localized<string | null>>
  media?: unknown
}
export type Season = { number: number; episodes: Episode[] }
type Props = { id: string; type: string; seasons: readonly Season[] }

export function TitleVideo({ id, type, seasons }: Props) {
  const episodes = seasons.flatMap(({ number, episodes }) =>
    episodes.map((episode, at) => ({ ...episode, season: number, number: at + 1 })),
  )
  const [episode, setEpisode] = useState(
    (episodes.find(({ media }) => media === undefined) ?? episodes[0])?.external_id,
  )
  const [kind, setKind] = useState<VideoKind>('primary')
  const translate = useTranslate()
  const content = TYPES.includes(type) ? id : episode
  if (!useAction('video.check') || !content) return null
  return (
    <Card component="section">
      <CardContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h6" component="h2" sx={{ flexGrow: 1 }}>
            {translate('staff.video.title')}
          </Typography>
          {content === episode && (
            <TextField
              select
              size="small"
              margin="none"
              fullWidth={false}
              label={translate('staff.video.episode')}
              value={episode}
              onChange={({ target }) => setEpisode(target.value)}
              sx={{ width: 320 }}
            >
              {episodes.map(({ external_id, season, number, title }) => (
                <MenuItem key={external_id} value={external_id}>
                  {translate('staff.video.episodeName', {
                    season: numberText(season),
                    number: numberText(number),
                    title: pickTranslation(title, staffLanguage()) ?? external_id,
                  })}
                </MenuItem>
              ))}
            </TextField>
          )}
          <ToggleButtonGroup
            exclusive
            size="small"
            value={kind}
            aria-label={translate('fields.kind')}
            onChange={(_, value: VideoKind | null) => value && setKind(value)}
          >
            {KINDS.map(each => (
              <ToggleButton key={each} value={each}>
                {translate(`staff.video.kinds.${each}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Box>
        <KindOfVideo key={`${kind} ${content}`} content={content} kind={kind} />
      </CardContent>
    </Card>
  )
}

type KindProps = { content: string; kind: VideoKind }

function KindOfVideo({ content, kind }: KindProps) {
  const translate = useTranslate()
  const client = useQueryClient()
  const sending = useSending(content, kind)
  const {
    data: uploads = [],
    error: listFailure,
    refetch: listAgain,
  } = useQuery({
    queryKey: ['uploads', content],
    queryFn: async () =>
      (await runStaffAction('video.list', { fields: { content } })).data as Row[],
    refetchInterval: ({ state }) =>
      state.data?.some(row => RUNNING.includes(row.state)) || sending ? WATCH_MS : false,
  })
  const own = uploads.filter(row => row.kind === kind)
  const [last] = own
  const isRunning = last !== undefined && RUNNING.includes(last.state)
  const {
    data: check,
    error: checkFailure,
    refetch: checkAgain,
  } = useQuery({
    queryKey: ['upload check', content, kind, last?.id, last?.state],
    queryFn: async () =>
      (await runStaffAction('video.check', { fields: { content, kind } })).data as Check,
  })
  const readAgain = () => void client.invalidateQueries({ queryKey: ['uploads', content] })
  const isListed =
    sending?.state === 'sent' && last?.id === sending.id && last.state !== 'uploading'
  useEffect(() => {
    if (isListed) forgetSending(content, kind)
  }, [isListed, content, kind])
  const send = (file: File) => void sendVideo(content, kind, file).then(readAgain)
  const failure = checkFailure ?? listFailure
  const retry = () => Promise.all([checkAgain(), listAgain()])
  // A failed read does not mean that the title has no video.
  if (failure && !sending) return <ReadFailure error={failure} onRetry={retry} />
  return (
    <>
      <Typography>
        {check?.replaces
          ? translate('staff.video.plays', {
              time: formatClock(Math.round(check.replaces.seconds ?? 0), staffLanguage()),
            })
          : translate('staff.video.none')}
      </Typography>
      {sending ? (
        <SendingState sending={sending} onEnd={readAgain} />
      ) : isRunning ? (
        <UploadState row={last} onFile={send} onEnd={readAgain} />
      ) : (
        <Choose check={check} onFile={send} />
      )}
      {own
        .filter(row => !RUNNING.includes(row.state))
        .map((row, at) => (
          <Ended key={row.id} row={row} isLast={at === 0} onRetry={readAgain} />
        ))}
      {check?.replaces && <TitleCaptions content={content} kind={kind} version={last?.id ?? ''} />}
    </>
  )
}

type ChooseProps = { check: Check | undefined; onFile: (file: File) => void }

function Choose({ check, onFile }: ChooseProps) {
  const translate = useTranslate()
  const [tooLarge, setTooLarge] = useState(false)
  if (!check) return <LinearProgress />
  const most = Math.min(check.limit_bytes, check.free_bytes)
  const pick = (file: File) => {
    setTooLarge(file.size > most)
    if (file.size <= most) onFile(file)
  }
  return (
    <>
      {check.refusal && (
        <Alert severity="warning">{translate(`staff.video.refusals.${check.refusal}`)}</Alert>
      )}
      {tooLarge && (
        <Alert severity="error" role="alert">
          {translate(
            check.free_bytes < check.limit_bytes
              ? 'staff.video.refusals.disk_full'
              : 'staff.video.refusals.too_large',
          )}
        </Alert>
      )}
      {!check.refusal && (
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <FileButton
            variant={check.replaces ? 'outlined' : 'contained'}
            accept={ACCEPTED}
            onPick={pick}
          >
            {translate(check.replaces ? 'staff.video.replace' : 'staff.video.choose')}
          </FileButton>
          <Typography variant="body2" color="text.secondary">
            {translate('staff.video.limit', { size: sizeText(most) })}
          </Typography>
        </Box>
      )}
    </>
  )
}

function SendingState({ sending, onEnd }: { sending: Sending; onEnd: () => void }) {
  const translate = useTranslate()
  const { state, sent, total, filename, reason, message } = sending
  const isMoving = state === 'sending' || state === 'offline'
  const cancel = async () => {
    if (sending.id)
      await runStaffAction('video.cancel', { fields: { upload: sending.id } }).catch(
        () => undefined,
      )
    forgetSending(sending.content, sending.kind)
    onEnd()
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Bar
        label={translate(`staff.video.sending.${state}`)}
        filename={filename}
        percent={percentOf(sent, total)}
        detail={translate('staff.video.arrived', { sent: sizeText(sent), total: sizeText(total) })}
        isMoving={isMoving}
      />
      {(reason || message) && (
        <Alert severity="error" role="alert">
          {translate(reason ? `staff.video.refusals.${reason}` : 'staff.failed', {
            _: message ?? '',
          })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isMoving && (
          <Button variant="outlined" size="small" onClick={() => pauseSending(sending)}>
            {translate('staff.video.pause')}
          </Button>
        )}
        {(state === 'paused' || state === 'stopped') && (
          <Button variant="contained" size="small" onClick={() => resumeSending(sending)}>
            {translate('staff.video.resume')}
          </Button>
        )}
        {state !== 'sent' && (
          <Button color="error" size="small" onClick={() => void cancel()}>
            {translate('staff.video.cancel')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

type UploadProps = { row: Row; onFile: (file: File) => void; onEnd: () => void }

/** An upload that the server knows and this page does not send: it is encoded, or an earlier page began it. */
function UploadState({ row, onFile, onEnd }: UploadProps) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const [failure, setFailure] = useState('')
  const isUploading = row.state === 'uploading'
  const isMine = identity?.email === row.actor
  const percent = isUploading ? percentOf(row.received_bytes, row.bytes) : percentOf(row.share, 1)
  const cancel = () =>
    runStaffAction('video.cancel', { fields: { upload: row.id } }).then(onEnd, error =>
      setFailure((error as Error).message),
    )
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Bar
        label={translate(`staff.video.states.${row.state}`)}
        filename={row.filename}
        percent={percent}
        detail={
          isUploading
            ? translate('staff.video.arrived', {
                sent: sizeText(row.received_bytes),
                total: sizeText(row.bytes),
              })
            : ''
        }
        isMoving={!isUploading}
      />
      {isUploading && (
        <Alert severity="info">
          {translate(isMine ? 'staff.video.chooseAgain' : 'staff.video.ofAnother', {
            name: row.filename,
            by: row.actor,
          })}
        </Alert>
      )}
      {failure && <Alert severity="error">{failure}</Alert>}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {isUploading && isMine && (
          <FileButton variant="contained" size="small" accept={ACCEPTED} onPick={onFile}>
            {translate('staff.video.continue')}
          </FileButton>
        )}
        <Button color="error" size="small" onClick={() => void cancel()}>
          {translate(isUploading ? 'staff.video.cancel' : 'staff.video.cancelEncoding')}
        </Button>
      </Box>
    </Box>
  )
}

type BarProps = {
  label: string
  filename: string
  percent: number
  detail: string
  isMoving: boolean
}

function Bar({ label, filename, percent, detail, isMoving }: BarProps) {
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography role="status">{label}</Typography>
        <Typography color="text.secondary" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          <bdi>{filename}</bdi>
        </Typography>
        <Typography color="text.secondary">
          {[detail, percentText(percent)].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={filename}
        color={isMoving ? 'primary' : 'inherit'}
        sx={{ height: 8, borderRadius: 1, mt: 0.5 }}
      />
    </Box>
  )
}

type EndedProps = { row: Row; isLast: boolean; onRetry: () => void }

function Ended({ row, isLast, onRetry }: EndedProps) {
  const translate = useTranslate()
  const { state, failure, detail, report, filename } = row
  const when = localizedMoment(row.ended_at ?? row.begun_at)
  const severity = { done: 'success', failed: 'error', cancelled: 'info' } as const
  return (
    <Alert
      severity={severity[state as keyof typeof severity]}
      variant={isLast ? 'standard' : 'outlined'}
      sx={{ '& .MuiAlert-message': { minWidth: 0, flexGrow: 1 } }}
      action={
        state === 'failed' && isLast ? (
          <ActionButton name="video.retry" preset={{ upload: row.id }} onDone={onRetry} />
        ) : undefined
      }
    >
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {translate(`staff.video.states.${state}`)} · <bdi>{filename}</bdi> · {when} ·{' '}
        <bdi>{row.actor}</bdi>
      </Typography>
      {failure && (
        <Typography sx={{ mt: 1 }}>
          {translate(`staff.video.failures.${failure}`, {
            _: translate('staff.video.failures.unknown'),
          })}
        </Typography>
      )}
      {detail && DETAILED.includes(failure ?? '') && (
        <Typography variant="body2" className="ltr" sx={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
      )}
      {report && isLast && <VideoReport report={report} />}
    </Alert>
  )
}

function percentOf(done: number, total: number): number {
  return total > 0 ? Math.floor((100 * done) / total) : 0
}
