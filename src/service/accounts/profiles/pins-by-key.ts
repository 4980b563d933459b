import { isNotNull } from 'drizzle-orm'
import { countByKey, type RowsByKey } from '../../platform/db/count-by-key.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'

export function countPinsByKey(db: Queryable): Promise<RowsByKey> {
  return countByKey(db, {
    table: profiles,
    keyId: profiles.pinKeyId,
    where: isNotNull(profiles.pinHash),
  })
}
