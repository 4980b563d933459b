/** Limits by age: the highest age rating that a profile may see, and the endpoints that can answer for an age band. */
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
import type { Viewer } from '../deps.ts'

/** Returns the highest age rating that a profile may see; null (no limit) for adults. */
export function maxAgeOfType(ageType: AgeType | null | undefined): number | null {
  if (!ageType || ageType === 'adult') return null
  return Number(ageType.slice('under_'.length))
}

/** Returns the limit of a viewer. Without a choice of profile there is none: the public catalogue. A child's session has one with and without its token. */
export function maxAgeOfViewer(viewer: Viewer | null): number | null {
  return maxAgeOfType(viewer?.ageType)
}

/**
 * Endpoints for pages that all children of a band share: they depend on the viewer only through `maxAge`
 * (tests/service/accounts/access/bands.long.test.ts compares them with those of a child).
 */
const OF_BANDS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getArtist,
  getCategory,
  getContent,
  getGlobalData,
  getGuide,
  getHomePage,
  getSystemMessage,
  listCategories,
  listContents,
  listForSitemap,
  listSitemapChunks,
])

export function answersBands(endpoint: Endpoint): boolean {
  return OF_BANDS.has(endpoint)
}
