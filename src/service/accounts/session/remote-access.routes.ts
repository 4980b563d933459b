// Signs in a television: it shows a code and polls until a signed-in user has entered the code on another device.
import { and, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import {
  allowRemoteAccess,
  pollRemoteAccess,
  startRemoteAccess,
} from '#src/contract/endpoints/session.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { ADDRESS_TRIES, MAX_DEVICES, REMOTE_ACCESS, TV_CODE_TRIES } from '#src/contract/limits.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { isViolationOf } from '../../platform/db/errors.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { remoteAccess } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { On } from '../../platform/http/router.ts'
import { newId } from '../../platform/ids.ts'
import { countAttempt } from './address-limits.ts'
import { deviceView, endOwnSessions, listActiveSessions } from './sessions.ts'
import { countSignIn, signIn } from './sign-in.ts'
import { hashToken, newToken, tokenHashes } from './tokens.ts'
import { requireUser } from './users.ts'

const { lifeSeconds, intervalSeconds, codeLength } = REMOTE_ACCESS
const CODE_TRIES = 5

export function remoteRoutes(on: On, deps: Deps): void {
  on(startRemoteAccess)(async ({ body, address, header }) => {
    const proof = header(PROOF_OF_WORK_HEADER)
    await countAttempt(deps, ADDRESS_TRIES.television, { address, subject: '', proof })
    const pollToken = newToken(deps)
    const code = await insertWithFreeCode(deps, {
      id: newId(),
      pollTokenHash: hashToken(deps, pollToken),
      device: body.device,
      ip: address,
      createdAt: deps.now(),
      expiresAt: new Date(deps.now().getTime() + lifeSeconds * 1000),
    })
    return { code, poll_token: pollToken, expires_in: lifeSeconds, interval: intervalSeconds }
  })

  on(pollRemoteAccess)(async ({ params, address, language, status, header }) => {
    const hashes = tokenHashes(deps, params.poll_token)
    await deps.limits.volume('tv-poll', hashes[0] as string, { points: 60, seconds: 60 })
    const [row] = await deps.db
      .select()
      .from(remoteAccess)
      .where(inArray(remoteAccess.pollTokenHash, hashes))
    if (!row) throw new ApiError('not_found')
    if (row.collectedAt || row.expiresAt <= deps.now()) throw new ApiError('gone')
    if (!row.userId) {
      status(202)
      return { status: 'pending' as const }
    }
    const userId = await collect(deps, row.pollTokenHash)
    const user = await requireUser(deps, userId)
    return countSignIn(deps, 'television', () =>
      signIn(deps, user, {
        device: row.device,
        address,
        language,
        by: 'television',
        knownDevices: header(KNOWN_DEVICES_HEADER),
      }),
    )
  })

  on(allowRemoteAccess)(async ({ params, body, viewer, address }) => {
    const undo = await countCodeTry(deps, viewer.userId, address)
    const startedAt = await approve(deps, viewer, toLatinDigits(params.code), body.sessions ?? [])
    await deps.limits.forget('tv-code', viewer.userId)
    await undo()
    // A television that has signed in must not count for others at its address.
    if (startedAt) await deps.limits.giveBack(ADDRESS_TRIES.television.name, startedAt)
    deps.log.info({ event: 'television_allowed', user: viewer.userId }, 'security')
    return {}
  })
}

/**
 * Counts a try of a user, and for the address until it succeeds. The first try of a user is never refused for what others tried there.
 * @returns a function that undoes the count of the address
 * @throws ApiError too_many_requests
 */
async function countCodeTry(
  deps: Deps,
  userId: string,
  address: string,
): Promise<() => Promise<void>> {
  const { tries, seconds, perAddress } = TV_CODE_TRIES
  const own = await deps.limits.take('tv-code', userId, { points: tries, seconds })
  if (!own.isTaken) throw new ApiError('too_many_requests', { retryAfter: own.wait })
  const ofAddress = { points: perAddress, seconds }
  const { isTaken, wait } = await deps.limits.take('tv-code-address', address, ofAddress)
  if (isTaken) return () => deps.limits.giveBack('tv-code-address', address)
  if (own.taken > 1) throw new ApiError('too_many_requests', { retryAfter: wait })
  return async () => undefined
}

type NewRow = Omit<typeof remoteAccess.$inferInsert, 'code'>

/** Inserts the request with an unused code. Expired codes are deleted first; a code in use is drawn again. */
async function insertWithFreeCode(deps: Deps, row: NewRow): Promise<string> {
  await deps.db
    .delete(remoteAccess)
    .where(and(isNull(remoteAccess.approvedAt), lte(remoteAccess.expiresAt, deps.now())))
  for (let left = CODE_TRIES; ; left -= 1) {
    const code = deps.random.digits(codeLength)
    try {
      await deps.db.insert(remoteAccess).values({ ...row, code })
      return code
    } catch (error) {
      if (left === 0 || !isViolationOf(error, 'remote_access_one_a_code')) throw error
    }
  }
}

async function collect(deps: Deps, pollTokenHash: string): Promise<string> {
  const [row] = await deps.db
    .update(remoteAccess)
    .set({ collectedAt: deps.now() })
    .where(
      and(
        eq(remoteAccess.pollTokenHash, pollTokenHash),
        isNull(remoteAccess.collectedAt),
        isNotNull(remoteAccess.approvedAt),
      ),
    )
    .returning({ userId: remoteAccess.userId })
  if (!row?.userId) throw new ApiError('gone')
  return row.userId
}

/**
 * @returns the address of the television
 * @throws ApiError wrong_code, or session_limit with the devices to choose from; then nothing has changed.
 */
async function approve(
  deps: Deps,
  viewer: Viewer,
  code: string,
  ended: string[],
): Promise<string | null> {
  return inTransaction(deps.db, async tx => {
    const now = deps.now()
    await lockUser(tx, viewer.userId)
    const [row] = await tx
      .update(remoteAccess)
      .set({ approvedAt: now, userId: viewer.userId })
      .where(
        and(
          eq(remoteAccess.code, code),
          isNull(remoteAccess.approvedAt),
          gt(remoteAccess.expiresAt, now),
        ),
      )
      .returning({ device: remoteAccess.device, ip: remoteAccess.ip })
    if (!row) throw new ApiError('wrong_code', { errors: { code: 'errors.wrong_code' } })
    await endOwnSessions(tx, viewer.userId, ended, now)
    const rows = await listActiveSessions(tx, viewer.userId, now)
    const others = rows.filter(
      ({ device }) => device.unique_identifier !== row.device.unique_identifier,
    )
    if (others.length < MAX_DEVICES) return row.ip
    const sessions = rows.map(each => deviceView(each, viewer.sessionId))
    throw new ApiError('session_limit', { data: { sessions, limited_token: '' } })
  })
}
