/** Like and dislike: one vote a profile and title; the same again takes it back. */
import { and, eq, sql } from 'drizzle-orm'
import type { ConditionalProp } from '#src/contract/content.ts'
import { inTransaction } from '../db/open.ts'
import { contents } from '../db/schema/contents.ts'
import { votes } from '../db/schema/library.ts'
import type { Deps } from '../deps.ts'

export type Voted = { rate_percentage: number | null; vote: ConditionalProp['vote'] }
type Vote = 'like' | 'dislike'

/**
 * Presses of one profile on one title wait for each other, so that an even number of them leaves
 * nothing. The counters follow by trigger.
 */
export async function toggleVote(
  deps: Deps,
  profileId: string,
  contentId: string,
  vote: Vote,
): Promise<Voted> {
  const value = vote === 'like' ? 1 : -1
  const now = deps.now()
  return inTransaction(deps.db, async tx => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`vote:${profileId}:${contentId}`}, 0))`,
    )
    const own = and(eq(votes.profileId, profileId), eq(votes.contentId, contentId))
    const [before] = await tx.select({ value: votes.value }).from(votes).where(own)
    if (before?.value === value) await tx.delete(votes).where(own)
    else if (before) await tx.update(votes).set({ value, createdAt: now }).where(own)
    else await tx.insert(votes).values({ profileId, contentId, value, createdAt: now })
    const [title] = await tx
      .select({ rate: contents.ratePercentage })
      .from(contents)
      .where(eq(contents.id, contentId))
    return { rate_percentage: title?.rate ?? null, vote: before?.value === value ? null : vote }
  })
}
