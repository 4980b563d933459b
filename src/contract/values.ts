/** Values of enumerations that browser code lists. They are separate from the schemas, so that a browser gets them without zod. */

export const DEPARTMENTS = ['none', 'technical', 'support', 'content', 'management'] as const

/** Reasons why a payer got nothing for a payment. Every value has a text `checkout.result.failure.*`. */
export const PAYMENT_FAILURES = [
  'amount',
  'bank',
  'blocked',
  'cancelled',
  'expired',
  'refunded',
  'superseded',
  'ticket',
  'voucher',
] as const
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number]

export const FLAGS = [
  'bookmark',
  'playable',
  'has_access',
  'traffic_free',
  'free_content',
  'latest',
  'iran_access',
  'selected',
  'coming_soon',
  'content_has_ticket',
  'cinema_online',
  'carrier_specific',
  'audio_book',
  'age_restricted',
  'in_production',
  'exclusive_dub',
  'persian_dub',
  'has_subtitle',
  'hd',
  '4k',
  'multi_audio',
  'live',
] as const

/** Bands of children, the youngest first. A child sees the titles up to the age of its band. */
export const CHILD_BANDS = ['under_3', 'under_7', 'under_12', 'under_15'] as const
export type ChildBand = (typeof CHILD_BANDS)[number]

/** `territory` is a country. */
export const CATEGORY_TYPES = ['genre', 'territory', 'kids', 'collection'] as const
