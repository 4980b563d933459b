/** The order of genres and other categories, moved like the rows of the home page and saved together. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type HttpError, useNotify, useTranslate } from 'react-admin'
import { type Localized, pickTranslation } from '#src/contract/languages.ts'
import { runStaffAction, useAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { numberText } from '../../ui/words.ts'

type Category = {
  key: string
  type: string
  title: Partial<Localized<string | null>>
  titles: number
}
const QUERY_KEY = ['category order']

export function CategoryOrder() {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () =>
      (await runStaffAction('catalogue.categories', { fields: {} })).data as Category[],
    refetchOnWindowFocus: false,
  })
  if (error) return <ReadFailure error={error} onRetry={refetch} />
  if (!data) return <LinearProgress />
  return <Editor key={data.map(({ key }) => key).join(' ')} stored={data} />
}

function Editor({ stored }: { stored: Category[] }) {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const [rows, setRows] = useState(stored)
  const [failure, setFailure] = useState('')
  const maySave = useAction('catalogue.order-categories') !== undefined
  const isChanged = rows.some(({ key }, at) => key !== stored[at]?.key)
  const nameOf = ({ title, key }: Category) => pickTranslation(title, staffLanguage()) ?? key
  const save = async () => {
    setFailure('')
    try {
      await runStaffAction('catalogue.order-categories', {
        fields: { keys: rows.map(({ key }) => key) },
      })
      notify('staff.done', { type: 'success' })
      await client.invalidateQueries({ queryKey: QUERY_KEY })
    } catch (error) {
      setFailure((error as HttpError).message)
    }
  }
  return (
    <>
      {maySave && (
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
          <Button disabled={!isChanged} onClick={() => setRows(stored)}>
            {translate('staff.home.undo')}
          </Button>
          <Button variant="contained" disabled={!isChanged} onClick={() => void save()}>
            {translate('staff.home.saveOrder')}
          </Button>
        </Box>
      )}
      {failure && (
        <Alert severity="error" role="alert">
          <bdi>{failure}</bdi>
        </Alert>
      )}
      <SortableList rows={rows} nameOf={nameOf} onChange={setRows}>
        {row => (
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
            <Typography sx={{ fontWeight: 700 }}>
              <bdi>{nameOf(row)}</bdi>
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {translate('staff.home.titles', { count: numberText(row.titles) })}
            </Typography>
          </Box>
        )}
      </SortableList>
    </>
  )
}
