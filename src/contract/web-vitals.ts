/** Measurements of loading speed that browsers report. This file must not import zod, because browsers load it too. */
export const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const
export type Vital = (typeof VITALS)[number]
export const VITALS_DEVICES = ['phone', 'desktop', 'tv'] as const
export type VitalsDevice = (typeof VITALS_DEVICES)[number]
/** Kinds of pages, derived from the first part of their paths without the language. */
export const VITALS_PAGES = [
  'home',
  'listing',
  'title',
  'artist',
  'category',
  'play',
  'packages',
  'payment',
  'sign-in',
  'account',
  'other',
] as const
export type VitalsPage = (typeof VITALS_PAGES)[number]
/** Maximum values in milliseconds, and for `cls` its score. Higher values count as these. */
export const VITALS_MAX = { lcp: 60_000, inp: 60_000, cls: 10, ttfb: 60_000 } as const
