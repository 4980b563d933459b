/** Edits a row of the home page: its texts, and its titles by choice or by a filter. */
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  LANGUAGES,
  type Localized,
  mapLanguages,
  pickTranslation,
} from '#src/contract/languages.ts'
import { dir } from '#src/lib/i18n/languages.ts'
import { runStaffAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import { useWord } from '../../ui/fields.tsx'
import { type HomeRow, isComplete } from './home-rows.ts'
import { TitlePicker } from './TitlePicker.tsx'

const TYPES = ['single_video', 'series', 'video_content_list']
const ORDERS = ['latest', 'most_visited', 'rate', 'best_selling', 'default', 'week']
const COUNT_MAX = 48
type CategoryRow = { key: string; type: string; title: Partial<Localized<string | null>> }

type Props = { row: HomeRow; onClose: () => void; onSave: (row: HomeRow) => void }

export function RowDialog({ row: given, onClose, onSave }: Props) {
  const translate = useTranslate()
  const [row, setRow] = useState(given)
  const change = (part: Partial<HomeRow>) => setRow(before => ({ ...before, ...part }))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="home-row">
      <DialogTitle id="home-row">{translate(`staff.home.types.${row.type}`)}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          {row.type !== 'banner' && (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
              {LANGUAGES.map(language => (
                <TextField
                  key={language}
                  size="small"
                  label={translate(`staff.titles.texts.title.${language}`)}
                  value={row.title?.[language] ?? ''}
                  onChange={({ target }) =>
                    change({
                      title: {
                        ...mapLanguages(each => row.title?.[each] ?? ''),
                        [language]: target.value,
                      },
                    })
                  }
                  slotProps={{ htmlInput: { dir: dir(language), lang: language } }}
                />
              ))}
            </Box>
          )}
          {row.type === 'banner' && (
            <TitlePicker
              ids={row.external_ids ?? []}
              onChange={external_ids => change({ external_ids })}
            />
          )}
          {row.type === 'video_carousel' && <CarouselContent row={row} onChange={setRow} />}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={!isComplete(row)} onClick={() => onSave(row)}>
          {translate('staff.home.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type ContentProps = { row: HomeRow; onChange: (row: HomeRow) => void }

/** A row has either chosen titles or a filter. */
function CarouselContent({ row, onChange }: ContentProps) {
  const translate = useTranslate()
  const isChosen = row.external_ids !== undefined
  const choose = (next: 'chosen' | 'filter') => {
    const {
      external_ids: _,
      types: _types,
      categories: _categories,
      order: _order,
      top: _top,
      ...rest
    } = row
    onChange(next === 'chosen' ? { ...rest, external_ids: [] } : { ...rest, order: 'latest' })
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isChosen ? 'chosen' : 'filter'}
        onChange={(_, next) => next && choose(next)}
        aria-label={translate('staff.home.source')}
      >
        <ToggleButton value="filter">{translate('staff.home.byFilter')}</ToggleButton>
        <ToggleButton value="chosen">{translate('staff.home.byChoice')}</ToggleButton>
      </ToggleButtonGroup>
      {isChosen ? (
        <TitlePicker
          ids={row.external_ids ?? []}
          onChange={external_ids => onChange({ ...row, external_ids })}
        />
      ) : (
        <Filter row={row} onChange={onChange} />
      )}
    </>
  )
}

function Filter({ row, onChange }: ContentProps) {
  const translate = useTranslate()
  const word = useWord()
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async () =>
      (await runStaffAction('catalogue.categories', { fields: {} })).data as CategoryRow[],
  })
  const all = data ?? []
  const nameOf = (key: string) =>
    pickTranslation(all.find(each => each.key === key)?.title, staffLanguage()) ?? key
  const order = row.top ?? row.order ?? 'default'
  const setOrder = (next: string) => {
    const { top: _, order: _order, ...rest } = row
    onChange(next === 'week' ? { ...rest, top: 'week' } : { ...rest, order: next })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Autocomplete
        multiple
        size="small"
        value={row.categories ?? []}
        options={all.map(({ key }) => key)}
        getOptionLabel={nameOf}
        onChange={(_, categories) => {
          const { categories: _before, ...rest } = row
          onChange(categories.length > 0 ? { ...rest, categories } : rest)
        }}
        noOptionsText={translate('staff.empty')}
        renderInput={params => <TextField {...params} label={translate('fields.categories')} />}
      />
      <Autocomplete
        multiple
        size="small"
        value={row.types ?? []}
        options={TYPES}
        getOptionLabel={word}
        onChange={(_, types) => {
          const { types: _before, ...rest } = row
          onChange(types.length > 0 ? { ...rest, types } : rest)
        }}
        renderInput={params => <TextField {...params} label={translate('fields.type')} />}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '2fr 1fr' }}>
        <TextField
          select
          size="small"
          label={translate('staff.home.order')}
          value={order}
          onChange={({ target }) => setOrder(target.value)}
        >
          {ORDERS.map(each => (
            <MenuItem key={each} value={each}>
              {translate(`staff.home.orders.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          type="number"
          label={translate('staff.home.count')}
          value={row.count ?? ''}
          onChange={({ target }) => {
            const { count: _, ...rest } = row
            const count = Math.min(COUNT_MAX, Math.floor(Number(target.value)))
            onChange(count > 0 ? { ...rest, count } : rest)
          }}
          slotProps={{ htmlInput: { min: 1, max: COUNT_MAX } }}
        />
      </Box>
    </Box>
  )
}
