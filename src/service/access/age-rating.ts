/**
 * Parental control by age rating: one predicate, and the same rule as SQL conditions (age-rating.test.ts compares them). `ageLimit` is the
 * rating of a title, `maxAge` the highest rating that a profile may see.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { getArtist, getContent, listContents } from '#src/contract/endpoints/content.ts'
import { getGuide } from '#src/contract/endpoints/live.ts'
import {
  getCategory,
  getGlobalData,
  getHomePage,
  getSystemMessage,
  listCategories,
  listForSitemap,
  listSitemapChunks,
} from '#src/contract/endpoints/pages.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import { contents } from '../db/schema/contents.ts'
import type { Viewer } from '../deps.ts'
import { effectiveAge } from './inherited.ts'

/** The highest age rating that a profile may see; null for adults: no limit. */
export function maxAgeOf(ageType: AgeType | undefined): number | null {
  if (!ageType || ageType === 'adult') return null
  return Number(ageType.slice('under_'.length))
}

/** Without a chosen profile there is no limit: the public catalogue. */
export function maxAgeOfViewer(viewer: Viewer | null): number | null {
  return maxAgeOf(viewer?.profile?.ageType)
}

/**
 * What pages for all children of a band are made of: these calls know who may see what by `maxAge` alone (tests/service/access/bands.test.ts
 * compares them with those of a child).
 */
const OF_BANDS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...[getArtist, getCategory, getContent, getGlobalData, getGuide, getHomePage],
  ...[getSystemMessage, listCategories, listContents, listForSitemap, listSitemapChunks],
])

export function answersBands(endpoint: Endpoint): boolean {
  return OF_BANDS.has(endpoint)
}

/** Unrated titles (null) are hidden from children. */
export function isAgeAllowed(ageLimit: number | null, maxAge: number | null): boolean {
  return maxAge === null || (ageLimit !== null && ageLimit <= maxAge)
}

/** For titles of every type; undefined without a limit. */
export function withinAge(maxAge: number | null): SQL | undefined {
  return maxAge === null ? undefined : sql`${effectiveAge} <= ${maxAge}`
}

/** Only for `listed` titles. They have no parents, so the listing indexes cover the condition. */
export function listedWithinAge(maxAge: number | null): SQL | undefined {
  return maxAge === null ? undefined : sql`${contents.ageLimit} <= ${maxAge}`
}

const given = sql`${sql.placeholder('maxAge')}::smallint`

/** `withinAge` for a prepared query with the parameter `maxAge`. */
export const withinGivenAge = sql`(${given} is null or ${effectiveAge} <= ${given})`

/** `listedWithinAge` for a prepared query with the parameter `maxAge`. */
export const listedWithinGivenAge = sql`(${given} is null or ${contents.ageLimit} <= ${given})`
