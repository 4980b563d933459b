/** The captions of a video: list, shift in time with a preview, replacement and removal. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HttpError, useNotify, useTranslate } from 'react-admin'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { runStaffAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { numberText } from '../../ui/words.ts'
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

type ShiftProps = { fields: Record<string, string>; onClose: () => void }

function ShiftDialog({ fields, onClose }: ShiftProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [seconds, setSeconds] = useState('1')
  const [failure, setFailure] = useState('')
  const by = toLatinDigits(seconds).replace('\u2212', '-').replace('٫', '.')
  const isNumber = /^-?\d+(\.\d+)?$/.test(by) && Number(by) !== 0
  const shift = (dryRun: boolean) =>
    runStaffAction('captions.shift', { fields: { ...fields, by, 'allow-partial': true }, dryRun })
  const { data: preview, error } = useQuery({
    queryKey: ['captions shift', fields, by],
    queryFn: async () => (await shift(true)).data as Shift,
    enabled: isNumber,
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
  const problem = failure || error?.message
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="shift-captions">
      <DialogTitle id="shift-captions">{translate('actions.captions.shift')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
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
        {problem && <Alert severity="error">{problem}</Alert>}
        {preview && preview.removed.length > 0 && (
          <Alert severity="warning">
            {translate('staff.captions.lost', { count: numberText(preview.removed.length) })}
          </Alert>
        )}
        {preview && (
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{translate('staff.captions.before')}</TableCell>
                <TableCell>{translate('staff.captions.after')}</TableCell>
                <TableCell>{translate('fields.text')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {preview.preview.map(({ before, after, text }, at) => (
                <TableRow key={at}>
                  <TableCell className="ltr">{before}</TableCell>
                  <TableCell className="ltr">{after}</TableCell>
                  <TableCell>
                    <bdi>{text}</bdi>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
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
