// Column types shared by all schema files. All indexes are ascending: "newest first" (`order by created_at desc, id desc`) scans
// them backwards.

import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { localizedColumns } from '../localized.ts'

/** An opaque id, made by `newId()`. */
export function id() {
  return text('id').primaryKey()
}

/** Returns a text column for each language, `title_fa` and `title_en`; `shape` adds their common constraints. */
export function localizedTextColumns<Name extends string, C = ReturnType<typeof textColumn>>(
  name: Name,
  shape: (column: ReturnType<typeof textColumn>) => C = column => column as C,
) {
  const stored = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  return localizedColumns(name, language => shape(textColumn(`${stored}_${language}`)))
}

function textColumn(name: string) {
  return text(name)
}

/** A timestamp with milliseconds, so that a Date survives the round trip. */
export function timeColumn(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
}

export function createdAt() {
  return timeColumn('created_at').notNull().defaultNow()
}

export function updatedAt() {
  return timeColumn('updated_at').notNull().defaultNow()
}

/** An amount in rials. A JavaScript number holds it exactly up to 9 × 10^15. */
export function rials(name: string) {
  return bigint(name, { mode: 'number' })
}

/** The three columns of a Jalali date of birth; spread into a table. */
export function birthdayColumns() {
  return {
    birthdayYear: smallint('birthday_year'),
    birthdayMonth: smallint('birthday_month'),
    birthdayDay: smallint('birthday_day'),
  }
}

type Birthday = Record<'birthdayYear' | 'birthdayMonth' | 'birthdayDay', AnyPgColumn>

export function birthdayCheck(name: string, t: Birthday) {
  return check(
    name,
    sql`${t.birthdayYear} between 1280 and 1500 and ${t.birthdayMonth} between 1 and 12 and ${t.birthdayDay} between 1 and 31`,
  )
}

/** Text with binary collation: the order is the same on every server and version. */
export const sortKeyColumn = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** A text column with an enum type; add `oneOf` for the CHECK. */
export function enumColumn<Word extends string>(name: string, _words: readonly Word[]) {
  return text(name).$type<Word>()
}

/** A CHECK that a text column has one of these values. */
export function oneOfCheck(name: string, column: AnyPgColumn, words: readonly string[]) {
  return check(name, sql`${column} in (${sql.raw(words.map(word => `'${word}'`).join(', '))})`)
}

/** A CHECK that a mobile number is in canonical form. */
export function msisdnCheck(name: string, column: AnyPgColumn) {
  return check(name, sql`${column} ~ '^09[0-9]{9}$'`)
}
