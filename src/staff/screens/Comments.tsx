import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  DataTable,
  Link,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { ActionButton } from '../actions/ActionButton.tsx'
import { BulkAction } from '../actions/BulkAction.tsx'
import { useFieldLabel } from '../actions/use-action.ts'
import { staffLanguage, TITLE_FIELDS } from '../language.ts'
import { Column, useWord } from '../ui/fields.tsx'
import { StaffList } from '../ui/StaffList.tsx'

const STATES = ['held', 'reported', 'hidden', 'shown']

export function CommentList() {
  const translate = useTranslate()
  const word = useWord()
  return (
    <StaffList
      title="resources.comments.name"
      filters={[
        <SearchInput key="q" source="q" placeholder={translate('staff.find.comments')} alwaysOn />,
        <SelectInput
          key="state"
          source="state"
          choices={STATES.map(id => ({ id, name: word(id) }))}
          alwaysOn
        />,
        <TextInput key="word" source="word" alwaysOn helperText={false} />,
        <TextInput key="user" source="user" />,
      ]}
      actions={
        <TopToolbar>
          <ActionButton name="comments.words" variant="text" />
          <ActionButton name="comments.hold" variant="text" staysOpen />
          <ActionButton name="comments.release" variant="text" staysOpen />
          <ActionButton name="comments.blocked" variant="text" />
        </TopToolbar>
      }
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={
          <>
            <BulkAction name="comments.hide" field="id" offersReason />
            <BulkAction name="comments.show" field="id" />
          </>
        }
      >
        <DataTable.Col source="text" disableSort>
          <Comment />
        </DataTable.Col>
        <Column kind="count" source="reports" />
        <Column kind="moment" source="createdAt" sortable />
        <DataTable.Col source="user" label="" disableSort>
          <Author />
        </DataTable.Col>
      </DataTable>
    </StaffList>
  )
}

/** The text, and below it its title and why it is held or hidden. */
function Comment() {
  const record = useRecordContext()
  const label = useFieldLabel()
  if (!record) return null
  const facts = [
    record[TITLE_FIELDS[staffLanguage()]],
    record.heldFor && `${label('heldFor')}: ${record.heldFor}`,
    record.hiddenReason && `${label('hiddenReason')}: ${record.hiddenReason}`,
  ].filter(Boolean)
  return (
    <Box sx={{ minWidth: 240, maxWidth: 560, overflowWrap: 'anywhere' }}>
      <Typography variant="body2" dir="auto">
        {record.text}
      </Typography>
      {facts.map(fact => (
        <Typography key={fact} variant="caption" color="text.secondary" component="div">
          <bdi>{fact}</bdi>
        </Typography>
      ))}
    </Box>
  )
}

/** Links to the other comments of the author, and offers to block the author. */
function Author() {
  const record = useRecordContext()
  const word = useWord()
  if (!record) return null
  const filter = encodeURIComponent(JSON.stringify({ user: record.user }))
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', '& > *': { whiteSpace: 'nowrap' } }}>
      <Link to={`/comments?filter=${filter}`}>{word('author')}</Link>
      <ActionButton name="comments.block" variant="text" preset={{ who: record.user }} />
    </Box>
  )
}
