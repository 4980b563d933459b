/** Installs the programs of the previous major version of PostgreSQL, which an upgrade of the data folder needs once. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Programs, programsPackage } from '../../platform/db/cluster.ts'
import { BackupError } from './backup-error.ts'

const run = promisify(execFile)

/** Version of the package with the programs, by major version: one that a release of Pardeh used, or the last one of that major version. */
const VERSIONS: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' }

/** @param folder in which the programs are, or into which they are installed @throws BackupError if the version is unknown, or npm fails */
export async function installOlderEngine(major: number, folder: string): Promise<Programs> {
  const version = VERSIONS[major]
  if (!version) {
    throw new BackupError(
      `This version of Pardeh has no programs of PostgreSQL ${major}. With the version that used them, run: ./pardeh backup DIR. ` +
        'Then run here, with another DATA_DIR: ./pardeh restore DIR',
    )
  }
  const root = join(folder, 'node_modules', programsPackage())
  return (await programsIn(root)) ?? (await install(root, { version, folder }))
}

async function programsIn(root: string): Promise<Programs | null> {
  const file = join(root, 'dist/index.js')
  // Node remembers a failed import, so the file must exist first.
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
    // A script of the package creates the links between its libraries; npm may not have run it.
    await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new BackupError(
      `npm could not install ${name}@${version}, which reads the old database. Nothing was changed. Check the network and try again.`,
      { cause: error },
    )
  }
  const found = await programsIn(root)
  if (!found) throw new BackupError(`${root} has no programs. Remove ${folder} and try again.`)
  return found
}
