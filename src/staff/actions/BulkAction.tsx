import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import {
  Form,
  type HttpError,
  required,
  TextInput,
  useListContext,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { numberText } from '../ui/words.ts'
import { runStaffAction, useAction, useActionLabel } from './use-action.ts'

type Props = {
  name: string
  /** The field that takes the id of each selected row. */
  field: string
  /** True if the action has a reason that the member may leave out. */
  offersReason?: boolean
}

/** Runs an action for each selected row. Rows that the server refuses stay selected. */
export function BulkAction({ name, field, offersReason = false }: Props) {
  const action = useAction(name)
  const label = useActionLabel()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { selectedIds = [], onSelect } = useListContext()
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  if (!action) return null
  const asksReason = action.needsReason || offersReason

  async function run(values: Record<string, unknown>) {
    const reason = values.reason ? String(values.reason) : ''
    const left: (string | number)[] = []
    let failure = ''
    setRunning(true)
    for (const id of selectedIds) {
      const own: Record<string, string> =
        offersReason && !action?.needsReason && reason ? { reason } : {}
      try {
        await runStaffAction(name, {
          fields: { [field]: String(id), ...own },
          ...(reason ? { reason } : {}),
        })
      } catch (error) {
        left.push(id)
        failure = (error as HttpError).message
      }
    }
    setRunning(false)
    setOpen(false)
    onSelect(left)
    refresh()
    const count = numberText(selectedIds.length - left.length)
    if (left.length === 0) notify('staff.bulk.done', { type: 'success', messageArgs: { count } })
    else
      notify('staff.bulk.left', {
        type: 'warning',
        messageArgs: { count, left: numberText(left.length), failure },
      })
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label(name)}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={`bulk-${name}`}>
        <Form record={{}} onSubmit={run}>
          <DialogTitle id={`bulk-${name}`}>{label(name)}</DialogTitle>
          <DialogContent>
            <p>{translate('staff.bulk.ask', { count: numberText(selectedIds.length) })}</p>
            {asksReason && (
              <TextInput
                source="reason"
                label="staff.reason"
                {...(action.needsReason ? { validate: required() } : {})}
                fullWidth
                autoFocus
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{translate('ra.action.cancel')}</Button>
            <Button type="submit" variant="contained" disabled={isRunning} autoFocus={!asksReason}>
              {label(name)}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  )
}
