import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AutocompleteArrayInput,
  DataTable,
  Edit,
  FunctionField,
  type HttpError,
  Link,
  NumberInput,
  SaveButton,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin'
import {
  LANGUAGES,
  type Localized,
  otherLanguages,
  pickTranslation,
} from '#src/contract/languages.ts'
import { AGE_LABELS } from '#src/contract/limits.ts'
import { dir, localPath } from '#src/lib/i18n/languages.ts'
import { countryCodes, countryName } from '#src/lib/text/country.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { runStaffAction } from '../actions/use-action.ts'
import { staffLanguage, TITLE_FIELDS } from '../language.ts'
import { readStaffSession } from '../session.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { Column, useWord } from '../ui/fields.tsx'
import { StaffList } from '../ui/StaffList.tsx'
import { localizedMoment, numberText } from '../ui/words.ts'
import { WHOLE_RECORD } from '../whole-record.ts'
import { type TitleChange, TitleHistory } from './TitleHistory.tsx'
import { type TitlePaths, TitlePictures } from './TitlePictures.tsx'
import { type Season, TitleVideo } from './video/TitleVideo.tsx'

const KINDS = [
  'single_video',
  'series',
  'video_content_list',
  'audio',
  'live',
  'single_cinema_online',
]
const GAPS = ['poster', 'genre', 'stream', 'age']
const ANSWERS = ['true', 'false']

export function TitleList() {
  const word = useWord()
  const translate = useTranslate()
  const choices = (ids: readonly string[]) => ids.map(id => ({ id, name: word(id) }))
  return (
    <StaffList
      title="resources.titles.name"
      filters={[
        <SearchInput key="q" source="q" placeholder={translate('staff.find.titles')} alwaysOn />,
        <SelectInput
          key="missing"
          source="missing"
          choices={GAPS.map(id => ({ id, name: translate(`staff.titles.missing.${id}`) }))}
          alwaysOn
        />,
        <SelectInput key="kind" source="kind" choices={choices(KINDS)} alwaysOn />,
        <SelectInput key="draft" source="draft" choices={choices(ANSWERS)} />,
        <SelectInput key="removed" source="removed" choices={choices(ANSWERS)} />,
      ]}
      filterDefaultValues={{ removed: 'false' }}
      actions={
        <TopToolbar>
          <Button
            component={Link}
            to="/titles/import"
            size="small"
            variant="outlined"
            color="inherit"
          >
            {translate('staff.import.title')}
          </Button>
          <Button component={Link} to="/titles/new" size="small" variant="contained">
            {translate('staff.titles.new')}
          </Button>
        </TopToolbar>
      }
    >
      <DataTable rowClick="edit" bulkActionButtons={false}>
        <DataTable.Col source="poster" label="" disableSort>
          <Poster />
        </DataTable.Col>
        <DataTable.Col source={TITLE_FIELDS[staffLanguage()]} disableSort />
        {otherLanguages(staffLanguage()).map(language => (
          <DataTable.Col key={language} source={TITLE_FIELDS[language]} disableSort />
        ))}
        <Column kind="state" source="kind" />
        <Column kind="plain" source="year" sortable />
        <DataTable.Col label="fields.gaps" disableSort>
          <Gaps />
        </DataTable.Col>
        <Column kind="count" source="views" sortable />
        <Column kind="moment" source="publishedAt" sortable />
      </DataTable>
    </StaffList>
  )
}

function Poster() {
  return (
    <FunctionField
      render={({ poster }) => (
        <Avatar
          variant="rounded"
          src={poster ? `/media/pictures/${poster}-300.webp` : undefined}
          alt=""
          sx={{ width: 32, height: 48 }}
        >
          ?
        </Avatar>
      )}
    />
  )
}

/** Names what a title lacks, and whether visitors see it. */
function Gaps() {
  const record = useRecordContext()
  const translate = useTranslate()
  if (!record) return null
  const gaps = [
    ...(record.poster ? [] : ['poster']),
    ...(record.genres > 0 ? [] : ['genre']),
    ...(record.hasVideo ? [] : ['stream']),
    ...(record.ageLimit === null ? ['age'] : []),
  ]
  const isDraft = new Date(record.publishedAt) > new Date()
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
      {record.removedAt && <Chip size="small" color="error" label={translate('words.removed')} />}
      {isDraft && <Chip size="small" color="info" label={translate('words.draft')} />}
      {gaps.map(gap => (
        <Chip
          key={gap}
          size="small"
          color="warning"
          label={translate(`staff.titles.missing.${gap}`)}
        />
      ))}
    </Box>
  )
}

type Text = Partial<Localized<string | null>>
type TitleRecord = {
  record: {
    type: string
    title: Text
    summary?: Text
    tagline?: Text
    year?: number
    age_label?: number
    genres?: string[]
    countries?: string[]
    published_at?: string
    available_at?: string
    unpublish_at?: string
    seasons?: Season[]
    sales?: number
    credits?: Credit[]
  } & Record<string, unknown>
  status?: { state: string; short_id: string } & Record<string, unknown>
  version: string
  pictures: TitlePaths | null
  history: TitleChange[]
  /** Names of credited artists by external id. */
  artists: Record<string, Text>
}
type Credit = { artist: string; role: string }
type Conflict = { version: string; changed: string[]; by: string | null; at: string | null }

const TEXTS = ['title', 'tagline', 'summary'] as const
const PICTURES = ['poster', 'backdrop', 'lettering'] as const
const PLAIN = ['year', 'age_label', 'genres', 'countries'] as const

/** Returns the changed fields as the words of `catalogue patch`, such as year=2020. */
function changesOf(before: TitleRecord['record'], after: TitleRecord['record']): string[] {
  const texts = TEXTS.flatMap(name =>
    LANGUAGES.map(side => [`${name}.${side}`, before[name]?.[side], after[name]?.[side]] as const),
  )
  const plain = PLAIN.map(name => [name, before[name], after[name]] as const)
  const write = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value ?? ''))
  return [...texts, ...plain]
    .filter(([, was, is]) => write(was) !== write(is))
    .map(([name, , is]) => `${name}=${write(is)}`)
}

export function TitleScreen() {
  return (
    <Edit
      title={<TitleName />}
      redirect={false}
      mutationMode="pessimistic"
      queryOptions={WHOLE_RECORD}
      actions={false}
      component="div"
    >
      <TitleForm />
    </Edit>
  )
}

function TitleName() {
  const given = useRecordContext<TitleRecord & { id: string }>()
  return <bdi>{pickTranslation(given?.record?.title, staffLanguage()) ?? given?.id}</bdi>
}

function TitleForm() {
  const given = useRecordContext<TitleRecord & { id: string }>()
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // After a conflict the member may save over the version that the server has named.
  const [version, setVersion] = useState<string | null>(null)
  if (!given) return null
  const { id, record, status } = given
  const name = pickTranslation(record.title, staffLanguage()) ?? id

  const save = async (values: Record<string, unknown>) => {
    const changes = changesOf(record, values.record as TitleRecord['record'])
    if (changes.length === 0) return notify('staff.titles.unchanged')
    try {
      await runStaffAction('catalogue.patch', {
        fields: { id, changes },
        version: version ?? given.version,
      })
      setConflict(null)
      setVersion(null)
      notify('staff.done', { type: 'success' })
      refresh()
    } catch (error) {
      const { status, body, message } = error as HttpError
      if (status === 409) setConflict(body.details as Conflict)
      else notify(message, { type: 'error', messageArgs: { _: message } })
    }
    return undefined
  }

  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ flexGrow: 1 }}>
          <bdi>{name}</bdi>
        </Typography>
        <Preview shortId={status?.short_id} />
        <ActionButton name="schedule.set" preset={{ title: id }} version={given.version} />
        <ActionButton name="home.feature" preset={{ title: id }} />
        {status?.state === 'gone' ? (
          <ActionButton name="catalogue.restore" preset={{ ids: [id] }} />
        ) : (
          <ActionButton name="catalogue.remove" preset={{ ids: [id] }} version={given.version} />
        )}
      </Box>
      {conflict && (
        <Alert
          severity="warning"
          action={
            <Box sx={{ display: 'flex', flexDirection: 'column' }}>
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  setConflict(null)
                  setVersion(null)
                  refresh()
                }}
              >
                {translate('staff.conflict.reload')}
              </Button>
              <Button
                color="inherit"
                size="small"
                onClick={() => {
                  setVersion(conflict.version)
                  setConflict(null)
                }}
              >
                {translate('staff.conflict.keep')}
              </Button>
            </Box>
          }
        >
          {translate('staff.conflict.text', {
            by: conflict.by ?? '?',
            at: conflict.at ? localizedMoment(conflict.at) : '?',
            fields: conflict.changed.join(', ') || '?',
          })}
        </Alert>
      )}
      <SimpleForm
        key={given.version}
        onSubmit={save}
        toolbar={
          <Toolbar>
            <SaveButton alwaysEnable={version !== null} />
          </Toolbar>
        }
        sx={{ p: 2 }}
        component={Card}
      >
        <TitleInputs prefix="record." />
      </SimpleForm>
      <TitleVideo id={id} type={record.type} seasons={record.seasons ?? []} />
      <TitlePictures id={id} paths={given.pictures} version={version ?? given.version} />
      <Card>
        <CardContent>
          <DataSheet
            data={{
              ...status,
              ...record,
              ...(record.sales === undefined ? {} : { sale_count: record.sales }),
              ...(record.credits ? { credits: named(record.credits, given.artists) } : {}),
            }}
            without={[
              ...TEXTS,
              ...PLAIN,
              ...PICTURES,
              'sales',
              'kind',
              'flags',
              'media',
              'trailer',
              'chapters',
            ]}
          />
        </CardContent>
      </Card>
      <TitleHistory changes={given.history} />
    </Box>
  )
}

/** Shows the names of artists instead of their ids. */
function named(credits: readonly Credit[], artists: TitleRecord['artists']): Credit[] {
  return credits.map(credit => ({
    ...credit,
    artist: pickTranslation(artists[credit.artist], staffLanguage()) ?? credit.artist,
  }))
}

/** Both languages side by side, each in its own direction whatever the language of the console. */
function TitleInputs({ prefix }: { prefix: string }) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', width: '100%' }}>
        {TEXTS.flatMap(name =>
          LANGUAGES.map(side => (
            <TextInput
              key={`${name}.${side}`}
              source={`${prefix}${name}.${side}`}
              label={`staff.titles.texts.${name}.${side}`}
              multiline={name === 'summary'}
              minRows={name === 'summary' ? 4 : 1}
              slotProps={{ htmlInput: { dir: dir(side), lang: side } }}
              fullWidth
            />
          )),
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr 2fr 2fr', width: '100%' }}>
        <NumberInput source={`${prefix}year`} label="fields.year" />
        <SelectInput
          source={`${prefix}age_label`}
          label="fields.age_label"
          choices={[0, ...AGE_LABELS].map(age => ({ id: age, name: numberText(age) }))}
        />
        <GenresInput source={`${prefix}genres`} />
        <CountriesInput source={`${prefix}countries`} />
      </Box>
    </>
  )
}

type Category = { key: string; type: string; title: Partial<Localized> }

function GenresInput({ source }: { source: string }) {
  const { data = [] } = useQuery({
    queryKey: ['categories'],
    queryFn: async () =>
      (await runStaffAction('catalogue.categories', { fields: {} })).data as Category[],
  })
  const genres = data.filter(({ type }) => type === 'genre')
  return (
    <AutocompleteArrayInput
      source={source}
      label="fields.genres"
      choices={genres.map(({ key, title }) => ({
        id: key,
        name: pickTranslation(title, staffLanguage()) ?? key,
      }))}
      fullWidth
    />
  )
}

function CountriesInput({ source }: { source: string }) {
  return (
    <AutocompleteArrayInput
      source={source}
      label="fields.countries"
      choices={countryCodes().map(id => ({ id, name: countryName(id, staffLanguage()) }))}
      fullWidth
    />
  )
}

function Preview({ shortId }: { shortId: string | undefined }) {
  const translate = useTranslate()
  const { data } = useQuery({ queryKey: ['session'], queryFn: readStaffSession })
  if (!data || !shortId) return null
  return (
    <Button
      size="small"
      color="inherit"
      href={data.site.origin + localPath(`/contents/${shortId}`, staffLanguage())}
      target="_blank"
      rel="noreferrer"
    >
      {translate('staff.titles.preview')}
    </Button>
  )
}
