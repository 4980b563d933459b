import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { backUp } from '../../backup/back-up.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { mediaOfSettings } from '../../backup/media-of.ts'
import {
  finishRenaming,
  leftByUpgrades,
  olderEngineOf,
  upgradeEngine,
} from '../../backup/upgrade-engine.ts'
import { ENGINE_MAJOR, engineOf, isHalfUpgraded } from '../../db/engine.ts'
import { migrate, pendingMigrations } from '../../db/migrate.ts'
import { type Env, readEnv } from '../../env.ts'
import type { Context } from '../framework/context.ts'
import { commandLog } from '../framework/context.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, flag, optional } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import type { Result } from '../framework/result.ts'
import { line } from '../terminal.ts'

export default {
  summary: 'Brings the database to this version of Pardeh, after a backup (docs/backup.md)',
  told: [BackupError, MediaStoreError],
  only: action({
    summary: 'Brings the database to this version of Pardeh, after a backup',
    details:
      'The backup goes to BACKUP_DIR, or DATA_DIR/backups. An embedded database of an older PostgreSQL is moved to the one of this version;\nthe site is down meanwhile, and the old folder stays until remove-old.',
    args: { step: optional(choice('STEP', 'what an upgrade left', ['remove-old'])) },
    options: { yes: flag('removes the old database; for remove-old') },
    effect: 'changes',
    transaction: 'none',
    run: async (context, { step, yes }) => {
      const env = readEnv()
      if (step) return removeOld(env, context.isDryRun, yes)
      const dataDir = env.DATABASE_URL ? null : env.DATA_DIR
      if (dataDir && (isHalfUpgraded(dataDir) || (await olderEngineOf(dataDir)) !== null))
        return engine(env, context)
      if (dataDir && (await engineOf(join(dataDir, 'pg'))) === null)
        throw new UsageError('There is no database yet: npm start makes one.')
      return schema(env, context)
    },
  }),
} satisfies Noun

type Given = Pick<Context, 'isDryRun' | 'share' | 'actor'>

function backupsOf(env: Env): string {
  return env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')
}

async function engine(env: Env, { isDryRun, share, actor }: Given): Promise<Result> {
  const dataDir = env.DATA_DIR
  const from = await olderEngineOf(dataDir)
  const data = { from, to: ENGINE_MAJOR }
  if (isDryRun)
    return { data, print: [`PostgreSQL ${from ?? 'before'} would become ${ENGINE_MAJOR}.`] }
  if (await finishRenaming(dataDir))
    return { data, print: ['The interrupted upgrade is complete. Start the site and check it.'] }
  const upgraded = await upgradeEngine({
    ...{ dataDir, backups: backupsOf(env), media: mediaOfSettings(env), secret: env.SECRET },
    ...{ log: commandLog(), onShare: share },
  })
  const database = await openDirectDatabase(env)
  const details = { from: upgraded.from, to: ENGINE_MAJOR }
  await auditDirectly(database.url, {
    ...{ actor, action: 'upgrade.run', target: 'engine', details },
  }).finally(() => database.stop())
  return {
    data: { ...data, backup: upgraded.backup, rows: upgraded.rows },
    print: [
      line`The backup is in ${upgraded.backup}.`,
      `PostgreSQL ${upgraded.from} became ${ENGINE_MAJOR}, with ${counted(upgraded.rows, 'row')}.`,
      line`The old database is in ${join(dataDir, `pg-${upgraded.from}`)}. Start the site and check it; then: npm run upgrade -- remove-old --yes`,
    ],
  }
}

async function schema(env: Env, { isDryRun, share, actor }: Given): Promise<Result> {
  const database = await openDirectDatabase(env)
  try {
    const { url } = database
    const pending = await pendingMigrations(url)
    const names = pending.join(', ')
    if (pending.length === 0)
      return { data: { migrated: [] }, print: ['The database is at this version already.'] }
    if (isDryRun) return { data: { migrated: pending }, print: [`These would run: ${names}`] }
    const { folder } = await backUp({
      ...{ url, folder: { parent: backupsOf(env), kind: 'upgrade' }, media: mediaOfSettings(env) },
      ...{ mediaMode: 'list', secret: env.SECRET, onShare: share },
    })
    const migrated = await migrate(url)
    await auditDirectly(url, {
      actor,
      action: 'upgrade.run',
      target: 'schema',
      details: { migrated },
    })
    return {
      data: { migrated, backup: folder },
      print: [line`The backup is in ${folder}.`, `These migrations ran: ${names}`],
    }
  } finally {
    await database.stop()
  }
}

async function removeOld(env: Env, isDryRun: boolean, isConfirmed: boolean): Promise<Result> {
  const folders = await leftByUpgrades(env.DATA_DIR)
  if (!isDryRun && folders.length > 0) {
    if ((await engineOf(join(env.DATA_DIR, 'pg'))) !== ENGINE_MAJOR)
      throw new UsageError('The upgrade is not complete: run npm run upgrade first.')
    if (!isConfirmed)
      throw new UsageError(line`This removes ${folders.join(', ')} for good. Add --yes to do it.`)
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  const verb = isDryRun ? 'would be removed' : 'is removed'
  return {
    data: { removed: folders },
    print:
      folders.length > 0 ? folders.map(folder => line`${folder} ${verb}.`) : ['Nothing is left.'],
  }
}
