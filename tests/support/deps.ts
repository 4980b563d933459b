/** The service's `deps` for tests that build the service themselves: real except for clock and queue. */

import { randomBytes, randomInt } from 'node:crypto'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { authorize } from '#src/service/accounts/session/authorize.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import { smsSender } from '#src/service/platform/adapters/sms/sms-sender.ts'
import { readBrand } from '#src/service/platform/brand/read-brand.ts'
import type { OpenDatabase } from '#src/service/platform/db/open.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import type { Env } from '#src/service/platform/env.ts'
import { createGuardedGet, createGuardedRead } from '#src/service/platform/http/guarded-get.ts'
import { createGuardedPost } from '#src/service/platform/http/guarded-post.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { createLimits } from '#src/service/platform/http/rate-limits.ts'
import { createKeyring } from '#src/service/platform/keys.ts'
import { type TestJobs, testJobs } from './jobs.ts'
import { plant, testLog } from './run-logs.ts'

/** Length of tokens and trackers in bytes; ids are longer. */
const TOKEN_BYTES = 16
/** Pause before a provider is tried again. It is short because tests make providers fail on purpose. */
const PAUSE_MS = 50

export function depsOver(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  { env, now }: Pick<Deps, 'env' | 'now'> & { env: Env },
): Deps & { jobs: TestJobs } {
  const log = testLog(env.LOG_LEVEL)
  const metrics = createMetrics({ freshMs: 0 })
  setBrandName(readBrand(env).name)
  const providers = createProviders({ log, metrics, pauseMs: PAUSE_MS })
  return {
    env,
    db,
    now,
    databaseNow: async () => now(),
    random: {
      bytes: length => {
        const bytes = randomBytes(length)
        if (length === TOKEN_BYTES) plant('a token', bytes.toString('base64url'))
        return bytes
      },
      digits: length => {
        const code = Array.from({ length }, () => randomInt(10)).join('')
        plant('a code', code)
        return code
      },
    },
    ...createKeyring(env),
    sms: smsSender({ env, db, log, metrics, providers }),
    providers,
    jobs: testJobs(),
    limits: createLimits(pool, null),
    authorize,
    metrics,
    log,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    guardedRead: createGuardedRead(),
    guardedPost: createGuardedPost(),
    invalidate: async () => undefined,
    selfOrigin: () => `http://127.0.0.1:${env.PORT}`,
  }
}
