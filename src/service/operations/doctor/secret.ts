import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { counted } from '#src/lib/text/count.ts'
import type { Env } from '../../platform/env.ts'
import { createKeyring } from '../../platform/keys.ts'
import { readSecretStatus } from '../secret/secret-status.ts'
import { type Check, type Dependent, ok, warn } from './check.ts'
import { ownNow } from './own-clock.ts'

/** Checks whether SECRET_PREVIOUS can be removed (docs/secret.md). */
export function secretCheck(env: Env, pool: pg.Pool, check: Dependent): Check | null {
  if (env.SECRET_PREVIOUS.length === 0) return null
  return check('SECRET_PREVIOUS', 'Run ./pardeh secret status.', async () => {
    const deps = {
      ...createKeyring(env),
      db: drizzle({ client: pool }),
      now: () => new Date(ownNow()),
    }
    const { uses, isPreviousNeeded } = await readSecretStatus(deps)
    if (!isPreviousNeeded)
      return warn(
        'no longer needed',
        'Remove it one hour after all nodes have the new SECRET (docs/secret.md).',
      )
    const earlier = uses.filter(({ kind }) => kind === 'previous' || kind === 'unknown')
    const sum = (key: 'sessions' | 'pins' | 'webhooks') =>
      earlier.reduce((total, use) => total + use[key], 0)
    return ok(
      `needed by ${counted(sum('sessions'), 'session')}, ${counted(sum('pins'), 'PIN')}, ${counted(sum('webhooks'), 'webhook')}`,
    )
  })
}
