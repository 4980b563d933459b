/** All checks of an installation. */
import { type Env, EnvError, readEnv } from '../env.ts'
import { addressChecks } from './addresses.ts'
import { type Check, type Finding, runChecks } from './check.ts'
import { databaseChecks } from './database.ts'
import { machineChecks } from './machine.ts'
import { serverChecks } from './servers.ts'
import { settingsChecks } from './settings.ts'

export type DoctorOptions = {
  /** How many nodes share the database. */
  nodes: number
  /** The folder of the backups. */
  backups?: string | undefined
}

/** With settings that are wrong nothing else can be checked. */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  try {
    return await examineWith(readEnv(), options)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const advice = 'Correct it: README.md explains each setting.'
    return error.problems.map(found => ({ name: 'settings', status: 'fail', found, advice }))
  }
}

async function examineWith(env: Env, { nodes, backups }: DoctorOptions): Promise<Finding[]> {
  const none = { checks: [] as Check[], stop: async () => undefined }
  // Page nodes have no database of their own.
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
