import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { counted } from '#src/lib/text/count.ts'
import type { Env } from '../env.ts'
import { createKeyring } from '../keys.ts'
import { secretStatus } from '../secret/secret-status.ts'
import { type Check, type Dependent, ok, warn } from './check.ts'
import { ownNow } from './own-clock.ts'

/** Whether SECRET_PREVIOUS may go (docs/secret.md). */
export function secretCheck(env: Env, pool: pg.Pool, check: Dependent): Check | null {
  if (env.SECRET_PREVIOUS.length === 0) return null
  return check('SECRET_PREVIOUS', 'Run npm run secret -- status.', async () => {
    const deps = {
      ...createKeyring(env),
      db: drizzle({ client: pool }),
      now: () => new Date(ownNow()),
    }
    const { uses, isPreviousNeeded } = await secretStatus(deps)
    if (!isPreviousNeeded)
      return warn(
        'no longer needed',
        'Remove it, once an hour has passed since all nodes have SECRET (docs/secret.md).',
      )
    const earlier = uses.filter(({ kind }) => kind === 'previous' || kind === 'unknown')
    const sum = (key: 'sessions' | 'pins' | 'webhooks') =>
      earlier.reduce((total, use) => total + use[key], 0)
    return ok(
      `needed by ${counted(sum('sessions'), 'session')}, ${counted(sum('pins'), 'PIN')}, ${counted(sum('webhooks'), 'webhook')}`,
    )
  })
}
