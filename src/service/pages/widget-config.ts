import { z } from 'zod'
import { byLanguage } from '#src/contract/languages.ts'
import { SORT_ORDERS } from '#src/contract/limits.ts'

/** What fills a widget: chosen things in their order, or the first of a filter. Unreadable parts count as absent. */
export const WidgetConfig = z.object({
  /** external_ids of titles, or of artists in an artist_carousel. */
  external_ids: z.array(z.string()).max(100).optional().catch(undefined),
  /** Under a title in a banner, instead of its tagline. */
  lines: z
    .record(z.string(), z.object(byLanguage(() => z.string())))
    .optional()
    .catch(undefined),
  types: z.array(z.string()).optional().catch(undefined),
  /** Keys or ids of categories. */
  categories: z.array(z.string()).optional().catch(undefined),
  flags: z.array(z.string()).optional().catch(undefined),
  order: z.enum(SORT_ORDERS).optional().catch(undefined),
  /** What was watched most in the last seven days, instead of an order. */
  top: z.literal('week').optional().catch(undefined),
  count: z.number().int().min(1).max(48).optional().catch(undefined),
})
export type WidgetConfig = z.infer<typeof WidgetConfig>
