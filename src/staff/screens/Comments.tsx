import Box from '@mui/material/Box'
import {
  DataTable,
  Link,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
  useRecordContext,
} from 'react-admin'
import { ActionButton } from '../actions/ActionButton.tsx'
import { BulkAction } from '../actions/BulkAction.tsx'
import { staffLanguage, TITLE_FIELDS } from '../language.ts'
import { Column, useWord } from '../ui/fields.tsx'
import { StaffList } from '../ui/StaffList.tsx'

const STATES = ['held', 'reported', 'hidden', 'shown']

export function CommentList() {
  const word = useWord()
  return (
    <StaffList
      title="resources.comments.name"
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
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
        <DataTable.Col source={TITLE_FIELDS[staffLanguage()]} label="fields.title" disableSort />
        <Column kind="count" source="reports" />
        <DataTable.Col source="heldFor" disableSort />
        <DataTable.Col source="hiddenReason" disableSort />
        <Column kind="moment" source="createdAt" sortable />
        <DataTable.Col source="user" label="" disableSort>
          <Author />
        </DataTable.Col>
      </DataTable>
    </StaffList>
  )
}

function Comment() {
  const record = useRecordContext()
  return (
    <Box
      component="span"
      dir="auto"
      sx={{ display: 'block', maxWidth: 420, overflowWrap: 'anywhere' }}
    >
      {record?.text}
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
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Link to={`/comments?filter=${filter}`}>{word('author')}</Link>
      <ActionButton name="comments.block" variant="text" preset={{ who: record.user }} />
    </Box>
  )
}
