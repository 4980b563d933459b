/** A second node on the database of a running site, with its clock set ahead to run renewals of later months. */
import { and, eq } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import {
  registerDirectDebitJobs,
  renewContracts,
} from '#src/service/commerce/direct-debit/renewal.ts'
import { ddContracts } from '#src/service/platform/db/schema/direct-debit-contracts.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { connectDatabase } from '#src/service/platform/db/start.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import { depsOver } from './deps.ts'
import { silentLog } from './silent-log.ts'
import type { Site } from './site.ts'

type FutureNode = {
  /** Sets the clock first to the notice and then to the next debit of this user's contract, and runs the renewal job each time. */
  renewNext: (mobile: string) => Promise<void>
  stop: () => Promise<void>
}

export async function startFutureNode({ dataDir, url }: Site): Promise<FutureNode> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const database = await connectDatabase(env, silentLog)
  let now = new Date()
  const deps = { ...depsOver(database, { env, now: () => now }), selfOrigin: () => url }
  registerDirectDebitJobs(deps)
  return {
    async renewNext(mobile) {
      const [found] = await deps.db
        .select({ dueAt: ddContracts.nextChargeAt })
        .from(ddContracts)
        .innerJoin(users, eq(users.id, ddContracts.userId))
        .where(and(eq(users.msisdn, mobile), eq(ddContracts.state, 'active')))
      if (!found?.dueAt) throw new Error('no debit is due')
      for (const hours of [DIRECT_DEBIT.noticeHours, 0]) {
        now = new Date(found.dueAt.getTime() - hours * 3_600_000)
        await renewContracts(deps)
        await deps.jobs.runQueued()
        await sendNotifications(deps)
      }
    },
    stop: () => database.stop(),
  }
}
