/**
 * Which rows are about a person, what of them the person gets, and what an erasure does. Each domain says so for its tables
 * (`<domain>.personal.ts`); src/service/people does it.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type Person = { id: string; msisdn: string }

export type PersonalData = {
  table: PgTable
  /** The person's rows. */
  of: (person: Person) => SQL | undefined
  /** Columns that are not given to the person: hashes, and what tells about others. */
  hides?: readonly PgColumn[]
  /** Nothing of it is given to the person, for this reason. */
  isInternal?: string
} & (
  | { erasure: 'deletes' }
  /** Rows stay for this reason, without these columns. */
  | {
      erasure: 'keeps'
      why: string
      sets?: (person: Person) => Record<string, unknown>
    }
)

/** Stands for the number of an erased person: unique, and no number. */
export function erasedMsisdn({ id }: Pick<Person, 'id'>): string {
  return `erased-${id}`
}

export function ofProfiles(profileId: PgColumn): (person: Person) => SQL {
  return ({ id }) => sql`${profileId} in (select p.id from profiles p where p.user_id = ${id})`
}

export function ofSessions(sessionId: PgColumn): (person: Person) => SQL {
  return ({ id }) => sql`${sessionId} in (select s.id from sessions s where s.user_id = ${id})`
}

export function ofPayments(transactionId: PgColumn): (person: Person) => SQL {
  return ({ id }) =>
    sql`${transactionId} in (select t.id from transactions t where t.user_id = ${id})`
}

/** Money that came and went is proved for ten years (ACCOUNTING of retention.ts). */
export const FOR_THE_ACCOUNTS = 'the accounts, without the person'
