import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardContent from '@mui/material/CardContent'
import Typography from '@mui/material/Typography'
import {
  DataTable,
  Link,
  SearchInput,
  SelectInput,
  ShowBase,
  TextInput,
  Title,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { ActionButton } from '../actions/ActionButton.tsx'
import { useAction, useFieldLabel } from '../actions/use-action.ts'
import { staffLanguage, TITLE_FIELDS } from '../language.ts'
import { DataSheet } from '../ui/DataSheet.tsx'
import { Column, StateChip, useWord } from '../ui/fields.tsx'
import { PickerInput } from '../ui/PickerInput.tsx'
import { StaffList } from '../ui/StaffList.tsx'
import { moneyText } from '../ui/words.ts'
import { WHOLE_RECORD } from '../whole-record.ts'

export function PaymentList() {
  const translate = useTranslate()
  const word = useWord()
  const label = useFieldLabel()
  // The states and kinds are those that the action offers.
  const fields = useAction('payments.list')?.fields ?? []
  const choicesOf = (name: string) =>
    (fields.find(field => field.name === name)?.choices ?? []).map(id => ({ id, name: word(id) }))
  return (
    <StaffList
      title="resources.payments.name"
      filters={[
        <SearchInput key="q" source="q" placeholder={translate('staff.find.payments')} alwaysOn />,
        <SelectInput key="state" source="state" choices={choicesOf('state')} alwaysOn />,
        <SelectInput key="kind" source="kind" choices={choicesOf('kind')} alwaysOn />,
        <TextInput key="gateway" source="gateway" />,
        <TextInput key="user" source="user" />,
        <PickerInput key="from" source="from" label={label('from')} kind="day" />,
        <PickerInput key="to" source="to" label={label('to')} kind="day" />,
      ]}
    >
      <DataTable
        rowClick="show"
        bulkActionButtons={false}
        sx={{
          // A narrow window leaves to the payment itself what is not needed to find it.
          '& .column-kind, & .column-gateway': { display: { xs: 'none', lg: 'table-cell' } },
          '& .column-total': { whiteSpace: 'nowrap' },
        }}
      >
        <Column kind="moment" source="createdAt" sortable />
        <DataTable.Col source={TITLE_FIELDS[staffLanguage()]} label="fields.title" disableSort />
        <Column kind="state" source="kind" />
        <Column kind="money" source="total" sortable />
        <Column kind="state" source="state" />
        <Column kind="state" source="gateway" />
        <Column kind="code" source="refId" />
        <Column kind="plain" source="invoiceNumber" />
      </DataTable>
    </StaffList>
  )
}

export function PaymentScreen() {
  return (
    <ShowBase queryOptions={WHOLE_RECORD}>
      <Payment />
    </ShowBase>
  )
}

type PaymentRecord = {
  id: string
  state: string
  total: number
  user: string
  user_id: string
  refunds: { state: string }[]
} & Record<string, unknown>
/** Fields that the head of the screen already shows. */
const IN_HEAD = ['id', 'state', 'total', 'user', 'user_id']

function Payment() {
  const payment = useRecordContext<PaymentRecord>()
  const translate = useTranslate()
  if (!payment) return null
  const { id, state, total, user, user_id, refunds } = payment
  const preset = { payment: id }
  const isOwed = refunds.some(refund => refund.state !== 'done')
  return (
    <Box sx={{ pt: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('staff.payment')} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          {moneyText(total)} · <span className="ltr">{id}</span>
        </Typography>
        <StateChip value={state} />
        <PayerLink id={user_id} number={user} />
        <Box sx={{ flexGrow: 1 }} />
        <ActionButton name="payments.recheck" preset={preset} staysOpen />
        {state === 'paid' && (
          <ActionButton
            name="payments.refund"
            preset={preset}
            only={['amount', 'keep', 'quiet']}
            variant="contained"
          />
        )}
        {isOwed && <ActionButton name="refunds.done" preset={preset} />}
      </Box>
      <Card>
        <CardContent>
          <DataSheet data={payment} without={IN_HEAD} />
        </CardContent>
      </Card>
    </Box>
  )
}

function PayerLink({ id, number }: { id: string; number: string }) {
  const mayOpen = useAction('users.show') !== undefined
  const shown = <span className="ltr">{number}</span>
  return mayOpen ? <Link to={`/people/${id}/show`}>{shown}</Link> : shown
}
