/** Actions that wait for a second member of the team: one asks, an administrator who is another person approves. */
import { asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../../platform/db/open.ts'
import { staffAccounts, staffRequests } from '../../platform/db/schema/staff.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/audit.ts'
import { findUser, person } from '../cli/person.ts'
import type { ActionRef } from '../staff/roles.ts'
import type { StaffAccount } from '../staff/sessions.ts'
import { ActionCall, findAction, type Performed, performForStaff } from './actions.ts'
import { readTargetNames } from './target-names.ts'

const REQUEST_HOURS = 72
const FAILURE_LENGTH = 500

const Person = z.object({ person: z.string() })

/** Stores the request. The person is stored by id, so that no number stays in the row. */
export async function askForApproval(
  deps: Deps,
  account: StaffAccount,
  { noun, verb }: ActionRef,
  { fields, reason }: ActionCall,
) {
  if (!reason) throw new ApiError('validation_error', { errors: { reason: 'validation.required' } })
  const given = Person.safeParse(fields)
  if (!given.success)
    throw new ApiError('validation_error', { errors: { person: 'validation.required' } })
  const user = await findUser(deps, person.read(given.data.person, 'person'))
  const now = deps.now()
  const row = {
    id: newId(),
    accountId: account.id,
    noun,
    verb,
    fields: { ...fields, person: user.id },
    reason,
    failedAt: null,
    failure: null,
    createdAt: now,
  }
  await deps.db.transaction(async tx => {
    await tx.insert(staffRequests).values(row)
    await recordAudit(tx, {
      actor: account.email,
      action: `${noun}.${verb}.ask`,
      target: user.id,
      details: { request: row.id, reason },
    })
  })
  return { ...shown({ request: row, email: account.email }), target: user.id }
}

type Found = { request: typeof staffRequests.$inferSelect; email: string }

function shown({ request, email }: Found) {
  const { id, noun, verb, fields, reason, createdAt, failedAt, failure } = request
  const expiresAt = new Date(createdAt.getTime() + REQUEST_HOURS * 3_600_000)
  return {
    id,
    noun,
    verb,
    fields,
    reason,
    requestedBy: email,
    requestedAt: createdAt,
    expiresAt,
    failedAt,
    failure,
  }
}

/** Returns the requests that an account may decide or has made, oldest first. */
export async function listRequests(deps: Deps, account: StaffAccount) {
  const all = (await open(deps)).filter(
    ({ request }) => account.role === 'admin' || request.accountId === account.id,
  )
  const names = await readTargetNames(
    deps.db,
    all.map(({ request }) => String(request.fields.person)),
  )
  return all.map(found => ({
    ...shown(found),
    personName: names.get(String(found.request.fields.person)) ?? null,
    canApprove: account.role === 'admin' && found.request.accountId !== account.id,
  }))
}

function open({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Found[]> {
  const since = new Date(now().getTime() - REQUEST_HOURS * 3_600_000)
  return db
    .select({ request: staffRequests, email: staffAccounts.email })
    .from(staffRequests)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffRequests.accountId))
    .where(gt(staffRequests.createdAt, since))
    .orderBy(asc(staffRequests.createdAt))
}

/**
 * Approves a request and performs its action. Only one of two parallel approvals does. The request is removed in the transaction of the
 * action, so that it stays open if the action fails. @throws ApiError forbidden for the one who asked
 */
export async function approveRequest(
  deps: Deps,
  account: StaffAccount,
  id: string,
): Promise<Performed> {
  const found = (await open(deps)).find(({ request }) => request.id === id)
  if (!found) throw new ApiError('not_found')
  const { request, email } = found
  if (account.role !== 'admin' || request.accountId === account.id) throw new ApiError('forbidden')
  const known = await findAction(account.role, request)
  const call = ActionCall.parse({ fields: request.fields, reason: request.reason })
  let isTaken = false
  const before = async ({ db }: Pick<Deps, 'db'>) => {
    isTaken = await removeRequest(db, id)
    if (!isTaken) throw new ApiError('not_found')
    await recordAudit(db, {
      actor: account.email,
      action: `${request.noun}.${request.verb}.approve`,
      target: String(request.fields.person),
      details: { request: id, asked_by: email, reason: request.reason },
    })
  }
  try {
    return await performForStaff(deps, { known, actor: account.email, call, before })
  } catch (error) {
    if (isTaken) await noteFailure(deps, request, { error, actor: account.email })
    throw error
  }
}

type Failed = { error: unknown; actor: string }

/** Keeps the message of a refusal. Any other error may quote a row, so that only the log has it. */
async function noteFailure(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, noun, verb, fields }: Found['request'],
  { error, actor }: Failed,
): Promise<void> {
  const message = error instanceof ApiError ? (error.extra.message ?? error.result) : 'unknown'
  const failure = message.slice(0, FAILURE_LENGTH)
  await db.update(staffRequests).set({ failedAt: now(), failure }).where(eq(staffRequests.id, id))
  await recordAudit(db, {
    actor,
    action: `${noun}.${verb}.fail`,
    target: String(fields.person),
    details: { request: id, failure },
  })
}

/** Withdraws or refuses a request. @throws ApiError if it is of another member and the account is no administrator */
export async function dropRequest(deps: Deps, account: StaffAccount, id: string): Promise<void> {
  const found = (await open(deps)).find(({ request }) => request.id === id)
  if (!found) throw new ApiError('not_found')
  const { request, email } = found
  if (account.role !== 'admin' && request.accountId !== account.id) throw new ApiError('forbidden')
  await removeRequest(deps.db, id)
  await recordAudit(deps.db, {
    actor: account.email,
    action: `${request.noun}.${request.verb}.refuse`,
    target: String(request.fields.person),
    details: { request: id, asked_by: email },
  })
}

async function removeRequest(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .delete(staffRequests)
    .where(eq(staffRequests.id, id))
    .returning({ id: staffRequests.id })
  return rows.length > 0
}
