/** The values of enumerations that browser code lists. It is apart from the schemas, so that a browser gets them without zod. */

export const DEPARTMENTS = ['none', 'technical', 'support', 'content', 'management'] as const

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

/** The ages that a profile is for: adult, or a band of children, who see the titles up to that age. The youngest comes first. */
export const CHILD_BANDS = ['under_3', 'under_7', 'under_12', 'under_15'] as const
export type ChildBand = (typeof CHILD_BANDS)[number]
