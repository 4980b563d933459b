/** All dependencies of the service, in the process of a command. It takes no jobs from the queue; it may put some there. */
import { createProviders } from '../../adapters/providers.ts'
import { smsSender } from '../../adapters/sms/sms-sender.ts'
import type { RunningDatabase } from '../../db/start.ts'
import type { Deps } from '../../deps.ts'
import { createGuardedGet, createGuardedRead } from '../../http/guarded-get.ts'
import { createGuardedPost } from '../../http/guarded-post.ts'
import { createMetrics } from '../../http/metrics.ts'
import { createLimits } from '../../http/rate-limits.ts'
import { createJobs } from '../../jobs/jobs.ts'
import type { CommandDeps } from './command-deps.ts'

export async function serviceDeps(deps: CommandDeps, database: RunningDatabase): Promise<Deps> {
  const { env, db, log } = deps
  const metrics = createMetrics()
  const providers = createProviders({ log, metrics })
  return {
    ...deps,
    sms: smsSender({ env, db, log, metrics, providers }),
    providers,
    jobs: await createJobs({ pool: database.directPool }, log),
    limits: createLimits(database.pool, null),
    metrics,
    fetch: globalThis.fetch,
    guardedGet: createGuardedGet(),
    guardedRead: createGuardedRead(),
    guardedPost: createGuardedPost(),
  }
}
