/** The captions of a video: list, shift in time with a preview, replacement and removal. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HttpError, useNotify, useTranslate } from 'react-admin'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { runStaffAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { numberText } from '../../ui/words.ts'
import { type CaptionFields, CaptionPlayer } from './CaptionPlayer.tsx'
import type { VideoKind } from './sending.ts'

/** Status of an action that the service refuses. */
const REFUSED = 422

type Track = { language: string; type: string; title: string }
type Shift = { removed: string[]; preview: { text: string; before: string; after: string }[] }
type Props = {
  content: string
  kind: VideoKind
  /** Changes when the title has another video. */
  version: string
}

export function TitleCaptions({ content, kind, version }: Props) {
  const translate = useTranslate()
  const client = useQueryClient()
  const [shifted, setShifted] = useState<Track | null>(null)
  const queryKey = ['captions', content, kind]
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, version],
    queryFn: async () => {
      const { data } = await runStaffAction('captions.list', { fields: { content, kind } })
      return (data as { captions: Track[] }).captions
    },
    retry: false,
  })
  const readAgain = () => void client.invalidateQueries({ queryKey })
  const languages = new Intl.DisplayNames(staffLanguage(), { type: 'language' })
  // The streams of the demo belong to no title, and their captions cannot be changed.
  if (error instanceof HttpError && error.status === REFUSED)
    return <Typography color="text.secondary">{translate('staff.captions.fixed')}</Typography>
  if (error) return <ReadFailure error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Box component="section">
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1 }}>
          {translate('actions.captions.list')}
        </Typography>
        <ActionButton name="captions.set" preset={{ content, kind }} onDone={readAgain} />
      </Box>
      {data.length === 0 ? (
        <Typography color="text.secondary">{translate('staff.captions.none')}</Typography>
      ) : (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('fields.language')}</TableCell>
              <TableCell>{translate('fields.type')}</TableCell>
              <TableCell />
            </TableRow>
          </TableHead>
          <TableBody>
            {data.map(track => {
              const preset = { content, kind, language: track.language, type: track.type }
              return (
                <TableRow key={`${track.language} ${track.type}`}>
                  <TableCell>{languages.of(track.language)}</TableCell>
                  <TableCell>{translate(`staff.captions.types.${track.type}`)}</TableCell>
                  <TableCell sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
                    <Button size="small" onClick={() => setShifted(track)}>
                      {translate('staff.captions.shift')}
                    </Button>
                    <ActionButton
                      name="captions.set"
                      text="staff.captions.replace"
                      variant="text"
                      preset={preset}
                      onDone={readAgain}
                    />
                    <ActionButton
                      name="captions.remove"
                      variant="text"
                      preset={preset}
                      onDone={readAgain}
                    />
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      )}
      {shifted && (
        <ShiftDialog
          fields={{ content, kind, language: shifted.language, type: shifted.type }}
          onClose={() => {
            setShifted(null)
            readAgain()
          }}
        />
      )}
    </Box>
  )
}

type ShiftProps = { fields: CaptionFields; onClose: () => void }

function ShiftDialog({ fields, onClose }: ShiftProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [seconds, setSeconds] = useState('1')
  const [chosen, setChosen] = useState(0)
  const [failure, setFailure] = useState('')
  const by = toLatinDigits(seconds).replace('\u2212', '-').replace('٫', '.')
  const isNumber = /^-?\d+(\.\d+)?$/.test(by) && Number(by) !== 0
  const shift = (dryRun: boolean) =>
    runStaffAction('captions.shift', { fields: { ...fields, by, 'allow-partial': true }, dryRun })
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['captions shift', fields, by],
    queryFn: async () => (await shift(true)).data as Shift,
    enabled: isNumber,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const save = () =>
    shift(false).then(
      () => {
        notify('staff.done', { type: 'success' })
        onClose()
      },
      problem => setFailure((problem as Error).message),
    )
  const lines = preview?.preview ?? []
  const current = Math.min(chosen, lines.length - 1)
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="shift-captions">
      <DialogTitle id="shift-captions">{translate('actions.captions.shift')}</DialogTitle>
      <DialogContent
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
          {lines[current] ? (
            <CaptionPlayer
              fields={fields}
              by={isNumber ? Number(by) : 0}
              at={secondsOf(lines[current].after)}
            />
          ) : (
            <NoPicture isEmpty={preview !== undefined} hasFailed={error !== null} />
          )}
          <LineSteps current={current} count={lines.length} onStep={setChosen} />
        </Box>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <TextField
            autoFocus
            margin="dense"
            label={translate('staff.captions.by')}
            helperText={translate('staff.captions.byHelp')}
            value={seconds}
            error={!isNumber}
            onChange={({ target }) => setSeconds(target.value)}
            slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' } }}
          />
          {failure && <Alert severity="error">{failure}</Alert>}
          {error && <ReadFailure error={error} onRetry={refetch} />}
          {preview && preview.removed.length > 0 && (
            <Alert severity="warning">
              {translate('staff.captions.lost', { count: numberText(preview.removed.length) })}
            </Alert>
          )}
          {preview && <LineTable lines={lines} current={current} onChoose={setChosen} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={!isNumber} onClick={() => void save()}>
          {translate('staff.captions.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type NoPictureProps = { isEmpty: boolean; hasFailed: boolean }

/** Keeps the place of the player until the lines are known, and says so if there are none. */
function NoPicture({ isEmpty, hasFailed }: NoPictureProps) {
  const translate = useTranslate()
  if (isEmpty)
    return <Typography color="text.secondary">{translate('staff.captions.empty')}</Typography>
  return (
    <Skeleton
      variant="rectangular"
      animation={hasFailed ? false : 'pulse'}
      sx={{ aspectRatio: '16 / 9', height: 'auto' }}
    />
  )
}

type StepsProps = { current: number; count: number; onStep: (line: number) => void }

function LineSteps({ current, count, onStep }: StepsProps) {
  const translate = useTranslate()
  const place = { number: numberText(current + 1), count: numberText(count) }
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Button disabled={current <= 0} onClick={() => onStep(current - 1)}>
        {translate('staff.captions.previous')}
      </Button>
      <Button disabled={current >= count - 1} onClick={() => onStep(current + 1)}>
        {translate('staff.captions.next')}
      </Button>
      <Typography color="text.secondary" aria-live="polite">
        {count > 0 && translate('staff.captions.place', place)}
      </Typography>
    </Box>
  )
}

type LinesProps = {
  lines: Shift['preview']
  current: number
  onChoose: (line: number) => void
}

/** Lines from the first to the last; the player stops at the chosen one. */
function LineTable({ lines, current, onChoose }: LinesProps) {
  const translate = useTranslate()
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{translate('staff.captions.before')}</TableCell>
          <TableCell>{translate('staff.captions.after')}</TableCell>
          <TableCell>{translate('fields.text')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map(({ before, after, text }, at) => (
          <TableRow
            key={at}
            hover
            selected={at === current}
            sx={{ cursor: 'pointer' }}
            onClick={() => onChoose(at)}
          >
            <TableCell className="ltr">{before}</TableCell>
            <TableCell className="ltr">{after}</TableCell>
            <TableCell>
              <bdi>{text}</bdi>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
