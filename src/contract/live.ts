import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'

export const Program = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** It runs now. */
  is_current: z.boolean(),
  /** It can be watched from its start: `/play/{short_id}?from=` and starts_at. */
  is_recorded: z.boolean(),
})
export type Program = z.infer<typeof Program>

export const liveCalls = {
  getGuide: {
    summary:
      'What a live channel shows today in Tehran and in the hours after; empty without a guide',
    data: z.object({ items: z.array(Program) }),
  },
}
