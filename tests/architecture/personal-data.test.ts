import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { PERSONAL_DATA } from '#src/service/operations/people/personal-data.ts'

const modules = import.meta.glob<Record<string, unknown>>('/src/service/platform/db/schema/*.ts', {
  eager: true,
})
const tables = Object.values(modules).flatMap(module =>
  Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
)

/** Names of columns that identify a person without a foreign key. */
const NAMES_A_PERSON =
  /^(user_id|profile_id|owner_id|session_id|msisdn|mobile|email|ip|to|target|scope)$/
/** Columns with such a name that contain no personal data. */
const OTHERS: Record<string, string> = {
  rate_limits: 'its keys are texts that hold a number or an id',
}

/** Tables of members of the team, who are no users of the site. */
const OF_THE_TEAM = ['staff_accounts']

/** Tables with a foreign key to users, to one of those tables, and so on. */
function leadingToUsers(): Set<string> {
  const found = new Set(['users'])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const table of tables) {
      const leads = getTableConfig(table).foreignKeys.some(key =>
        found.has(getTableName(key.reference().foreignTable)),
      )
      if (leads) found.add(getTableName(table))
    }
  }
  return found
}

const columnsOf = (table: PgTable) => Object.values<PgColumn>(getTableColumns(table))

test('every table with personal data defines its export and its erasure', () => {
  const byKey = leadingToUsers()
  const personal = tables
    .filter(
      table =>
        byKey.has(getTableName(table)) ||
        getTableName(table) in OTHERS ||
        (!OF_THE_TEAM.includes(getTableName(table)) &&
          columnsOf(table).some(({ name }) => NAMES_A_PERSON.test(name))),
    )
    .map(table => getTableName(table))
  expect(PERSONAL_DATA.map(({ table }) => getTableName(table)).sort()).toEqual(personal.sort())
})

test('no hash, token or code is exported', () => {
  const shown = PERSONAL_DATA.filter(({ isInternal }) => !isInternal).flatMap(
    ({ table, hides = [] }) =>
      columnsOf(table)
        .filter(column => !hides.some(({ name }) => name === column.name))
        .filter(({ name }) => /hash|token|secret|authority|authorization|^code$/.test(name))
        .map(({ name }) => `${getTableName(table)}.${name}`),
  )
  // Parameters that a partner's page sent, and the time of a re-authentication.
  expect(shown).toEqual(['transactions.referral_token'])
})
