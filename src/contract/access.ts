import { z } from 'zod'

/** Reasons why a viewer may not see, play or buy a title. The names are stable; docs/access.md explains them. */
export const ACCESS_REASONS = [
  'age_restricted',
  'coming_soon',
  'no_video',
  'outside_iran',
  'sign_in',
  'profile',
  'subscription',
  'carrier',
  'ticket',
  'not_sold',
  'owned',
] as const
export const AccessReason = z.enum(ACCESS_REASONS)
export type AccessReason = z.infer<typeof AccessReason>
