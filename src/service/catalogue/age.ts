import type { AgeType } from '#src/contract/profiles.ts'
import type { Viewer } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'

/** The highest age label that a profile sees; null for an adult, who sees everything. */
export function bandOf(ageType: AgeType | undefined): number | null {
  if (!ageType || ageType === 'adult') return null
  return Number(ageType.slice('under_'.length))
}

/** A visitor without a chosen profile sees the public catalogue. */
export function bandOfViewer(viewer: Viewer | null): number | null {
  return bandOf(viewer?.profile?.ageType)
}

/** A title that nobody rated yet (null) is not for a child. */
export function isWithinBand(ageLimit: number | null, band: number | null): boolean {
  return band === null || (ageLimit !== null && ageLimit <= band)
}

/** @throws Refusal content_is_age_restricted */
export function refuseAboveBand(ageLimit: number | null, viewer: Viewer | null): void {
  if (!isWithinBand(ageLimit, bandOfViewer(viewer))) throw new Refusal('content_is_age_restricted')
}
