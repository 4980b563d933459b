/**
 * Parental control by age rating: one predicate, and the same rule as SQL conditions (age-rating.test.ts compares them). `ageLimit` is the
 * rating of a title, `maxAge` the highest rating that a profile may see.
 */
import { type SQL, sql } from 'drizzle-orm'
import { contents } from '../../platform/db/schema/contents.ts'
import { effectiveAge } from './inherited.ts'

/** True if the profile may see the title. Unrated titles (null) are hidden from children. */
export function isAgeAllowed(ageLimit: number | null, maxAge: number | null): boolean {
  return maxAge === null || (ageLimit !== null && ageLimit <= maxAge)
}

/** Condition for titles of every type; undefined without a limit. */
export function isWithinAge(maxAge: number | null): SQL | undefined {
  return maxAge === null ? undefined : sql`${effectiveAge} <= ${maxAge}`
}

/** Condition for `listed` titles only. They have no parents, so the listing indexes cover the condition. */
export function isListedWithinAge(maxAge: number | null): SQL | undefined {
  return maxAge === null ? undefined : sql`${contents.ageLimit} <= ${maxAge}`
}

const given = sql`${sql.placeholder('maxAge')}::smallint`

/** `withinAge` for a prepared query with the parameter `maxAge`. */
export const isWithinAgeParameter = sql`(${given} is null or ${effectiveAge} <= ${given})`

/** `listedWithinAge` for a prepared query with the parameter `maxAge`. */
export const isListedWithinAgeParameter = sql`(${given} is null or ${contents.ageLimit} <= ${given})`
