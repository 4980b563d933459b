import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { ENGINE_MAJOR, engineVersion, isHalfUpgraded } from '../../../platform/db/engine.ts'
import { migrate, pendingMigrations } from '../../../platform/db/migrate.ts'
import { type Env, readEnv } from '../../../platform/env.ts'
import { backUp } from '../../backup/back-up.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { mediaOfSettings } from '../../backup/media.ts'
import {
  finishRenaming,
  listUpgradeRemains,
  olderEngineOf,
  upgradeEngine,
} from '../../backup/upgrade-engine.ts'
import type { Context } from '../framework/context.ts'
import { commandLog } from '../framework/context.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { choiceField, flagField, optional } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Result } from '../framework/result.ts'
import { line } from '../terminal.ts'

export default {
  refusals: [BackupError],
  failures: [MediaStoreError],
  only: defineAction({
    summary: 'Makes a backup and migrates the database to this version of Pardeh',
    details:
      'The backup goes to BACKUP_DIR, or DATA_DIR/backups. An embedded database of an older PostgreSQL is moved to the version of this program.\nThe site must be down meanwhile; the old folder stays until remove-old.',
    args: {
      step: optional(choiceField('STEP', 'removes the old database of an upgrade', ['remove-old'])),
    },
    options: { yes: flagField('confirms remove-old') },
    effect: 'changes',
    transaction: 'none',
    run: async (context, { step, yes }) => {
      const env = readEnv(undefined, { isReadOnly: context.isDryRun })
      if (step) return removeOld(env, context.isDryRun, yes)
      const dataDir = env.DATABASE_URL ? null : env.DATA_DIR
      if (dataDir && (isHalfUpgraded(dataDir) || (await olderEngineOf(dataDir)) !== null))
        return engine(env, context)
      if (dataDir && (await engineVersion(join(dataDir, 'pg'))) === null)
        throw new UsageError('There is no database yet. npm start creates one.')
      return schema(env, context)
    },
  }),
} satisfies Noun

type Given = Pick<Context, 'isDryRun' | 'progress' | 'actor'>

function backupsOf(env: Env): string {
  return env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')
}

async function engine(env: Env, { isDryRun, progress, actor }: Given): Promise<Result> {
  const dataDir = env.DATA_DIR
  const from = await olderEngineOf(dataDir)
  const data = { from, to: ENGINE_MAJOR }
  if (isDryRun)
    return {
      data,
      print: [`PostgreSQL ${from ?? 'of an older version'} would be upgraded to ${ENGINE_MAJOR}.`],
    }
  if (await finishRenaming(dataDir))
    return { data, print: ['The interrupted upgrade is complete. Start the site and check it.'] }
  const upgraded = await upgradeEngine({
    dataDir,
    backups: backupsOf(env),
    media: mediaOfSettings(env),
    secret: env.SECRET,
    log: commandLog(),
    onShare: progress,
  })
  const database = await openDirectDatabase(env)
  const details = { from: upgraded.from, to: ENGINE_MAJOR }
  await auditDirectly(database.url, {
    actor,
    action: 'upgrade.run',
    target: 'engine',
    details,
  }).finally(() => database.stop())
  return {
    data: { ...data, backup: upgraded.backup, rows: upgraded.rows },
    print: [
      line`The backup is in ${upgraded.backup}.`,
      `PostgreSQL ${upgraded.from} was upgraded to ${ENGINE_MAJOR}, with ${counted(upgraded.rows, 'row')}.`,
      line`The old database is in ${join(dataDir, `pg-${upgraded.from}`)}. Start the site and check it. Then run: ./pardeh upgrade remove-old --yes`,
    ],
  }
}

async function schema(env: Env, { isDryRun, progress, actor }: Given): Promise<Result> {
  const database = await openDirectDatabase(env)
  try {
    const { url } = database
    const pending = await pendingMigrations(url)
    const names = pending.join(', ')
    if (pending.length === 0)
      return { data: { migrated: [] }, print: ['The database is already at this version.'] }
    if (isDryRun)
      return { data: { migrated: pending }, print: [`These migrations would run: ${names}`] }
    const { folder } = await backUp({
      url,
      folder: { parent: backupsOf(env), kind: 'upgrade' },
      media: mediaOfSettings(env),
      mediaMode: 'list',
      secret: env.SECRET,
      onShare: progress,
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
  const folders = await listUpgradeRemains(env.DATA_DIR)
  if (!isDryRun && folders.length > 0) {
    if ((await engineVersion(join(env.DATA_DIR, 'pg'))) !== ENGINE_MAJOR)
      throw new UsageError('The upgrade is not complete. Run ./pardeh upgrade first.')
    if (!isConfirmed)
      throw new UsageError(
        line`This deletes ${folders.join(', ')} and cannot be undone. Add --yes to do it.`,
      )
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  const verb = isDryRun ? 'would be removed' : 'is removed'
  return {
    data: { removed: folders },
    print:
      folders.length > 0
        ? folders.map(folder => line`${folder} ${verb}.`)
        : ['There is no old database.'],
  }
}
