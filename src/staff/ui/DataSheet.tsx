import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import {
  DataTable,
  ListContextProvider,
  ResourceContextProvider,
  useList,
  useTranslate,
} from 'react-admin'
import { isLanguage, type Localized, pickTranslation } from '#src/contract/languages.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { useFieldLabel } from '../actions/use-action.ts'
import { staffLanguage } from '../language.ts'
import { useWord } from './fields.tsx'
import { Pages } from './StaffList.tsx'
import { isTimestamp, localizedMoment, moneyText, numberText, tomansText } from './words.ts'

export const MONEY =
  /^(?:price|next_price|discount|next_discount|vat|total|amount|rials|sales|revenue|refunds|refunds_vat|vat_due|received|paid_back|discounts)$/
/** Fields whose words the dictionary has. */
export const WORDS =
  /^(?:state|status|kind|role|reason|renewal|department|age_type|from|what|type|effect|account|gateway|segment)$/
/** A duration, such as 01:48:00. */
const CLOCK = /^\d{1,3}:\d\d:\d\d$/
/** Numbers that name something, and have no separator of thousands. */
const PLAIN = /^(?:year|number|ticket|(?:first_|last_)?invoice_number)$/
/** Names that say more than a table can show. */
const HIDDEN = new Set(['avatar', 'items', 'invoice', 'return_path'])
const ROWS = 25
/** Rows of the summary that count, in a column of amounts. */
export const COUNTS = new Set<unknown>(['payments'])
/** An amount among counts. The name says rials, which files have; a screen shows tomans. */
const IN_RIALS = /, rials$/
/** Tables need the name of a resource, which rows of an action do not have. */
const RESOURCE = 'data'

type Shape = Record<string, unknown>
type RowActions = (row: Shape) => ReactNode
type Props = {
  data: unknown
  without?: readonly string[]
  /** The only columns of a table, in this order; all of them if it is left out. */
  columns?: readonly string[]
  rowActions?: RowActions
  /** The text, as a key of the dictionary, in place of an empty table or of a record without values. */
  empty?: string
}

/** Shows the data of a record or of an action: names with values, and a table for each list of objects. */
export function DataSheet({ data, without = [], ...table }: Props) {
  const translate = useTranslate()
  if (Array.isArray(data)) return <DataRows rows={data} {...table} />
  if (!isShape(data)) return <Value name="" value={data} />
  const entries = Object.entries(data).filter(([name]) => !without.includes(name))
  if (table.empty && entries.every(([, value]) => isEmpty(value)))
    return <Typography color="text.secondary">{translate(table.empty)}</Typography>
  const isPart = ([, value]: [string, unknown]) =>
    (Array.isArray(value) && value.some(isShape)) || (isShape(value) && !isText(value))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Values entries={entries.filter(entry => !isPart(entry) && !isEmpty(entry[1]))} />
      {entries.filter(isPart).map(([name, value]) => (
        <Part key={name} name={name} value={value} />
      ))}
    </Box>
  )
}

function Part({ name, value }: { name: string; value: unknown }) {
  const label = useFieldLabel()
  return (
    <Box component="section">
      <Typography variant="subtitle2" component="h3" color="text.secondary" gutterBottom>
        {label(name)}
      </Typography>
      <DataSheet data={value} />
    </Box>
  )
}

function Values({ entries }: { entries: [string, unknown][] }) {
  const label = useFieldLabel()
  if (entries.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(7rem, max-content) 1fr',
        columnGap: 2,
        rowGap: 0.5,
        m: 0,
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {entries.map(([name, value]) => [
        <Typography component="dt" variant="body2" color="text.secondary" key={name}>
          {label(name)}
        </Typography>,
        <Typography component="dd" variant="body2" key={`${name}=`}>
          <Value name={name} value={value} />
        </Typography>,
      ])}
    </Box>
  )
}

/** A table that sorts and turns its pages; objects within a row are left out. */
type RowsProps = Pick<Props, 'columns' | 'rowActions' | 'empty'> & { rows: readonly unknown[] }

function DataRows({ rows, columns, rowActions, empty = 'staff.empty' }: RowsProps) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const data = rows.map((row, at) =>
    isShape(row) ? { ...row, rowId: row.id, id: at } : { value: row, id: at },
  )
  const list = useList<Shape & { id: number }>({ data, perPage: ROWS, resource: RESOURCE })
  if (rows.length === 0) return <Typography color="text.secondary">{translate(empty)}</Typography>
  const first = rows[0]
  const names = isShape(first)
    ? (columns ?? Object.keys(first).filter(name => !HIDDEN.has(name) && isCell(first[name])))
    : ['value']
  // A table whose rows are of different kinds has amounts and counts in one column.
  const namesUnit = (name: string) => MONEY.test(name) && !names.includes('what')
  return (
    <ResourceContextProvider value={RESOURCE}>
      <ListContextProvider value={list}>
        <Box
          sx={{
            overflowX: 'auto',
            '& .MuiTableCell-root': { px: 1 },
            '& .MuiTableCell-head': { whiteSpace: 'normal' },
            '& .MuiTableCell-root .MuiButton-root': { whiteSpace: 'nowrap' },
            // The actions of a row stay in sight when a narrow window scrolls the other columns.
            ...(rowActions && {
              '& .MuiTableCell-root:last-of-type': {
                position: 'sticky',
                insetInlineEnd: 0,
                backgroundColor: 'background.paper',
              },
            }),
          }}
        >
          <DataTable bulkActionButtons={false} rowClick={false} size="small">
            {names.map(name => (
              <DataTable.Col
                key={name}
                source={name === 'id' ? 'rowId' : name}
                label={
                  namesUnit(name) ? translate('staff.inTomans', { name: label(name) }) : label(name)
                }
                render={(row: Shape) => {
                  const value = row[name === 'id' ? 'rowId' : name]
                  if (namesUnit(name) && typeof value === 'number') return tomansText(value)
                  return <Value name={cellName(row, name)} value={shownCell(name, value)} />
                }}
              />
            ))}
            {rowActions && <DataTable.Col label="" render={rowActionsOf(rowActions)} />}
          </DataTable>
        </Box>
        {rows.length > ROWS && <Pages />}
      </ListContextProvider>
    </ResourceContextProvider>
  )
}

/** The table keeps the id of a row aside, because it needs one of its own. */
function rowActionsOf(rowActions: RowActions): RowActions {
  return ({ rowId, ...row }) => rowActions({ ...row, id: rowId })
}

function Value({ name, value }: { name: string; value: unknown }) {
  const word = useWord()
  const translate = useTranslate()
  if (value === null || value === undefined || value === '') return <>—</>
  if (typeof value === 'boolean') return <>{translate(`ra.boolean.${value}`)}</>
  if (typeof value === 'number')
    return (
      <>
        {MONEY.test(name)
          ? moneyText(value)
          : PLAIN.test(name)
            ? localDigits(String(value), staffLanguage())
            : numberText(value)}
      </>
    )
  if (isTimestamp(value))
    return <span style={{ whiteSpace: 'nowrap' }}>{localizedMoment(value)}</span>
  if (isText(value)) return <bdi>{pickTranslation(value, staffLanguage())}</bdi>
  if (Array.isArray(value))
    return (
      <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
        {value.map((each, at) => (
          <Chip key={at} size="small" label={word(String(each))} />
        ))}
      </Box>
    )
  const text = String(value)
  if (CLOCK.test(text)) return <>{localDigits(text, staffLanguage())}</>
  if (name === 'why') return <>{translate(`staff.access.reasons.${text}`, { _: text })}</>
  return <bdi>{WORDS.test(name) ? word(text) : text}</bdi>
}

/** A record leaves out what it does not have. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Returns the name that decides how a cell is shown. A table may have amounts and counts below each other, which `what` tells apart. */
function cellName({ what }: Shape, name: string): string {
  if (what === undefined) return name
  if (name === 'number') return IN_RIALS.test(String(what)) ? 'rials' : 'count'
  return name === 'rials' && COUNTS.has(what) ? 'count' : name
}

function shownCell(name: string, value: unknown): unknown {
  return name === 'what' ? String(value).replace(IN_RIALS, '') : value
}

function isCell(value: unknown): boolean {
  return !isShape(value) || isText(value)
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a text in the languages of the site. */
function isText(value: unknown): value is Partial<Localized> {
  if (!isShape(value)) return false
  const names = Object.keys(value)
  return names.length > 0 && names.every(isLanguage)
}
