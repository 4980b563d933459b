/** Plans a page for a time, and lists what is planned with a way to take it back. */
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type HttpError, useNotify, useTranslate } from 'react-admin'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { runStaffAction, useAction } from '../../actions/use-action.ts'
import { clockText, localizedMoment, numberText } from '../../ui/words.ts'
import { asFiles, type HomeFile, type HomePage } from './home-rows.ts'

type Planned = { id: string; page: HomePage; starts_at: string; rows: number }
const QUERY_KEY = ['planned pages']

export function PlannedPages({ page }: { page: HomePage }) {
  const translate = useTranslate()
  const client = useQueryClient()
  const isOffered = useAction('home.planned') !== undefined
  const { data = [] } = useQuery({
    queryKey: QUERY_KEY,
    enabled: isOffered,
    queryFn: async () => (await runStaffAction('home.planned', { fields: {} })).data as Planned[],
  })
  const readAgain = () => void client.invalidateQueries({ queryKey: QUERY_KEY })
  return data
    .filter(planned => planned.page === page)
    .map(({ id, starts_at, rows }) => (
      <Alert
        key={id}
        severity="info"
        action={
          <ActionButton name="home.withdraw" variant="text" preset={{ id }} onDone={readAgain} />
        }
      >
        {translate('staff.home.planned', {
          time: localizedMoment(starts_at),
          rows: numberText(rows),
        })}
      </Alert>
    ))
}

/** The button that applies a page at a time. */
export function ApplyLater({ file, disabled }: { file: HomeFile; disabled: boolean }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [date, setDate] = useState<Date | null>(null)
  const [failure, setFailure] = useState('')
  const isDate = date !== null && !Number.isNaN(date.getTime())
  const plan = async () => {
    if (!isDate) return
    setFailure('')
    try {
      const fields = { at: clockText(date, 'moment') }
      await runStaffAction('home.apply', { fields, files: asFiles(file) })
      notify('staff.done', { type: 'success' })
      setOpen(false)
      void client.invalidateQueries({ queryKey: QUERY_KEY })
    } catch (error) {
      setFailure((error as HttpError).message)
    }
  }
  return (
    <>
      <Button variant="outlined" disabled={disabled} onClick={() => setOpen(true)}>
        {translate('staff.home.applyAt')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="apply-at">
        <DialogTitle id="apply-at">{translate('staff.home.applyAt')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, minWidth: { md: 420 } }}>
          <DateTimePicker
            disablePast
            label={translate('fields.at')}
            value={date}
            onChange={setDate}
            slotProps={{ textField: { size: 'small', margin: 'dense', fullWidth: true } }}
          />
          {failure && (
            <Alert severity="error" role="alert">
              <bdi>{failure}</bdi>
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{translate('ra.action.cancel')}</Button>
          <Button variant="contained" disabled={!isDate} onClick={() => void plan()}>
            {translate('staff.home.plan')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
