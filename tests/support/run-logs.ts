/**
 * Everything that sites and services write to their logs during a run, kept in a folder of the run and read at its end:
 * a card number, a token or a whole mobile number in any line fails the run.
 */
import { appendFileSync, mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Env } from '#src/service/env.ts'
import { createLog } from '#src/service/log.ts'

/** Workers and the processes of tests find the folder by this. */
const FOLDER = 'PARDEH_RUN_LOGS'

/** Begins to keep; what it answers ends the run, and throws where a line holds a secret. */
export function keepLogs(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-logs-'))
  process.env[FOLDER] = folder
  return async () => {
    const files = await readdir(folder)
    const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
    await rm(folder, { recursive: true, force: true })
    const found = texts.flatMap(secretsIn)
    if (found.length > 0)
      throw new Error(
        `the log tells secrets, ${found.length} times:\n${found.slice(0, 5).join('\n')}`,
      )
  }
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

const SECRETS: Array<[name: string, pattern: RegExp, isReal?: (text: string) => boolean]> = [
  ['a mobile number', /(?<![\d.])(?:\+98|0098|98|0)9\d{9}(?!\d)/g],
  ['a card number', /(?<![\d.])\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?!\d)/g, isCard],
  ['a bearer token', /Bearer [\w-]{10,}/g],
  ['a token', /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g],
  ['an authority of a bank', /(?<!\w)A[0-9a-zA-Z]{35}(?!\w)/g],
  ['a secret field', /"(?:otp|pin|password|access_token|token)":"(?!…)[^"]/g],
]

/** Where a log holds what belongs into none: what it is, and the line. */
export function secretsIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap(line =>
      SECRETS.filter(([, pattern, isReal = () => true]) =>
        [...line.matchAll(pattern)].some(([found]) => isReal(found)),
      ).map(([name]) => `${name}: ${line.slice(0, 300)}`),
    )
}

/** The check digit of cards, by Luhn. */
function isCard(text: string): boolean {
  const sum = [...text.replace(/\D/g, '')].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum > 0 && sum % 10 === 0
}
