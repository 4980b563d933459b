import { sql } from 'drizzle-orm'
import type { Retention } from '../db/retention.ts'
import { idempotencyKeys, rateLimits } from '../db/schema/http.ts'

export const httpRetention: Retention[] = [
  {
    table: idempotencyKeys,
    expiries: [
      {
        from: idempotencyKeys.expiresAt,
        after: { hours: 1 },
        // A key that is taken over after a crash begins its day again.
        where: sql`${idempotencyKeys.createdAt} < now() - interval '1 day'`,
      },
    ],
    why: 'a repeated call gets the first reply for a day',
  },
  {
    table: rateLimits,
    // An hour for nodes of a former version, which end windows by their own clocks.
    expiries: [{ from: rateLimits.expire, after: { hours: 1 } }],
    why: 'counts attempts within a window; holds numbers and addresses',
  },
]
