import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'

type Props = { error: Error; onRetry: () => unknown }

/** The reason why something could not be read, with a button that reads it again. */
export function ReadFailure({ error, onRetry }: Props) {
  const translate = useTranslate()
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={() => void onRetry()}>
          {translate('staff.retry')}
        </Button>
      }
    >
      {error.message}
    </Alert>
  )
}
