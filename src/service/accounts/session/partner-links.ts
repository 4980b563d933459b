/**
 * Links accounts to subscribers of a partner, who are identified by issuer and subject. By number alone a partner could sign in to any
 * account, and a number may get another owner.
 */
import { and, eq, ne } from 'drizzle-orm'
import type { PartnerClaims } from '../../platform/adapters/sso/partner.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import type { Tx } from '../../platform/db/open.ts'
import { partnerLinks } from '../../platform/db/schema/session.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import type { UserRow } from './users.ts'

export type PartnerSubscriber = Pick<PartnerClaims, 'partner' | 'subject'>

export async function linkedUser(
  { db }: Pick<Deps, 'db'>,
  { partner, subject }: PartnerSubscriber,
): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users })
    .from(partnerLinks)
    .innerJoin(users, eq(users.id, partnerLinks.userId))
    .where(and(eq(partnerLinks.issuer, partner), eq(partnerLinks.subject, subject)))
  return row?.user ?? null
}

/** Links the account to this subscriber, and no longer to an earlier one of the same partner. */
export async function linkUser(
  tx: Tx,
  userId: string,
  { partner: issuer, subject }: PartnerSubscriber,
): Promise<void> {
  await lockUser(tx, userId)
  await tx
    .delete(partnerLinks)
    .where(
      and(
        eq(partnerLinks.userId, userId),
        eq(partnerLinks.issuer, issuer),
        ne(partnerLinks.subject, subject),
      ),
    )
  await tx
    .insert(partnerLinks)
    .values({ issuer, subject, userId })
    .onConflictDoUpdate({
      target: [partnerLinks.issuer, partnerLinks.subject],
      set: { userId },
    })
}
