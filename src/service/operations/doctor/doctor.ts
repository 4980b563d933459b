/** Runs all checks of an installation. */
import { type Env, EnvError, readEnv } from '../../platform/env.ts'
import { addressChecks } from './addresses.ts'
import { type Check, type Finding, runChecks } from './check.ts'
import { databaseChecks } from './database.ts'
import { machineChecks } from './machine.ts'
import { serverChecks } from './servers.ts'
import { settingsChecks } from './settings.ts'

export type DoctorOptions = {
  /** Number of nodes that share the database. */
  nodes: number
  /** The folder of the backups. */
  backups?: string | undefined
}

/** Returns only the problems of the settings if they are invalid, because the other checks need them. */
export async function runDoctor(options: DoctorOptions): Promise<Finding[]> {
  try {
    return await examineWith(readEnv(undefined, { isReadOnly: true }), options)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const advice = 'Correct it: docs/settings.md explains each setting.'
    return error.problems.map(found => ({ name: 'settings', status: 'fail', found, advice }))
  }
}

async function examineWith(env: Env, { nodes, backups }: DoctorOptions): Promise<Finding[]> {
  const none = { checks: [] as Check[], stop: async () => undefined }
  // Page nodes have no database.
  const database = env.API_BASE_URL ? none : await databaseChecks(env, nodes)
  try {
    return await runChecks([
      ...settingsChecks(env),
      ...machineChecks(env, { backups: backups ?? env.BACKUP_DIR }),
      ...database.checks,
      ...serverChecks(env),
      ...addressChecks(env),
    ])
  } finally {
    await database.stop()
  }
}
