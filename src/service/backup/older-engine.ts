/** The programs of the major version before, which npm installs once for an upgrade of the data folder. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Programs, programsPackage } from '../db/cluster.ts'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

/** Of the package with the programs, by major version; each is one that a release of Pardeh had, or the last before. */
const VERSIONS: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' }

/** @param folder where they are, or are installed. @throws BackupError where that version is not known, or npm fails */
export async function olderEngine(major: number, folder: string): Promise<Programs> {
  const version = VERSIONS[major]
  if (!version) {
    throw new BackupError(
      `No programs of PostgreSQL ${major} are known to this version of Pardeh. With the version that used them: npm run backup -- DIR; ` +
        'then here, with another DATA_DIR: npm run restore -- DIR',
    )
  }
  const root = join(folder, 'node_modules', programsPackage())
  return (await programsIn(root)) ?? (await install(root, { version, folder }))
}

async function programsIn(root: string): Promise<Programs | null> {
  const file = join(root, 'dist/index.js')
  // An import that failed once would fail again.
  if (!existsSync(file)) return null
  const { initdb, postgres }: Programs = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return { initdb, postgres }
}

async function install(
  root: string,
  { version, folder }: { version: string; folder: string },
): Promise<Programs> {
  const name = programsPackage()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const manifest = { private: true, allowScripts: { [name]: true } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
  const npm = process.env.npm_execpath
  try {
    if (npm) await run(process.execPath, [npm, ...words, `${name}@${version}`])
    else await run('npm', [...words, `${name}@${version}`])
    // The links between its libraries are made by a script of the package, which npm may have left out.
    await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new BackupError(
      `npm could not install ${name}@${version}, which reads the old database. Is the network there? Nothing was changed.`,
      { cause: error },
    )
  }
  const found = await programsIn(root)
  if (!found) throw new BackupError(`${root} has no programs. Remove ${folder} and try again.`)
  return found
}
