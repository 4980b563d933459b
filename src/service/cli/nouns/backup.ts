import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { type BackUpResult, backUp } from '../../backup/back-up.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { type BackupKind, pruneBackups } from '../../backup/backup-folders.ts'
import type { MediaMode } from '../../backup/manifest.ts'
import { mediaOfSettings } from '../../backup/media-of.ts'
import { readEnv } from '../../env.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, optional, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const MB = 1024 * 1024

export default {
  summary: 'Writes a backup of the database to a folder, while the site runs (docs/backup.md)',
  told: [BackupError, MediaStoreError],
  only: action({
    summary: 'Writes a backup of the database to a folder, while the site runs',
    details:
      'The SECRET is not in the backup: store it elsewhere. Pictures and streams are copied from DATA_DIR/media, and only listed from\na bucket, unless --media says otherwise.',
    args: { dir: optional(word('DIR', 'a new folder; without it, one of its own in BACKUP_DIR')) },
    options: {
      media: optional(choice<MediaMode>('HOW', 'pictures and streams', ['include', 'list'])),
      keep: optional(
        whole('N', 'removes all but the newest N of those with --keep in BACKUP_DIR', {
          from: 1,
          to: 1_000,
        }),
      ),
    },
    effect: 'changes',
    transaction: 'none',
    run: async ({ isDryRun, share, actor }, { dir, media: given, keep }) => {
      const env = readEnv()
      const parent = env.BACKUP_DIR
      if (dir && keep) throw new UsageError('--keep goes with BACKUP_DIR: leave DIR out.')
      const kind: BackupKind = keep ? 'pardeh' : 'manual'
      const folder = dir ?? (parent && { parent, kind })
      if (!folder) throw new UsageError('Give a folder, or set BACKUP_DIR.')
      const media = mediaOfSettings(env)
      const database = await openDirectDatabase(env)
      try {
        const { url } = database
        const mediaMode: MediaMode = given ?? (media.folder ? 'include' : 'list')
        const backup = { url, folder, media, mediaMode, secret: env.SECRET, isDryRun }
        const result = await backUp({ ...backup, onShare: share })
        const tables = result.manifest.tables.length
        if (!isDryRun)
          await auditDirectly(url, { actor, action: 'backup.run', target: '', details: { tables } })
        if (parent && keep && !isDryRun) await pruneBackups(parent, keep)
        return { data: dataOf(result), print: linesOf(result, isDryRun) }
      } finally {
        await database.stop()
      }
    },
  }),
} satisfies Noun

function dataOf({ folder, manifest, storedBytes }: BackUpResult) {
  return {
    folder,
    created_at: manifest.created_at,
    tables: manifest.tables.length,
    rows: rowsOf(manifest),
    bytes: storedBytes,
    media: manifest.media,
  }
}

function rowsOf({ tables }: BackUpResult['manifest']): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function linesOf(result: BackUpResult, isDryRun: boolean): string[] {
  const { folder, manifest, storedBytes, wasInterrupted } = result
  const { media, tables } = manifest
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  const size = `${megabytes(bytes)} MB`
  const mediaSize = `${counted(media.files, 'file')} of media, ${megabytes(media.bytes)} MB`
  return [
    ...(wasInterrupted
      ? [line`What an interrupted backup left in ${folder}.partial is replaced.`]
      : []),
    isDryRun
      ? `${counted(tables.length, 'table')}, ${size} before compression`
      : `${counted(tables.length, 'table')}, ${counted(rowsOf(manifest), 'row')}, ${megabytes(storedBytes)} MB (${size} before compression)`,
    media.mode === 'include'
      ? `${mediaSize}, included`
      : line`${mediaSize}, listed only: they stay in ${media.store} alone`,
    isDryRun ? line`It would be in ${folder}.` : line`The backup is in ${folder}.`,
  ]
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(1)
}
