import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { missingMedia, readMediaList, restoreMedia } from '../../backup/media.ts'
import { mediaOfSettings } from '../../backup/media-of.ts'
import { readBackup } from '../../backup/read-backup.ts'
import { type RestoreResult, restore } from '../../backup/restore.ts'
import { readEnv } from '../../env.ts'
import { keyIdOf } from '../../keys.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { flag, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'

export default {
  summary: 'Restores a backup into an empty database, while the site is down (docs/backup.md)',
  told: [BackupError, MediaStoreError],
  only: action({
    summary: 'Restores a backup into an empty database, while the site is down',
    details:
      'The whole backup is verified before anything is changed; --dry-run does that alone. An interrupted restore is run again.',
    args: { dir: word('DIR', 'the folder of the backup') },
    options: { yes: flag('deletes all that the database has, and restores the backup instead') },
    effect: 'changes',
    transaction: 'none',
    run: async ({ isDryRun, share, actor }, { dir, yes }) => {
      const env = readEnv()
      const backup = await readBackup(dir, done => share('Verifying', done))
      const { manifest, folder } = backup
      const media = mediaOfSettings(env)
      const files = await readMediaList(folder)
      const database = await openDirectDatabase(env)
      try {
        const { url } = database
        const options = { url, backup, isReplacing: yes, isDryRun, onShare: share }
        const result = await restore(options)
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
            ...{ created_at, rows, ...result, same_secret: sameSecret },
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
          ],
          isIncomplete: missing.length > 0,
        }
      } finally {
        await database.stop()
      }
    },
  }),
} satisfies Noun

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
