/**
 * Everything that sites and services write to their logs during a run, kept in a folder of the run and read at its end: a number, a
 * code, a token, a name or words of people in any line fail the run. Tests plant what does not show by its form.
 */
import { appendFileSync, mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Env } from '#src/service/env.ts'
import { createLog } from '#src/service/log.ts'
import { HOSTILE } from './hostile.ts'
import { type Planted, secretsIn } from './secrets-in.ts'

/** Workers and the processes of tests find the folder by this. */
const FOLDER = 'PARDEH_RUN_LOGS'

/** Begins to keep; what it answers ends the run, and throws where a line holds a secret. */
export function keepLogs(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-logs-'))
  process.env[FOLDER] = folder
  return async () => {
    const found = await secretsOf(folder)
    await rm(folder, { recursive: true, force: true })
    if (found.length > 0)
      throw new Error(
        `the log tells secrets, ${found.length} times:\n${found.slice(0, 5).join('\n')}`,
      )
  }
}

async function secretsOf(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  const read = (names: string[]) =>
    Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const texts = await read(files.filter(name => !name.startsWith(PLANTED)))
  const lists = await read(files.filter(name => name.startsWith(PLANTED)))
  const planted = lists.flatMap(list =>
    list
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Planted),
  )
  const written = HOSTILE.filter(text => text.length >= 12)
  const people = written.map((text): Planted => ['what people wrote', text])
  return texts.flatMap(text => secretsIn(text, [...people, ...planted]))
}

const PLANTED = 'planted'

/** From now on no log of this run may hold it. */
export function plant(name: string, value: string): void {
  keepLine(PLANTED, `${JSON.stringify([name, value])}\n`)
}

export function keepLine(name: string, text: string | Buffer): void {
  const folder = process.env[FOLDER]
  if (folder) appendFileSync(join(folder, `${name}-${process.pid}.log`), text)
}

/** A log as the service has it, shown from a level on, and kept from `debug` on. */
export function testLog(level: Env['LOG_LEVEL']): Logger {
  const kept = {
    level: 'debug' as const,
    stream: { write: (text: string) => keepLine('service', text) },
  }
  const shown = { level: level as pino.Level, stream: pino.destination({ fd: 2, sync: true }) }
  return createLog(
    'debug',
    pino.multistream((level as string) === 'silent' ? [kept] : [kept, shown]),
  )
}
