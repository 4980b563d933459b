import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useActionLabel, useFieldLabel } from '../actions/use-action.ts'
import { DataSheet } from '../ui/DataSheet.tsx'

export type TitleChange = {
  at: string
  actor: string
  action: string
  fields: string[]
  reason: string | null
}

/** Shows who did what to a title, newest first. */
export function TitleHistory({ changes }: { changes: readonly TitleChange[] }) {
  const translate = useTranslate()
  const actionLabel = useActionLabel()
  const fieldLabel = useFieldLabel()
  if (changes.length === 0) return null
  const rows = changes.map(({ at, actor, action, fields, reason }) => ({
    at,
    actor,
    action: actionLabel(action),
    details: [fields.map(fieldLabel).join('، '), reason].filter(Boolean).join(' — '),
  }))
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" gutterBottom>
          {translate('staff.titles.history')}
        </Typography>
        <DataSheet data={rows} columns={['at', 'actor', 'action', 'details']} />
      </CardContent>
    </Card>
  )
}
