/** The rows of the home page and of the kids' page: moved, edited, seen as a visitor sees them, and applied together. */

import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type HttpError, Title, useNotify, usePermissions, useTranslate } from 'react-admin'
import type { Picture } from '#src/contract/fields.ts'
import { LANGUAGES, type Language, pickTranslation } from '#src/contract/languages.ts'
import { PICTURE_SHAPES } from '#src/contract/limits.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { dir } from '#src/lib/i18n/languages.ts'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { runStaffAction } from '../../actions/use-action.ts'
import { staffLanguage } from '../../language.ts'
import type { StaffPermissions } from '../../session.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { CategoryOrder } from './CategoryOrder.tsx'
import {
  asFiles,
  type EditedRow,
  editedRow,
  emptyRow,
  HOME_PAGES,
  type HomeFile,
  type HomePage,
  type HomeRow,
  homeFileOf,
  isComplete,
  ROW_TYPES,
  type RowType,
  withFeatured,
} from './home-rows.ts'
import { ApplyLater, PlannedPages } from './PlannedPages.tsx'
import { RowDialog } from './RowDialog.tsx'
import { TitleSearch } from './TitlePicker.tsx'

const AGES = ['', '15', '12', '7'] as const

export function HomeScreen() {
  const [tab, setTab] = useState<Tab>('home')
  if (tab === 'categories')
    return (
      <HomeTabs tab={tab} onChange={setTab}>
        <CategoryOrder />
      </HomeTabs>
    )
  return (
    <HomeTabs tab={tab} onChange={setTab}>
      <HomePageScreen page={tab} />
    </HomeTabs>
  )
}

type Tab = HomePage | 'categories'
const TABS: readonly Tab[] = [...HOME_PAGES, 'categories']
type TabsProps = { tab: Tab; onChange: (tab: Tab) => void; children: ReactNode }

function HomeTabs({ tab, onChange, children }: TabsProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="areas.home" />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={tab}
        onChange={(_, next: Tab | null) => next && onChange(next)}
        aria-label={translate('fields.page')}
      >
        {TABS.map(name => (
          <ToggleButton key={name} value={name}>
            {translate(`staff.home.pages.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {children}
    </Box>
  )
}

function HomePageScreen({ page }: { page: HomePage }) {
  const translate = useTranslate()
  const client = useQueryClient()
  const queryKey = ['home', page]
  const { data, isPending, error } = useQuery({
    queryKey,
    queryFn: () => readHome(page),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const readAgain = () => void client.invalidateQueries({ queryKey })
  return (
    <>
      {isPending && <LinearProgress />}
      {error && <ReadFailure error={error} onRetry={readAgain} />}
      {data?.widgets.length === 0 && page === 'home' && (
        <Alert
          severity="info"
          action={<ActionButton name="home.init" variant="contained" onDone={readAgain} />}
        >
          {translate('staff.home.none')}
        </Alert>
      )}
      <PlannedPages page={page} />
      {data && <PageEditor key={JSON.stringify(data)} stored={data} onApplied={readAgain} />}
    </>
  )
}

/** Returns a page without rows if editors have not made one. */
async function readHome(page: HomePage): Promise<HomeFile> {
  try {
    return (await runStaffAction('home.export', { fields: { page } })).data as HomeFile
  } catch (error) {
    if ((error as HttpError).status === 422) return { page, widgets: [] }
    throw error
  }
}

type EditorProps = { stored: HomeFile; onApplied: () => void }

function PageEditor({ stored, onApplied }: EditorProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { permissions = {} } = usePermissions<StaffPermissions>()
  const [rows, setRows] = useState(() => stored.widgets.map(editedRow))
  const [editing, setEditing] = useState<EditedRow | null>(null)
  const [language, setLanguage] = useState<Language>(staffLanguage())
  const [age, setAge] = useState<string>('')
  const [failure, setFailure] = useState('')
  const [isStale, setStale] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const file = homeFileOf(stored.page, rows)
  const isChanged = JSON.stringify(file.widgets) !== JSON.stringify(stored.widgets)
  const nameOf = ({ row }: EditedRow) =>
    pickTranslation(row.title, staffLanguage()) || translate(`staff.home.types.${row.type}`)
  const change = (next: EditedRow[]) => {
    setRows(next)
    setFailure('')
  }
  const save = (row: HomeRow) => {
    if (!editing) return
    const isKnown = rows.some(({ key }) => key === editing.key)
    change(
      isKnown
        ? rows.map(each => (each.key === editing.key ? { ...each, row } : each))
        : [...rows, { ...editing, row }],
    )
    setEditing(null)
  }

  async function apply(overwrites: boolean) {
    setRunning(true)
    setFailure('')
    try {
      const current = await readHome(stored.page)
      if (!overwrites && JSON.stringify(current) !== JSON.stringify(stored)) return setStale(true)
      await runStaffAction('home.apply', { fields: {}, files: asFiles(file) })
      notify('staff.done', { type: 'success' })
      onApplied()
    } catch (error) {
      setFailure((error as HttpError).message)
    } finally {
      setRunning(false)
    }
    return undefined
  }

  return (
    <>
      <Card sx={{ position: 'sticky', top: 56, zIndex: 3 }}>
        <CardContent sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {stored.page === 'home' && (
            <Box sx={{ flex: '1 1 240px', maxWidth: 420 }}>
              <TitleSearch
                label={translate('staff.home.feature')}
                onPick={title => change(withFeatured(rows, title))}
              />
            </Box>
          )}
          <ToggleButtonGroup
            exclusive
            size="small"
            value={language}
            onChange={(_, next) => next && setLanguage(next)}
            aria-label={translate('fields.language')}
          >
            {LANGUAGES.map(each => (
              <ToggleButton key={each} value={each} lang={each}>
                {translate(`staff.languages.${each}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <TextField
            select
            size="small"
            label={translate('staff.home.viewer')}
            value={age}
            onChange={({ target }) => setAge(target.value)}
            fullWidth={false}
            margin="none"
            sx={{ width: 180 }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            {AGES.map(each => (
              <MenuItem key={each} value={each}>
                {translate(`staff.home.ages.${each || 'all'}`)}
              </MenuItem>
            ))}
          </TextField>
          <Box sx={{ display: 'flex', gap: 1, marginInlineStart: 'auto' }}>
            <Button
              disabled={!isChanged || isRunning}
              onClick={() => change(stored.widgets.map(editedRow))}
            >
              {translate('staff.home.undo')}
            </Button>
            {'home.apply' in permissions && (
              <>
                <ApplyLater file={file} disabled={isRunning || rows.length === 0} />
                <Button
                  variant="contained"
                  disabled={!isChanged || isRunning || rows.length === 0}
                  onClick={() => apply(false)}
                >
                  {translate('staff.home.apply')}
                </Button>
              </>
            )}
          </Box>
        </CardContent>
      </Card>
      {failure && (
        <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-wrap' }}>
          <bdi>{failure}</bdi>
        </Alert>
      )}
      {isStale && (
        <Alert
          severity="warning"
          action={
            <>
              <Button color="inherit" size="small" onClick={onApplied}>
                {translate('staff.conflict.reload')}
              </Button>
              <Button color="inherit" size="small" onClick={() => apply(true)}>
                {translate('staff.home.overwrite')}
              </Button>
            </>
          }
        >
          {translate('staff.home.stale')}
        </Alert>
      )}
      {isChanged && <Alert severity="info">{translate('staff.home.changed')}</Alert>}
      <SortableList rows={rows} nameOf={nameOf} onChange={change}>
        {(each, at) => (
          <RowView
            name={nameOf(each)}
            row={each.row}
            preview={{ file, at, language, age }}
            onEdit={() => setEditing(each)}
            onRemove={() => change(rows.filter(({ key }) => key !== each.key))}
          />
        )}
      </SortableList>
      <AddRow onAdd={type => setEditing(editedRow(emptyRow(type)))} />
      {editing && <RowDialog row={editing.row} onClose={() => setEditing(null)} onSave={save} />}
    </>
  )
}

function AddRow({ onAdd }: { onAdd: (type: RowType) => void }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <Box>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('staff.home.add')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {ROW_TYPES.map(type => (
          <MenuItem
            key={type}
            onClick={() => {
              setAnchor(null)
              onAdd(type)
            }}
          >
            {translate(`staff.home.types.${type}`)}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}

type Seen = { file: HomeFile; at: number; language: Language; age: string }
type RowProps = {
  name: string
  row: HomeRow
  preview: Seen
  onEdit: () => void
  onRemove: () => void
}

function RowView({ name, row, preview, onEdit, onRemove }: RowProps) {
  const translate = useTranslate()
  const type = translate(`staff.home.types.${row.type}`)
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography variant="subtitle1" component="h2" noWrap sx={{ fontWeight: 700 }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary" noWrap sx={{ flexGrow: 1 }}>
          {type === name ? '' : type}
        </Typography>
        <IconButton
          size="small"
          onClick={onEdit}
          aria-label={translate('staff.home.edit', { name })}
        >
          <EditIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          onClick={onRemove}
          aria-label={translate('staff.home.remove', { name })}
        >
          <RemoveIcon fontSize="small" />
        </IconButton>
      </Box>
      <RowPreview row={row} {...preview} />
    </Box>
  )
}

type Item = {
  id: string
  title?: string
  name?: string
  poster_image?: Picture | null
  backdrop_image?: Picture | null
  image?: Picture | null
}
type Shown = { row: number; items: Item[] }

/** Each row is a page of its own for the preview, so that moving rows reads nothing again. */
function RowPreview({ row, file, language, age }: Seen & { row: HomeRow }) {
  const translate = useTranslate()
  const { data, error } = useQuery({
    queryKey: ['home preview', file.page, JSON.stringify(row), language, age],
    enabled: isComplete(row),
    queryFn: async () => {
      const fields = { language, ...(age ? { age } : {}) }
      const files = asFiles({ page: file.page, widgets: [row] })
      return (await runStaffAction('home.preview', { fields, files })).data as Shown[]
    },
  })
  if (error)
    return (
      <Typography variant="body2" color="error">
        <bdi>{error.message}</bdi>
      </Typography>
    )
  if (!data) return null
  const items = data[0]?.items ?? []
  if (items.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {translate(`staff.home.${row.type === 'continue_watching' ? 'personal' : 'empty'}`)}
      </Typography>
    )
  return (
    <Box
      component="ul"
      dir={dir(language)}
      sx={{ display: 'flex', gap: 1, m: 0, p: 0, overflowX: 'auto', listStyle: 'none' }}
    >
      {items.map(item => (
        <PreviewItem key={item.id} item={item} type={row.type} />
      ))}
    </Box>
  )
}

const KINDS = { artist_carousel: 'portrait', category_carousel: 'tile' } as const
const WIDTHS = { backdrop: 144, tile: 112, poster: 72, portrait: 72 } as const

function PreviewItem({ item, type }: { item: Item; type: RowType }) {
  const backdrop = type === 'banner' ? item.backdrop_image : null
  const picture = backdrop ?? item.poster_image ?? item.image
  const kind = backdrop
    ? 'backdrop'
    : type === 'artist_carousel' || type === 'category_carousel'
      ? KINDS[type]
      : 'poster'
  return (
    <Box component="li" sx={{ flex: `0 0 ${WIDTHS[kind]}px`, minWidth: 0 }}>
      {picture && (
        <Box
          component="img"
          alt=""
          loading="lazy"
          src={localPath(pictureSources(picture, kind).src)}
          sx={{
            width: '100%',
            aspectRatio: PICTURE_SHAPES[kind],
            objectFit: 'cover',
            borderRadius: 0.5,
            display: 'block',
          }}
        />
      )}
      <Typography variant="caption" component="p" noWrap>
        <bdi>{item.title ?? item.name}</bdi>
      </Typography>
    </Box>
  )
}

/** The console serves pictures itself, because browsers refuse those of the site in it. */
function localPath(url: string): string {
  return url.slice(url.indexOf('/media/pictures'))
}
