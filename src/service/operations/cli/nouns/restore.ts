import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { closeClient, openConnection } from '../../../platform/db/connection.ts'
import { endRehearsal, isRehearsal } from '../../../platform/db/rehearsal.ts'
import { type Env, readEnv } from '../../../platform/env.ts'
import { secretId } from '../../../platform/keys.ts'
import { BackupError } from '../../backup/backup-error.ts'
import {
  findMissingMedia,
  mediaOfSettings,
  readMediaList,
  restoreMedia,
} from '../../backup/media.ts'
import { readBackup } from '../../backup/read-backup.ts'
import { type RestoreResult, restoreBackup } from '../../backup/restore.ts'
import type { Context } from '../framework/context.ts'
import { formatMoment } from '../framework/dates.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { fileField, flagField, optional } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { joinNames, line, sayError } from '../terminal.ts'

export default {
  refusals: [BackupError],
  failures: [MediaStoreError],
  only: defineAction({
    summary: 'Restores a backup into an empty database while the site is down',
    details:
      'The whole backup is verified before anything is changed; --dry-run only verifies it. Run an interrupted restore again.',
    args: { dir: optional(fileField('DIR', 'the folder of the backup')) },
    options: {
      'go-live': flagField(
        'lets nodes run jobs on the restored database; without DIR, on the current database',
      ),
      yes: flagField('deletes everything in the database before restoring'),
    },
    effect: 'changes',
    transaction: 'none',
    run: async ({ isDryRun, progress, actor }, { dir, yes, 'go-live': isLive }) => {
      const env = readEnv(undefined, { isReadOnly: isDryRun })
      if (!dir && isLive) return goLive(env, { isDryRun, actor })
      if (!dir) throw new UsageError('Name the folder of the backup.')
      const backup = await readBackup(dir, done => progress('Verifying', done))
      const { manifest, folder } = backup
      const media = mediaOfSettings(env)
      const files = await readMediaList(folder)
      const database = await openDirectDatabase(env, { isDryRun })
      try {
        const { url } = database
        const hasPooler = env.DATABASE_DIRECT_URL !== undefined
        const options = { url, backup, isReplacing: yes, isLive, hasPooler, isDryRun }
        let target = ''
        const onTarget = (name: string) => {
          target = name
          sayError(line`Restoring into the database ${name}`)
        }
        const result = await restoreBackup({ ...options, onTarget, onShare: progress })
        if (!isDryRun && manifest.media.mode === 'include')
          await restoreMedia(media.store, files, folder, done => progress('Media', done))
        const isListed = manifest.media.mode === 'list' || !isDryRun
        const missing = isListed ? await findMissingMedia(media, files) : []
        const secrets = [env.SECRET, ...env.SECRET_PREVIOUS].map(secretId)
        const sameSecret = secrets.includes(manifest.secret_id)
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        const { created_at } = manifest
        if (!isDryRun)
          await auditDirectly(url, {
            actor,
            action: 'restore.run',
            target: '',
            details: { created_at, rows },
          })
        return {
          data: {
            created_at,
            rows,
            target,
            live: isLive,
            ...result,
            same_secret: sameSecret,
            missing_media: missing.map(({ key }) => key),
          },
          print: [
            ...resultLines(result, isDryRun),
            ...(sameSecret ? [] : [SECRET_DIFFERS]),
            ...(missing.length > 0
              ? [
                  line`${counted(missing.length, 'file')} of media are missing in ${media.store.name}: ${joinNames(
                    missing.map(({ key }) => key),
                    5,
                  )}`,
                ]
              : []),
            `${counted(manifest.tables.length, 'table')}, ${counted(rows, 'row')}: ${isDryRun ? 'the backup is complete' : 'restored'}, as of ${formatMoment(new Date(created_at))}.`,
            ...(isLive || isDryRun ? [] : [NOT_LIVE]),
          ],
          isIncomplete: missing.length > 0,
        }
      } finally {
        await database.stop()
      }
    },
  }),
} satisfies Noun

const NOT_LIVE =
  'Jobs are off on this database, so that a rehearsal sends no messages and charges no payments. To go live: ./pardeh restore --go-live'

/** Ends the rehearsal on the database of the settings, so that nodes run jobs. */
async function goLive(env: Env, { isDryRun, actor }: Pick<Context, 'isDryRun' | 'actor'>) {
  const database = await openDirectDatabase(env, { isDryRun })
  const { url } = database
  const client = await openConnection(url)
  try {
    const wasOff = await isRehearsal(client)
    if (!isDryRun && wasOff) {
      await endRehearsal(client)
      await auditDirectly(url, { actor, action: 'restore.run', target: 'live', details: {} })
    }
    const told = wasOff
      ? 'Nodes that start from now on run their jobs.'
      : 'The database is already live.'
    return { data: { live: true, was_off: wasOff }, print: [told] }
  } finally {
    await closeClient(client)
    await database.stop()
  }
}

const SECRET_DIFFERS =
  'The SECRET differs from that of the backup: all users must sign in again, and PINs of profiles do not work. ' +
  'Before the site starts, set the SECRET of the backup as SECRET or SECRET_PREVIOUS.'

function resultLines({ replaced, migrated, wasInterrupted }: RestoreResult, isDryRun: boolean) {
  const verb = isDryRun ? 'would be' : 'were'
  return [
    ...(wasInterrupted ? ['An interrupted restore had left part of a backup here.'] : []),
    ...(replaced.length > 0
      ? [
          `The rows of ${counted(replaced.length, 'table')} of this database ${verb} deleted (--yes).`,
        ]
      : []),
    ...(migrated.length > 0 ? [`Migrations applied: ${migrated.join(', ')}`] : []),
  ]
}
