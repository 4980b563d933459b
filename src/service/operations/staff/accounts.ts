/** Accounts of the team: invitation, acceptance with password and authenticator, role, removal. */
import { and, asc, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'
import { hashSecret } from '../../accounts/session/password.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { staffAccounts, staffSessions } from '../../platform/db/schema/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { keyedHash } from '../../platform/keys.ts'
import { newTotpSecret, totpAddress, totpStepOf } from '../../platform/totp.ts'
import { recordAudit } from '../audit/audit.ts'
import type { StaffRole } from './roles.ts'
import { seal, unseal } from './sealed.ts'
import { openStaffSession, recoveryHash, type StaffAccount } from './sessions.ts'

type InviteDeps = Pick<Deps, 'db' | 'now' | 'random' | 'key'>

export const STAFF_PASSWORD_MIN = 12
export const STAFF_PASSWORD_MAX = 200
const INVITATION_HOURS = 24
const TOKEN_BYTES = 32
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 6

/** Invites a member, or invites one again who has not accepted. Returns the token of the link, or null if the account is active. */
export async function inviteStaff(
  deps: InviteDeps,
  { email, role }: { email: string; role: StaffRole },
): Promise<string | null> {
  const token = deps.random.bytes(TOKEN_BYTES).toString('base64url')
  const invitation = {
    role,
    invitationHash: keyedHash(deps.key('staff-invitation'), token),
    invitationEndsAt: new Date(deps.now().getTime() + INVITATION_HOURS * 3_600_000),
  }
  const rows = await deps.db
    .insert(staffAccounts)
    .values({ id: newId(), email: email.toLowerCase(), createdAt: deps.now(), ...invitation })
    .onConflictDoUpdate({
      target: staffAccounts.email,
      set: invitation,
      setWhere: isNull(staffAccounts.activeSince),
    })
    .returning({ id: staffAccounts.id })
  return rows.length > 0 ? token : null
}

/** @throws ApiError not_found if the invitation does not exist, was accepted or has expired */
export async function findInvitation(deps: Deps, token: string): Promise<StaffAccount> {
  const hashes = deps.keys('staff-invitation').map(key => keyedHash(key, token))
  for (const hash of hashes) {
    const [account] = await deps.db
      .select()
      .from(staffAccounts)
      .where(
        and(
          eq(staffAccounts.invitationHash, hash),
          gt(staffAccounts.invitationEndsAt, deps.now()),
          isNull(staffAccounts.activeSince),
        ),
      )
    if (account) return account
  }
  throw new ApiError('not_found')
}

/** Stores the password, and returns a new secret for the authenticator as text and as a picture. */
export async function beginEnrolment(
  deps: Deps,
  { token, name, password }: { token: string; name: string; password: string },
) {
  const { id, email } = await findInvitation(deps, token)
  if (password.length < STAFF_PASSWORD_MIN)
    throw invalidField('password', ['validation.minLength', { length: STAFF_PASSWORD_MIN }])
  const secret = newTotpSecret(deps.random)
  const passwordHash = await hashSecret(password, deps.random)
  await deps.db
    .update(staffAccounts)
    .set({ name, passwordHash, totpSecret: seal(deps, secret), totpStep: 0 })
    .where(and(eq(staffAccounts.id, id), isNull(staffAccounts.activeSince)))
  const uri = totpAddress(secret, { label: email, issuer: brandName(DEFAULT_LANGUAGE) })
  return { secret, uri, qr: await QRCode.toDataURL(uri) }
}

/** Accepts the invitation with the first code of the authenticator, and signs in. Only one of two parallel calls succeeds. */
export async function finishEnrolment(
  deps: Deps,
  { token, code, agent }: { token: string; code: string; agent: string },
) {
  const account = await findInvitation(deps, token)
  const secret = account.totpSecret && unseal(deps, account.totpSecret)
  if (!secret) throw new ApiError('bad_request')
  const step = totpStepOf(secret.text, code, deps.now())
  if (step === null) throw new ApiError('wrong_otp')
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    deps.random.bytes(RECOVERY_BYTES).toString('hex'),
  )
  const [active] = await deps.db
    .update(staffAccounts)
    .set({
      activeSince: deps.now(),
      invitationHash: null,
      invitationEndsAt: null,
      totpStep: step,
      recoveryHashes: recoveryCodes.map(each => recoveryHash(deps, each)),
    })
    .where(and(eq(staffAccounts.id, account.id), isNull(staffAccounts.activeSince)))
    .returning()
  if (!active) throw new ApiError('not_found')
  await recordAudit(deps.db, {
    actor: active.email,
    action: 'staff.accept',
    target: active.id,
    details: { role: active.role },
  })
  return { account: active, recoveryCodes, token: await openStaffSession(deps, active.id, agent) }
}

export async function listStaff(db: Queryable) {
  return db
    .select({
      id: staffAccounts.id,
      email: staffAccounts.email,
      name: staffAccounts.name,
      role: staffAccounts.role,
      activeSince: staffAccounts.activeSince,
      invitationEndsAt: staffAccounts.invitationEndsAt,
      sessions: count(staffSessions.id),
      lastSeenAt: sql<Date | null>`max(${staffSessions.lastSeenAt})`.mapWith(
        staffSessions.lastSeenAt,
      ),
    })
    .from(staffAccounts)
    .leftJoin(staffSessions, eq(staffSessions.accountId, staffAccounts.id))
    .groupBy(staffAccounts.id)
    .orderBy(asc(staffAccounts.email))
}

export async function findStaff(db: Queryable, email: string): Promise<StaffAccount | null> {
  const [row] = await db
    .select()
    .from(staffAccounts)
    .where(eq(staffAccounts.email, email.toLowerCase()))
  return row ?? null
}

/** Changes the role. Open sessions have the new one from their next call on. */
export async function setStaffRole(db: Queryable, id: string, role: StaffRole): Promise<void> {
  await db.update(staffAccounts).set({ role }).where(eq(staffAccounts.id, id))
}

/** Removes the account with its sessions and requests; the audit log keeps its name. */
export async function removeStaff(db: Queryable, id: string): Promise<void> {
  await db.delete(staffAccounts).where(eq(staffAccounts.id, id))
}

/** True if another active account is an administrator: the last one can neither be removed nor lose the role. */
export async function hasOtherAdmin(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(and(eq(staffAccounts.role, 'admin'), isNotNull(staffAccounts.activeSince)))
    .for('update')
  return rows.some(row => row.id !== id)
}
