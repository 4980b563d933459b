import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Migration, readMigrations } from '../../platform/db/migration-files.ts'
import { BackupError } from './backup-error.ts'
import { readChecksums, verifyChecksums } from './checksums.ts'
import { MANIFEST_FILE, Manifest, MEDIA_LIST, tableFile } from './manifest.ts'

export type Backup = { folder: string; manifest: Manifest }

/** Reads a backup and verifies all of it. @throws BackupError if it is incomplete, damaged, or from a newer version */
export async function readBackup(
  given: string,
  onShare: (share: number) => void = () => undefined,
): Promise<Backup> {
  const folder = resolve(given)
  const sums = await readChecksums(folder)
  await verifyChecksums(folder, sums, onShare)
  const manifest = parse(
    await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => ''),
    folder,
  )
  const needed = [MANIFEST_FILE, MEDIA_LIST, ...manifest.tables.map(tableFile)]
  const unlisted = needed.filter(path => !sums.has(path))
  if (unlisted.length > 0)
    throw new BackupError(`${folder} is damaged: ${unlisted.join(', ')} has no checksum.`)
  checkMigrations(manifest, await readMigrations())
  return { folder, manifest }
}

function parse(text: string, folder: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(
      `This version of Pardeh cannot read ${join(folder, MANIFEST_FILE)}. Restore with the version that made the backup, or a newer one.`,
      { cause: error },
    )
  }
}

/** Accepts a backup of any earlier schema, which is migrated after the restore. */
function checkMigrations({ migrations }: Manifest, known: readonly Migration[]): void {
  const hashes = new Map(known.map(({ tag, hash }) => [tag, hash]))
  const newer = migrations.find(({ tag }) => !hashes.has(tag))
  if (newer) {
    throw new BackupError(
      `The backup has a migration (${newer.tag}) that this version of Pardeh does not know. Restore it with a newer version.`,
    )
  }
  const other = migrations.find(({ tag, hash }) => hashes.get(tag) !== hash)
  if (other)
    throw new BackupError(
      `The migration ${other.tag} of the backup differs from that of this version of Pardeh.`,
    )
}
