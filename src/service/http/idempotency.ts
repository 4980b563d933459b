import { createHash } from 'node:crypto'
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
}

/**
 * Runs a call once for each key: a repeated one gets the stored response. The same key with another body is 409, and so is a
 * repetition while the first call runs. A failed call stores nothing, so that it can be corrected and repeated.
 */
export async function idempotently<T>(
  deps: Deps,
  call: IdempotentCall,
  run: () => Promise<T>,
): Promise<T> {
  if (call.key.length > 100)
    throw new ApiError('validation_error', {
      errors: { 'idempotency-key': ['validation.maxLength', { length: 100 }] },
    })
  const scope = scopeOf(call)
  const hash = createHash('sha256')
    .update(JSON.stringify([call.params, call.body]))
    .digest('hex')
  const claimed = await deps.db.execute(sql`
    insert into idempotency_keys (scope, key, body_hash) values (${scope}, ${call.key}, ${hash})
    on conflict (scope, key) do update set body_hash = excluded.body_hash, created_at = now()
      where idempotency_keys.response is null and idempotency_keys.created_at < now() - interval '60 seconds'
    returning key`)
  if (claimed.rows.length === 0) return storedResponse<T>(deps, scope, call.key, hash)
  try {
    const result = await run()
    await deps.db.execute(
      sql`update idempotency_keys set response = ${JSON.stringify(result)}::jsonb where scope = ${scope} and key = ${call.key}`,
    )
    return result
  } catch (failure) {
    await deps.db.execute(
      sql`delete from idempotency_keys where scope = ${scope} and key = ${call.key} and response is null`,
    )
    throw failure
  }
}

/**
 * Stores the response in the transaction that does the work: a client that loses the connection before the reply gets the same
 * response by the same key.
 */
export async function storeResponse(tx: Tx, call: IdempotentCall, answer: unknown): Promise<void> {
  await tx.execute(
    sql`update idempotency_keys set response = ${JSON.stringify(answer)}::jsonb where scope = ${scopeOf(call)} and key = ${call.key}`,
  )
}

function scopeOf({ owner, name }: IdempotentCall): string {
  return `${owner}:${name}`
}

async function storedResponse<T>(deps: Deps, scope: string, key: string, hash: string): Promise<T> {
  const found = await deps.db.execute<{ body_hash: string; response: T | null }>(
    sql`select body_hash, response from idempotency_keys where scope = ${scope} and key = ${key}`,
  )
  const row = found.rows[0]
  if (!row || row.body_hash !== hash) throw new ApiError('idempotency_conflict')
  if (row.response === null) throw new ApiError('conflict', { retryAfter: 1 })
  return row.response
}
