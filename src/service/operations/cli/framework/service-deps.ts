/** Returns all dependencies of the service for a command. The command may enqueue jobs but runs none. */
import { authorize } from '../../../accounts/session/authorize.ts'
import { createProviders } from '../../../platform/adapters/providers.ts'
import { smsSender } from '../../../platform/adapters/sms/sms-sender.ts'
import type { RunningDatabase } from '../../../platform/db/start.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createGuardedGet, createGuardedRead } from '../../../platform/http/guarded-get.ts'
import { createGuardedPost } from '../../../platform/http/guarded-post.ts'
import { createMetrics } from '../../../platform/http/metrics.ts'
import { createLimits } from '../../../platform/http/rate-limits.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import type { CommandDeps } from './command-deps.ts'

export async function serviceDeps(deps: CommandDeps, database: RunningDatabase): Promise<Deps> {
  const { env, db, log } = deps
  const metrics = createMetrics()
  const providers = createProviders({ log, metrics })
  return {
    ...deps,
    sms: smsSender({ env, db, log, metrics, providers }),
    providers,
    jobs: await createJobs({ pool: database.directPool }, { log }),
    limits: createLimits(database.pool, null),
    authorize,
    metrics,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    guardedRead: createGuardedRead(),
    guardedPost: createGuardedPost(),
  }
}
