import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { missingMedia, readMediaList, restoreMedia } from '../../backup/media.ts'
import { mediaOfSettings } from '../../backup/media-of.ts'
import { readBackup } from '../../backup/read-backup.ts'
import { type RestoreResult, restore } from '../../backup/restore.ts'
import { closeClient, connect } from '../../db/connection.ts'
import { endRehearsal, isRehearsal } from '../../db/rehearsal.ts'
import { type Env, readEnv } from '../../env.ts'
import { keyIdOf } from '../../keys.ts'
import type { Context } from '../framework/context.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names, sayError } from '../terminal.ts'

export default {
  summary: 'Restores a backup into an empty database, while the site is down (docs/backup.md)',
  told: [BackupError, MediaStoreError],
  only: action({
    summary: 'Restores a backup into an empty database, while the site is down',
    details:
      'The whole backup is verified before anything is changed; --dry-run does that alone. An interrupted restore is run again.',
    args: { dir: optional(word('DIR', 'the folder of the backup')) },
    options: {
      'go-live': flag('lets nodes run their jobs on it; without DIR, on what was restored before'),
      yes: flag('deletes all that the database has, and restores the backup instead'),
    },
    effect: 'changes',
    transaction: 'none',
    run: async ({ isDryRun, share, actor }, { dir, yes, 'go-live': isLive }) => {
      const env = readEnv()
      if (!dir && isLive) return goLive(env, { isDryRun, actor })
      if (!dir) throw new UsageError('Name the folder of the backup.')
      const backup = await readBackup(dir, done => share('Verifying', done))
      const { manifest, folder } = backup
      const media = mediaOfSettings(env)
      const files = await readMediaList(folder)
      const database = await openDirectDatabase(env)
      try {
        const { url } = database
        const hasPooler = env.DATABASE_DIRECT_URL !== undefined
        const options = { url, backup, isReplacing: yes, isLive, hasPooler, isDryRun }
        let target = ''
        const onTarget = (name: string) => {
          target = name
          sayError(line`Into the database ${name}`)
        }
        const result = await restore({ ...options, onTarget, onShare: share })
        if (!isDryRun && manifest.media.mode === 'include')
          await restoreMedia(media.store, files, folder, done => share('Media', done))
        const isListed = manifest.media.mode === 'list' || !isDryRun
        const missing = isListed ? await missingMedia(media, files) : []
        const secrets = [env.SECRET, ...env.SECRET_PREVIOUS].map(keyIdOf)
        const sameSecret = secrets.includes(manifest.secret_id)
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        const { created_at } = manifest
        if (!isDryRun)
          await auditDirectly(url, {
            ...{ actor, action: 'restore.run', target: '' },
            details: { created_at, rows },
          })
        return {
          data: {
            ...{ created_at, rows, target, live: isLive, ...result, same_secret: sameSecret },
            missing_media: missing.map(({ key }) => key),
          },
          print: [
            ...resultLines(result, isDryRun),
            ...(sameSecret ? [] : [SECRET_DIFFERS]),
            ...(missing.length > 0
              ? [
                  line`${counted(missing.length, 'file')} of media are missing in ${media.store.name}: ${names(
                    missing.map(({ key }) => key),
                    5,
                  )}`,
                ]
              : []),
            `${counted(manifest.tables.length, 'table')}, ${counted(rows, 'row')}: ${isDryRun ? 'the backup is whole' : 'restored'}, as of ${created_at}.`,
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
  'Jobs are off on this database, so that a rehearsal sends and charges nothing. To go live: npm run restore -- --go-live'

/** Ends the rehearsal on the database of the settings. */
async function goLive(env: Env, { isDryRun, actor }: Pick<Context, 'isDryRun' | 'actor'>) {
  const database = await openDirectDatabase(env)
  const { url } = database
  const client = await connect(url)
  try {
    const wasOff = await isRehearsal(client)
    if (!isDryRun && wasOff) {
      await endRehearsal(client)
      await auditDirectly(url, { actor, action: 'restore.run', target: 'live', details: {} })
    }
    const told = wasOff ? 'Nodes that start from now on run their jobs.' : 'It is live already.'
    return { data: { live: true, was_off: wasOff }, print: [told] }
  } finally {
    await closeClient(client)
    await database.stop()
  }
}

const SECRET_DIFFERS =
  'The SECRET is not the one of the backup: everybody has to sign in again, and PINs of profiles do not fit. ' +
  'Set the SECRET of the backup, as SECRET or SECRET_PREVIOUS, before the site starts.'

function resultLines({ replaced, migrated, wasInterrupted }: RestoreResult, isDryRun: boolean) {
  const verb = isDryRun ? 'would be' : 'were'
  return [
    ...(wasInterrupted ? ['An interrupted restore had left part of a backup here.'] : []),
    ...(replaced.length > 0
      ? [
          `The rows of ${counted(replaced.length, 'table')} of this database ${verb} deleted (--yes).`,
        ]
      : []),
    ...(migrated.length > 0 ? [`Migrated on: ${migrated.join(', ')}`] : []),
  ]
}
