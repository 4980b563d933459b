/**
 * Captures all logs of sites and services during a test run and searches them at its end: a mobile number, code, token, name or
 * user input in any line fails the run. Tests register values without a recognisable form with `plant`.
 */
import { appendFileSync, mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Env } from '#src/service/platform/env.ts'
import { createLog } from '#src/service/platform/log.ts'
import { findSecrets, type PlantedSecret } from './find-secrets.ts'
import { HOSTILE } from './hostile-texts.ts'

/** Environment variable that passes the folder to workers and child processes. */
const FOLDER = 'PARDEH_RUN_LOGS'

/** Starts capturing. The returned function stops it and throws if a line contains a secret. */
export function captureLogs(): () => Promise<void> {
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
      .map(line => JSON.parse(line) as PlantedSecret),
  )
  const written = HOSTILE.filter(text => text.length >= 12)
  const people = written.map((text): PlantedSecret => ['what people wrote', text])
  return texts.flatMap(text => findSecrets(text, [...people, ...planted]))
}

const PLANTED = 'planted'

/** Registers a value that must not appear in any log of this run. */
export function plant(name: string, value: string): void {
  captureLine(PLANTED, `${JSON.stringify([name, value])}\n`)
}

export function captureLine(name: string, text: string | Buffer): void {
  const folder = process.env[FOLDER]
  if (folder) appendFileSync(join(folder, `${name}-${process.pid}.log`), text)
}

/** The service's logger: printed from `level`, captured from `debug`. */
export function testLog(level: Env['LOG_LEVEL']): Logger {
  const captured = {
    level: 'debug' as const,
    stream: { write: (text: string) => captureLine('service', text) },
  }
  const shown = { level: level as pino.Level, stream: pino.destination({ fd: 2, sync: true }) }
  return createLog(
    'debug',
    pino.multistream((level as string) === 'silent' ? [captured] : [captured, shown]),
  )
}
