import Button, { type ButtonProps } from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'
import { useNotify, useRefresh, useTranslate } from 'react-admin'
import { readsHelpTexts } from '../language.ts'
import { ActionForm, type ActionFormProps } from './ActionForm.tsx'
import { type ActionReply, useAction, useActionLabel } from './use-action.ts'

type Props = Omit<ActionFormProps, 'action'> & {
  name: string
  variant?: ButtonProps['variant']
  /** The key of a label that differs from that of the action. */
  text?: string
  /** True if the reply has something to read, such as a link, so that the dialog stays open. */
  staysOpen?: boolean
  /** True if the dialog closes after an action that reads, because the caller uses the reply. */
  closes?: boolean
}

/** Opens the form of an action in a dialog. It is absent if the member may not use the action. */
export function ActionButton({
  name,
  text,
  variant = 'outlined',
  staysOpen,
  closes,
  onDone,
  ...form
}: Props) {
  const action = useAction(name)
  const label = useActionLabel()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  if (!action) return null

  const done = (reply: ActionReply) => {
    const isRead = action.effect === 'reads' && !closes
    const stays = staysOpen || reply.request || isRead || reply.isIncomplete
    if (!stays) setOpen(false)
    if (action.effect !== 'reads') {
      if (!stays) notify('staff.done', { type: 'success' })
      refresh()
    }
    onDone?.(reply)
  }
  return (
    <>
      <Button
        size="small"
        variant={variant}
        color={action.effect === 'destroys' ? 'error' : 'inherit'}
        onClick={() => setOpen(true)}
      >
        {text ? translate(text) : label(name)}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        maxWidth="md"
        aria-labelledby={`action-${name}`}
      >
        <DialogTitle id={`action-${name}`}>{label(name)}</DialogTitle>
        <DialogContent>
          {readsHelpTexts() && <p className="ltr">{action.summary}</p>}
          <ActionForm action={action} {...form} onDone={done} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
