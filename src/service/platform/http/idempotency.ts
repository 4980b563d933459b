import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from './api-error.ts'

export type IdempotentCall = {
  key: string
  owner: string
  name: string
  params: unknown
  body: unknown
  /** Random id of this run of the call, to distinguish it from a repetition. */
  claim: string
}

/** Time after which a node that stopped while it ran a call is noticed, by the database's clock. */
const LEASE = sql`interval '3 seconds'`
const EXTEND_MS = 750
/** Maximum time for which a repetition waits for the first call; then it is answered 409. */
const WAIT_MS = 10_000
const ASK_MS = 200

/**
 * Runs a call once per key. A repetition gets the stored response, and waits for it while the first call runs. If the node of the
 * first call has stopped, a repetition runs it. The same key with another body is answered 409. A failed call stores nothing, so
 * that it can be corrected and repeated.
 */
export async function runIdempotently<T>(
  deps: Deps,
  call: IdempotentCall,
  run: () => Promise<T>,
): Promise<T> {
  if (call.key.length > 100)
    throw new ApiError('validation_error', {
      errors: { 'idempotency-key': ['validation.maxLength', { length: 100 }] },
    })
  const hash = createHash('sha256')
    .update(JSON.stringify([call.params, call.body]))
    .digest('hex')
  for (const end = performance.now() + WAIT_MS; !(await claim(deps, call, hash)); ) {
    const stored = await storedResponse<T>(deps, call, hash)
    if (stored) return stored.response
    if (performance.now() > end) throw new ApiError('conflict', { retryAfter: 1 })
    await wait(ASK_MS)
  }
  return runClaimed(deps, call, run)
}

/** Claims the key. Returns false if the call has run, or runs elsewhere. */
async function claim(deps: Deps, call: IdempotentCall, hash: string): Promise<boolean> {
  const { rows } = await deps.db.execute(sql`
    insert into idempotency_keys (scope, key, body_hash, claim, lease_until)
      values (${scopeOf(call)}, ${call.key}, ${hash}, ${call.claim}, now() + ${LEASE})
    on conflict (scope, key) do update
      set claim = excluded.claim, lease_until = excluded.lease_until, created_at = now()
      where idempotency_keys.response is null and idempotency_keys.body_hash = excluded.body_hash
        and coalesce(idempotency_keys.lease_until, idempotency_keys.created_at + interval '60 seconds') < now()
    returning key`)
  return rows.length > 0
}

async function runClaimed<T>(deps: Deps, call: IdempotentCall, run: () => Promise<T>): Promise<T> {
  const extending = setInterval(() => {
    extend(deps, call).catch(error =>
      deps.log.warn({ err: error }, 'a lease could not be extended'),
    )
  }, EXTEND_MS)
  try {
    const result = await run()
    await deps.db.execute(
      sql`update idempotency_keys set response = ${JSON.stringify(result)}::jsonb where ${isOwn(call)}`,
    )
    return result
  } catch (failure) {
    await deps.db.execute(
      sql`delete from idempotency_keys where ${isOwn(call)} and response is null`,
    )
    throw failure
  } finally {
    clearInterval(extending)
  }
}

/** Extends the lease. Nodes of the previous release use `created_at`. */
async function extend(deps: Deps, call: IdempotentCall): Promise<void> {
  await deps.db.execute(sql`update idempotency_keys set lease_until = now() + ${LEASE}, created_at = now()
    where ${isOwn(call)} and response is null`)
}

/**
 * Stores the response in the transaction of the work: a client that loses the connection before the reply gets the same response
 * with the same key. If this node was silent for too long and another one runs the call, it throws, which undoes the work.
 */
export async function storeResponse(tx: Tx, call: IdempotentCall, answer: unknown): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`update idempotency_keys set response = ${JSON.stringify(answer)}::jsonb where ${isOwn(call)}`,
  )
  if (rowCount === 0) throw new ApiError('conflict', { retryAfter: 1 })
}

function scopeOf({ owner, name }: IdempotentCall): string {
  return `${owner}:${name}`
}

function isOwn(call: IdempotentCall) {
  return sql`scope = ${scopeOf(call)} and key = ${call.key} and claim = ${call.claim}`
}

/** Returns the response; null while the call runs, or if it has just failed. */
async function storedResponse<T>(
  deps: Deps,
  call: IdempotentCall,
  hash: string,
): Promise<{ response: T } | null> {
  const { rows } = await deps.db.execute<{ body_hash: string; has_run: boolean; response: T }>(
    sql`select body_hash, response, response is not null as has_run from idempotency_keys where scope = ${scopeOf(call)} and key = ${call.key}`,
  )
  const [row] = rows
  if (row && row.body_hash !== hash) throw new ApiError('idempotency_conflict')
  return row?.has_run ? { response: row.response } : null
}
