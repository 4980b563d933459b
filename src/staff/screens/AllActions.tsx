import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Title, usePermissions, useTranslate } from 'react-admin'
import { ActionButton } from '../actions/ActionButton.tsx'
import { useActionLabel } from '../actions/use-action.ts'
import type { StaffAction, StaffPermissions } from '../session.ts'

/** Every action of the role, by what it changes. */
export function AllActions() {
  const { permissions = {} } = usePermissions<StaffPermissions>()
  const label = useActionLabel()
  const translate = useTranslate()
  const [words, setWords] = useState('')
  const nouns = new Map<string, StaffAction[]>()
  for (const action of Object.values(permissions)) {
    const text = `${label(`${action.noun}.${action.verb}`)} ${action.noun} ${action.verb} ${action.summary}`
    if (!text.toLowerCase().includes(words.trim().toLowerCase())) continue
    nouns.set(action.noun, [...(nouns.get(action.noun) ?? []), action])
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2 }}>
      <Title title="areas.actions" />
      <TextField
        size="small"
        type="search"
        label={translate('ra.action.search')}
        value={words}
        onChange={event => setWords(event.target.value)}
      />
      {nouns.size === 0 && <Typography>{translate('staff.empty')}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))',
        }}
      >
        {[...nouns].map(([noun, actions]) => (
          <Card key={noun} component="section">
            <CardContent>
              <Typography variant="h6" component="h2" gutterBottom>
                {translate(`nouns.${noun}`, { _: noun })}
              </Typography>
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                {actions.map(({ verb }) => (
                  <ActionButton key={verb} name={`${noun}.${verb}`} staysOpen />
                ))}
              </Box>
            </CardContent>
          </Card>
        ))}
      </Box>
    </Box>
  )
}
