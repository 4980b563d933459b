import { counted } from '#src/lib/text/count.ts'
import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { readEnv } from '../../../platform/env.ts'
import { type BackUpResult, backUp } from '../../backup/back-up.ts'
import { BackupError } from '../../backup/backup-error.ts'
import { type BackupKind, pruneBackups } from '../../backup/backup-folders.ts'
import type { MediaMode } from '../../backup/manifest.ts'
import { mediaOfSettings } from '../../backup/media.ts'
import { auditDirectly, openDirectDatabase } from '../framework/direct-database.ts'
import { UsageError } from '../framework/errors.ts'
import { choiceField, fileField, integerField, optional } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { formatMegabytes } from '../framework/table.ts'
import { line } from '../terminal.ts'

export default {
  refusals: [BackupError],
  failures: [MediaStoreError],
  only: defineAction({
    summary: 'Writes a backup of the database to a folder while the site runs',
    details:
      'The SECRET is not in the backup: store it elsewhere. Pictures and streams in DATA_DIR/media are copied,\nthose in a bucket are only listed, unless --media says otherwise.',
    args: {
      dir: optional(fileField('DIR', 'a new folder (a dated folder in BACKUP_DIR)')),
    },
    options: {
      media: optional(
        choiceField<MediaMode>('HOW', 'copy pictures and streams, or list them', [
          'include',
          'list',
        ]),
      ),
      keep: optional(
        integerField('N', 'removes all but the newest N backups made with --keep in BACKUP_DIR', {
          from: 1,
          to: 1_000,
        }),
      ),
    },
    effect: 'changes',
    transaction: 'none',
    run: async ({ isDryRun, progress, actor }, { dir, media: given, keep }) => {
      const env = readEnv(undefined, { isReadOnly: isDryRun })
      const parent = env.BACKUP_DIR
      if (dir && keep) throw new UsageError('--keep works only in BACKUP_DIR. Leave DIR out.')
      const kind: BackupKind = keep ? 'pardeh' : 'manual'
      const folder = dir ?? (parent && { parent, kind })
      if (!folder) throw new UsageError('Name a folder, or set BACKUP_DIR.')
      const media = mediaOfSettings(env)
      const database = await openDirectDatabase(env, { isDryRun })
      try {
        const { url } = database
        const mediaMode: MediaMode = given ?? (media.folder ? 'include' : 'list')
        const backup = { url, folder, media, mediaMode, secret: env.SECRET, isDryRun }
        const result = await backUp({ ...backup, onShare: progress })
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
  const size = `${formatMegabytes(bytes)} MB`
  const mediaSize = `${counted(media.files, 'file')} of media, ${formatMegabytes(media.bytes)} MB`
  return [
    ...(wasInterrupted
      ? [line`Replaces ${folder}.partial, which an interrupted backup left.`]
      : []),
    isDryRun
      ? `${counted(tables.length, 'table')}, ${size} before compression`
      : `${counted(tables.length, 'table')}, ${counted(rowsOf(manifest), 'row')}, ${formatMegabytes(storedBytes)} MB (${size} before compression)`,
    media.mode === 'include'
      ? `${mediaSize}, included`
      : line`${mediaSize}, only listed: they stay in ${media.store}`,
    isDryRun ? line`The backup would be written to ${folder}.` : line`The backup is in ${folder}.`,
  ]
}
