import { isNotNull } from 'drizzle-orm'
import { countByKey, type RowsByKey } from '../db/count-by-key.ts'
import type { Queryable } from '../db/open.ts'
import { profiles } from '../db/schema/profiles.ts'

export function pinsByKey(db: Queryable): Promise<RowsByKey> {
  return countByKey(db, {
    table: profiles,
    keyId: profiles.pinKeyId,
    where: isNotNull(profiles.pinHash),
  })
}
