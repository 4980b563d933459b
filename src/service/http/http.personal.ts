import { or, sql } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { idempotencyKeys, rateLimits } from '../db/schema/http.ts'

export const httpPersonalData: PersonalData[] = [
  {
    table: idempotencyKeys,
    of: ({ id }) => sql`starts_with(${idempotencyKeys.scope}, ${`${id}:`})`,
    isInternal: 'replies of the last day, which other tables hold',
    erasure: 'deletes',
  },
  {
    table: rateLimits,
    of: ({ id, msisdn }) =>
      or(sql`strpos(${rateLimits.key}, ${msisdn}) > 0`, sql`strpos(${rateLimits.key}, ${id}) > 0`),
    isInternal: 'counts of tries, for hours',
    erasure: 'deletes',
  },
]
