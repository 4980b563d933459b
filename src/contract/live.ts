import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'

export const Program = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** True while it is on the air. */
  is_current: z.boolean(),
  /** True if it can be watched from its start, at `/play/{short_id}?from=` with starts_at. */
  is_recorded: z.boolean(),
})
export type Program = z.infer<typeof Program>

export const liveCalls = {
  getGuide: {
    own: true,
    summary:
      'Programmes of a live channel today (in Tehran) and in the hours after; empty without a guide',
    data: z.object({ items: z.array(Program) }),
  },
}
