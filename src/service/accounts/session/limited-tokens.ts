import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { LIMITED_TOKEN_SECONDS } from '#src/contract/limits.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { limitedTokens } from '../../platform/db/schema/session.ts'
import type { Deps } from '../../platform/deps.ts'
import { hashToken, newToken, tokenHashes } from './tokens.ts'

export type LimitedToken = typeof limitedTokens.$inferSelect
type Purpose = LimitedToken['purpose']

type NewLimitedToken = Omit<
  typeof limitedTokens.$inferInsert,
  'tokenHash' | 'createdAt' | 'expiresAt' | 'usedAt'
>

/** Creates a token that is valid once, for one purpose, for LIMITED_TOKEN_SECONDS. */
export async function createLimitedToken(deps: Deps, values: NewLimitedToken): Promise<string> {
  const token = newToken(deps)
  const now = deps.now()
  await deps.db.insert(limitedTokens).values({
    ...values,
    tokenHash: hashToken(deps, token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIMITED_TOKEN_SECONDS * 1000),
  })
  return token
}

/** Returns the valid token with this purpose, or null. */
export async function findLimitedToken(
  deps: Deps,
  purpose: Purpose,
  token: string | undefined,
): Promise<LimitedToken | null> {
  if (!token) return null
  const [row] = await deps.db
    .select()
    .from(limitedTokens)
    .where(isValid(tokenHashes(deps, token), purpose, deps.now()))
  return row ?? null
}

/** Marks the token as used. Of several concurrent callers, one gets true. */
export async function consumeLimitedToken(
  db: Queryable,
  tokenHash: string,
  purpose: Purpose,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(limitedTokens)
    .set({ usedAt: now })
    .where(isValid([tokenHash], purpose, now))
    .returning({ tokenHash: limitedTokens.tokenHash })
  return rows.length === 1
}

function isValid(hashes: string[], purpose: Purpose, now: Date) {
  return and(
    inArray(limitedTokens.tokenHash, hashes),
    eq(limitedTokens.purpose, purpose),
    isNull(limitedTokens.usedAt),
    gt(limitedTokens.expiresAt, now),
  )
}
