/** Age bands: the predicate, and the same as conditions for the database. tests/service/access/band.test.ts holds that they agree. */
import { type SQL, sql } from 'drizzle-orm'
import type { AgeType } from '#src/contract/profiles.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Viewer } from '../deps.ts'
import { effectiveAge } from './inherited.ts'

/** The highest age label that a profile sees; null for an adult, who sees everything. */
export function bandOf(ageType: AgeType | undefined): number | null {
  if (!ageType || ageType === 'adult') return null
  return Number(ageType.slice('under_'.length))
}

/** A visitor without a chosen profile sees the public catalogue. */
export function bandOfViewer(viewer: Viewer | null): number | null {
  return bandOf(viewer?.profile?.ageType)
}

/** A title that nobody rated (null) is not for a child. */
export function isWithinBand(ageLimit: number | null, band: number | null): boolean {
  return band === null || (ageLimit !== null && ageLimit <= band)
}

/** For titles of every type; nothing for an adult. */
export function withinBand(band: number | null): SQL | undefined {
  return band === null ? undefined : sql`${effectiveAge} <= ${band}`
}

/** For `listed` titles alone: they have no parents, so the indexes of the listings hold all that is asked. */
export function listedWithinBand(band: number | null): SQL | undefined {
  return band === null ? undefined : sql`${contents.ageLimit} <= ${band}`
}

const given = sql`${sql.placeholder('band')}::smallint`

/** `withinBand` for a query that is built once: `band` is one of the values it runs with. */
export const withinGivenBand = sql`(${given} is null or ${effectiveAge} <= ${given})`

/** `listedWithinBand` for a query that is built once. */
export const listedWithinGivenBand = sql`(${given} is null or ${contents.ageLimit} <= ${given})`
