/** Sessions of the console: opened with password and code, ended by sign-out, by hand, or by time. */
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { verifySecret } from '../../accounts/session/password.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { staffAccounts, staffSessions } from '../../platform/db/schema/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { keyedHash } from '../../platform/keys.ts'
import { totpStepOf } from '../../platform/totp.ts'
import { seal, unseal } from './sealed.ts'

export type StaffAccount = typeof staffAccounts.$inferSelect
export type StaffSession = { id: string; account: StaffAccount }

const TOKEN_BYTES = 32
const SESSION_HOURS = 12
const IDLE_HOURS = 2
const AGENT_LENGTH = 200
const SEEN_MS = 60_000
const WRONG_FOR_ACCOUNT = { points: 5, seconds: 900 }
const WRONG_FOR_ADDRESS = { points: 20, seconds: 900 }

type Given = { email: string; password: string; code: string; address: string; agent: string }

/**
 * Signs in. Failed attempts are limited for the account and for the address; a success takes nothing from the limits.
 * @throws ApiError `validation_error` of the field totp if the password is right and no code was given, `wrong_otp` or `wrong_password`
 */
export async function signInStaff(deps: Deps, { email, password, code, address, agent }: Given) {
  const name = email.toLowerCase()
  await deps.limits.secure('staff-account', name, WRONG_FOR_ACCOUNT)
  await deps.limits.secure('staff-address', address, WRONG_FOR_ADDRESS)
  const [account] = await deps.db.select().from(staffAccounts).where(eq(staffAccounts.email, name))
  const hash = account?.activeSince ? account.passwordHash : null
  if (!(await verifySecret(password, hash)) || !account) throw new ApiError('wrong_password')
  if (code !== '' && !(await takeCode(deps, account, code))) throw new ApiError('wrong_otp')
  await deps.limits.giveBack('staff-account', name)
  await deps.limits.giveBack('staff-address', address)
  if (code === '') throw invalidField('totp', 'validation.required')
  return { account, token: await openStaffSession(deps, account.id, agent) }
}

/** True if the code is right. It is used up: neither a parallel nor a later call can use it again. */
async function takeCode(deps: Deps, account: StaffAccount, code: string): Promise<boolean> {
  const own = eq(staffAccounts.id, account.id)
  if (!/^\d{6}$/.test(code)) {
    const hash = recoveryHash(deps, code)
    const taken = await deps.db
      .update(staffAccounts)
      .set({ recoveryHashes: sql`array_remove(${staffAccounts.recoveryHashes}, ${hash})` })
      .where(and(own, sql`${hash} = any(${staffAccounts.recoveryHashes})`))
      .returning({ id: staffAccounts.id })
    return taken.length > 0
  }
  const secret = account.totpSecret && unseal(deps, account.totpSecret)
  const step = secret ? totpStepOf(secret.text, code, deps.now()) : null
  if (!secret || step === null) return false
  const taken = await deps.db
    .update(staffAccounts)
    .set({ totpStep: step, ...(secret.isOld ? { totpSecret: seal(deps, secret.text) } : {}) })
    .where(and(own, sql`${staffAccounts.totpStep} < ${step}`))
    .returning({ id: staffAccounts.id })
  return taken.length > 0
}

/** Returns the token of a new session, for its cookie. */
export async function openStaffSession(
  deps: Deps,
  accountId: string,
  agent: string,
): Promise<string> {
  const token = deps.random.bytes(TOKEN_BYTES).toString('base64url')
  const now = deps.now()
  await deps.db.insert(staffSessions).values({
    id: newId(),
    accountId,
    tokenHash: keyedHash(deps.key('staff-session'), token),
    agent: agent.slice(0, AGENT_LENGTH),
    createdAt: now,
    lastSeenAt: now,
  })
  return token
}

/** Finds the session of a cookie, with the account as it is now; null if there is none or it has ended. */
export async function findStaffSession(deps: Deps, token: string): Promise<StaffSession | null> {
  const now = deps.now()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  for (const key of deps.keys('staff-session')) {
    const [found] = await deps.db
      .select({ session: staffSessions, account: staffAccounts })
      .from(staffSessions)
      .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.accountId))
      .where(
        and(
          eq(staffSessions.tokenHash, keyedHash(key, token)),
          gt(staffSessions.createdAt, hoursAgo(SESSION_HOURS)),
          gt(staffSessions.lastSeenAt, hoursAgo(IDLE_HOURS)),
        ),
      )
    if (!found) continue
    const { session, account } = found
    if (now.getTime() - session.lastSeenAt.getTime() > SEEN_MS)
      await deps.db
        .update(staffSessions)
        .set({ lastSeenAt: now })
        .where(eq(staffSessions.id, session.id))
    return { id: session.id, account }
  }
  return null
}

export function listStaffSessions(db: Queryable, accountId: string) {
  return db
    .select()
    .from(staffSessions)
    .where(eq(staffSessions.accountId, accountId))
    .orderBy(desc(staffSessions.lastSeenAt))
}

/** Ends one session of an account, or all of them. Returns how many. */
export async function endStaffSessions(
  db: Queryable,
  { accountId, id }: { accountId: string; id?: string },
): Promise<number> {
  const ended = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.accountId, accountId), id ? eq(staffSessions.id, id) : undefined))
    .returning({ id: staffSessions.id })
  return ended.length
}

export function recoveryHash({ key }: Pick<Deps, 'key'>, code: string): string {
  return keyedHash(key('staff-recovery'), code.toLowerCase())
}
