import { z } from 'zod'
import { mapLanguages } from '#src/contract/languages.ts'
import { SORT_ORDERS } from '#src/contract/limits.ts'

/** The content of a widget: chosen items in their order, or the first items of a filter. Invalid parts count as missing. */
export const WidgetConfig = z.object({
  /** external_ids of titles, or of artists in an artist_carousel. */
  external_ids: z.array(z.string()).max(100).optional().catch(undefined),
  /** Lines below titles in a banner, instead of their taglines. */
  lines: z
    .record(z.string(), z.object(mapLanguages(() => z.string())))
    .optional()
    .catch(undefined),
  types: z.array(z.string()).optional().catch(undefined),
  /** Keys or ids of categories. */
  categories: z.array(z.string()).optional().catch(undefined),
  flags: z.array(z.string()).optional().catch(undefined),
  order: z.enum(SORT_ORDERS).optional().catch(undefined),
  /** The most watched titles of the last seven days, instead of an order. */
  top: z.literal('week').optional().catch(undefined),
  count: z.number().int().min(1).max(48).optional().catch(undefined),
})
export type WidgetConfig = z.infer<typeof WidgetConfig>
