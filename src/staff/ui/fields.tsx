/** Fields of lists and records. */
import Chip from '@mui/material/Chip'
import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import { localDigits } from '#src/lib/text/digits.ts'
import { staffLanguage } from '../language.ts'
import { localizedMoment, moneyText, numberText } from './words.ts'

type Source = { source: string; label?: string; sortable?: boolean }

function useValue(source: string): unknown {
  const record = useRecordContext()
  return record?.[source]
}

function Moment({ source }: Source) {
  const value = useValue(source)
  return value ? <span>{localizedMoment(String(value))}</span> : null
}

function Money({ source }: Source) {
  const value = useValue(source)
  return typeof value === 'number' ? <span>{moneyText(value)}</span> : null
}

function Count({ source }: Source) {
  const value = useValue(source)
  return typeof value === 'number' ? <span>{numberText(value)}</span> : null
}

const COLOURS: Readonly<Record<string, 'success' | 'warning' | 'error' | 'info' | 'default'>> = {
  paid: 'success',
  completed: 'success',
  pending: 'warning',
  in_progress: 'info',
  needs_review: 'error',
  failed: 'error',
  held: 'warning',
  reversed: 'warning',
}

/** Shows a value of a fixed set in the words of the dictionary. */
function State({ source }: Source) {
  const value = useValue(source)
  return value ? <StateChip value={String(value)} /> : null
}

export function StateChip({ value }: { value: string }) {
  const word = useWord()
  return <Chip size="small" label={word(value)} color={COLOURS[value] ?? 'default'} />
}

/** Returns the word of the dictionary for a value of the API; the value itself if it has none. */
export function useWord(): (value: string) => string {
  const translate = useTranslate()
  return value => translate(`words.${value}`, { _: value.replaceAll('_', ' ') })
}

/** A year or the number of an invoice has no separator of thousands. */
function Plain({ source }: Source) {
  const value = useValue(source)
  return value ? <span>{localDigits(String(value), staffLanguage())}</span> : null
}

/** A code, number or address, left to right in every language. */
function Code({ source }: Source) {
  const value = useValue(source)
  return value === null || value === undefined ? null : <span className="ltr">{String(value)}</span>
}

type ColumnProps = Source & { kind: 'moment' | 'money' | 'count' | 'state' | 'code' | 'plain' }
const KINDS = { moment: Moment, money: Money, count: Count, state: State, code: Code, plain: Plain }

export function Column({ kind, source, sortable = false, label }: ColumnProps) {
  const Field = KINDS[kind]
  return (
    <DataTable.Col source={source} disableSort={!sortable} {...(label ? { label } : {})}>
      <Field source={source} />
    </DataTable.Col>
  )
}
