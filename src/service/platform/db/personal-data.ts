/**
 * Rows about a person: what the person may export, and what an erasure does. Each domain describes its tables
 * (`<room>/stored-data.ts`); src/service/operations/people applies it.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type Person = { id: string; msisdn: string }

export type PersonalData = {
  table: PgTable
  /** Returns the condition for the person's rows. */
  of: (person: Person) => SQL | undefined
  /** Columns that are not exported: hashes, and data about others. */
  hides?: readonly PgColumn[]
  /** Reason why nothing of the table is exported. */
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

/** Returns the placeholder for the mobile number of an erased person: unique, and not a number. */
export function erasedMsisdn({ id }: Pick<Person, 'id'>): string {
  return `erased-${id}`
}

/** Returns the condition for rows of the person's profiles. */
export function ofProfiles(profileId: PgColumn): (person: Person) => SQL {
  return ({ id }) => sql`${profileId} in (select p.id from profiles p where p.user_id = ${id})`
}

/** Returns the condition for rows of the person's sessions. */
export function ofSessions(sessionId: PgColumn): (person: Person) => SQL {
  return ({ id }) => sql`${sessionId} in (select s.id from sessions s where s.user_id = ${id})`
}

/** Returns the condition for rows of the person's payments. */
export function ofPayments(paymentId: PgColumn): (person: Person) => SQL {
  return ({ id }) => sql`${paymentId} in (select t.id from transactions t where t.user_id = ${id})`
}

/** Payments and refunds must be documented for ten years (ACCOUNTING in retention.ts). */
export const FOR_THE_ACCOUNTS = 'the accounts, without the person'
