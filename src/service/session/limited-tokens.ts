import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { limitedTokens } from '../db/schema/session.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from './tokens.ts'

export type LimitedToken = typeof limitedTokens.$inferSelect
type Purpose = LimitedToken['purpose']

/** A live token of that very purpose, or null. */
export async function findLimitedToken(
  deps: Deps,
  purpose: Purpose,
  token: string | undefined,
): Promise<LimitedToken | null> {
  if (!token) return null
  const [row] = await deps.db
    .select()
    .from(limitedTokens)
    .where(isLive(hashToken(deps, token), purpose, deps.now()))
  return row ?? null
}

/** Takes it once: of many at once, one gets true. */
export async function consumeLimitedToken(
  db: Queryable,
  tokenHash: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(limitedTokens)
    .set({ usedAt: now })
    .where(isLive(tokenHash, purpose, now))
    .returning({ tokenHash: limitedTokens.tokenHash })
  return rows.length === 1
}

function isLive(tokenHash: string, purpose: Purpose, now: Date) {
  return and(
    eq(limitedTokens.tokenHash, tokenHash),
    eq(limitedTokens.purpose, purpose),
    isNull(limitedTokens.usedAt),
    gt(limitedTokens.expiresAt, now),
  )
}
