/** What the commands of the team share: the database of the running site, or their own while it is down. */
import { readFileSync } from 'node:fs'
import pino from 'pino'
import { migrate } from '../db/migrate.ts'
import { borrowDatabase } from '../db/start.ts'
import type { Deps } from '../deps.ts'
import { EnvError, readEnv } from '../env.ts'

export type CliDeps = Pick<Deps, 'env' | 'db' | 'now' | 'invalidate' | 'selfOrigin'>

/** What is wrong with how a command was called; its text is all that the terminal shows. */
export class Misuse extends Error {}

/** Runs `work` and ends the process with 0, with 1 when it answers false, with 2 when it was called wrongly. */
export async function command(work: (deps: CliDeps) => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await withDeps(work)) ? 0 : 1
  } catch (error) {
    const isKnown = error instanceof Misuse || error instanceof EnvError
    say(isKnown ? error.message : `It stopped: ${String(error)}`, process.stderr)
    process.exitCode = 2
  }
}

async function withDeps(work: (deps: CliDeps) => Promise<boolean>): Promise<boolean> {
  const env = readEnv()
  const log = pino({ level: 'warn', base: null }, pino.destination({ fd: 2, sync: true }))
  const database = await borrowDatabase(env, log)
  try {
    await migrate(database.pool)
    return await work({
      env,
      db: database.db,
      now: () => new Date(),
      selfOrigin: () => `http://${env.HOST}:${env.PORT}`,
      invalidate: async tags => {
        const told = JSON.stringify(tags)
        await database.pool.query('select pg_notify($1, $2)', ['pardeh_pages', told])
      },
    })
  } finally {
    await database.stop()
  }
}

export function say(text: string, stream: NodeJS.WriteStream = process.stdout): true {
  stream.write(`${text}\n`)
  return true
}

/** `-` reads standard input. @throws Misuse when there is no such file */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new Misuse(`There is no file ${file}`)
  }
}

/** @throws Misuse that says where the JSON breaks */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file))
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`${file} is no JSON: ${String(error)}`)
  }
}

type Issue = { path: PropertyKey[]; message: string }
export function issueLines(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `  ${path.join('.') || 'file'}: ${message}`).join('\n')
}
