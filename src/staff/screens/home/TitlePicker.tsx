/** Chooses titles of the catalogue by name, and shows the chosen ones in their order. */
import RemoveIcon from '@mui/icons-material/CloseOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { LANGUAGES } from '#src/contract/languages.ts'
import { callStaffApi } from '../../call.ts'
import { staffLanguage, TITLE_FIELDS, type TitleField } from '../../language.ts'
import { SortableList } from '../../ui/SortableList.tsx'

type Choice = { id: string; poster: string | null } & Partial<Record<TitleField, string | null>>

function choiceName(choice: Choice): string {
  const own = choice[TITLE_FIELDS[staffLanguage()]]
  return own ?? LANGUAGES.map(each => choice[TITLE_FIELDS[each]]).find(Boolean) ?? choice.id
}

function readTitles(words: Record<string, string>): Promise<{ rows: Choice[] }> {
  return callStaffApi('GET', `/titles?${new URLSearchParams(words)}`)
}

/** Calls `onPick` for each title that is chosen, and is empty again afterwards. */
export function TitleSearch({ label, onPick }: { label: string; onPick: (id: string) => void }) {
  const translate = useTranslate()
  const [words, setWords] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: ['title search', words],
    queryFn: () => readTitles({ q: words, removed: 'false', perPage: '20' }),
    placeholderData: before => before,
  })
  return (
    <Autocomplete
      value={null}
      inputValue={words}
      onInputChange={(_, text, reason) => setWords(reason === 'input' ? text : '')}
      onChange={(_, choice) => choice && onPick(choice.id)}
      options={data?.rows ?? []}
      filterOptions={options => options}
      getOptionLabel={choiceName}
      getOptionKey={({ id }) => id}
      loading={isFetching}
      noOptionsText={translate('staff.empty')}
      loadingText={translate('ra.page.loading')}
      blurOnSelect
      size="small"
      fullWidth
      renderInput={params => <TextField {...params} label={label} />}
    />
  )
}

type Props = { ids: readonly string[]; onChange: (ids: string[]) => void }

export function TitlePicker({ ids, onChange }: Props) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['titles of ids', ...ids],
    queryFn: () => readTitles({ ids: ids.join(','), perPage: '200' }),
    enabled: ids.length > 0,
    placeholderData: before => before,
  })
  const choices = new Map(data?.rows.map(row => [row.id, row]))
  const nameOf = (id: string) => {
    const choice = choices.get(id)
    return choice ? choiceName(choice) : id
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TitleSearch
        label={translate('staff.home.addTitle')}
        onPick={id => onChange([...ids.filter(each => each !== id), id])}
      />
      <SortableList
        rows={ids.map(key => ({ key }))}
        nameOf={({ key }) => nameOf(key)}
        onChange={rows => onChange(rows.map(({ key }) => key))}
      >
        {({ key }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <bdi style={{ flexGrow: 1 }}>{nameOf(key)}</bdi>
            <IconButton
              size="small"
              aria-label={translate('staff.home.removeTitle', { name: nameOf(key) })}
              onClick={() => onChange(ids.filter(id => id !== key))}
            >
              <RemoveIcon fontSize="small" />
            </IconButton>
          </Box>
        )}
      </SortableList>
    </Box>
  )
}
