/** Likes and dislikes: one vote per profile and title; the same vote again removes it. */
import { and, eq } from 'drizzle-orm'
import type { ConditionalProp } from '#src/contract/content.ts'
import { lockTransaction } from '../../platform/db/advisory-locks.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { votes } from '../../platform/db/schema/library.ts'
import type { Deps } from '../../platform/deps.ts'

type Voted = { rate_percentage: number | null; vote: ConditionalProp['vote'] }
type Vote = 'like' | 'dislike'

/**
 * Toggles a vote. Calls of one profile for one title run one after another, so that an even number of them leaves no
 * vote. A trigger updates the counters.
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
    await lockTransaction(tx, { name: `vote:${profileId}:${contentId}` })
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
