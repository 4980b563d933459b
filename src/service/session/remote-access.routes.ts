// A television shows a code and asks whether somebody signed in has entered it elsewhere.
import { and, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import {
  allowRemoteAccess,
  pollRemoteAccess,
  startRemoteAccess,
} from '#src/contract/endpoints/session.ts'
import { KNOWN_DEVICES_HEADER } from '#src/contract/headers.ts'
import { MAX_DEVICES, REMOTE_ACCESS, TV_CODE_TRIES } from '#src/contract/limits.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { isViolationOf } from '../db/errors.ts'
import { lockUser } from '../db/lock-user.ts'
import { inTransaction } from '../db/open.ts'
import { remoteAccess } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { On } from '../http/router.ts'
import { newId } from '../ids.ts'
import { activeSessions, deviceView, endOwnSessions } from './sessions.ts'
import { countSignIn, signIn } from './sign-in.ts'
import { hashToken, newToken, tokenHashes } from './tokens.ts'
import { userById } from './users.ts'

const { lifeSeconds, intervalSeconds, codeLength } = REMOTE_ACCESS
const CODE_TRIES = 5

export function remoteRoutes(on: On, deps: Deps): void {
  on(startRemoteAccess)(async ({ body, address }) => {
    await deps.limits.secure('tv-start', address, { points: 60, seconds: 3_600 })
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
    const user = await userById(deps, userId)
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
    const { tries, seconds, perAddress } = TV_CODE_TRIES
    await deps.limits.secure('tv-code-address', address, { points: perAddress, seconds })
    await deps.limits.secure('tv-code', viewer.userId, { points: tries, seconds })
    await approve(deps, viewer, toLatinDigits(params.code), body.sessions ?? [])
    await deps.limits.forget('tv-code', viewer.userId)
    deps.log.info({ event: 'television_allowed', user: viewer.userId }, 'security')
    return {}
  })
}

type NewRow = Omit<typeof remoteAccess.$inferInsert, 'code'>

/** Codes that have run out give theirs back; a code in use is drawn anew. */
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

/** @throws ApiError wrong_code, or session_limit with the devices to choose from; then nothing has changed. */
async function approve(deps: Deps, viewer: Viewer, code: string, ended: string[]): Promise<void> {
  await inTransaction(deps.db, async tx => {
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
      .returning({ device: remoteAccess.device })
    if (!row) throw new ApiError('wrong_code', { errors: { code: 'errors.wrong_code' } })
    await endOwnSessions(tx, viewer.userId, ended, now)
    const rows = await activeSessions(tx, viewer.userId, now)
    const others = rows.filter(
      ({ device }) => device.unique_identifier !== row.device.unique_identifier,
    )
    if (others.length < MAX_DEVICES) return
    const sessions = rows.map(each => deviceView(each, viewer.sessionId))
    throw new ApiError('session_limit', { data: { sessions, limited_token: '' } })
  })
}
