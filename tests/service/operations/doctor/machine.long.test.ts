import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChecks } from '#src/service/operations/doctor/check.ts'
import {
  backupOutcome,
  diskOutcome,
  type MachineOptions,
  machineChecks,
} from '#src/service/operations/doctor/machine.ts'
import { settingsChecks } from '#src/service/operations/doctor/settings.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { anOperator } from '#tests/support/operator.ts'

const GB = 1024 ** 3
let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pardeh-doctor-'))
})
afterAll(() => rm(DATA_DIR, { recursive: true }))

async function finding(name: string, settings: object = {}, options: MachineOptions = {}) {
  const env = readEnv({ DATA_DIR, ...settings })
  const found = await runChecks([...settingsChecks(env), ...machineChecks(env, options)])
  return found.find(each => each.name === name)
}

const PRODUCTION = {
  MODE: 'production',
  SECRET: 'x'.repeat(48),
  SITE_URL: 'https://example.com',
  KAVENEGAR_API_KEY: 'key',
  ZARINPAL_MERCHANT_ID: '11111111-2222-3333-4444-555555555555',
}
const REHEARSAL = { ...PRODUCTION, SMS_BASE_URL: 'http://127.0.0.1:4321/fake/kavenegar' }

test.each([
  ['a rehearsal of production', REHEARSAL, 'warn', 'SMS_BASE_URL on this machine'],
  ['a demo that sends keys in plain text', { SMS_BASE_URL: 'http://a.example' }, 'warn', 'TLS'],
  ['production', PRODUCTION, 'ok', 'at their own addresses'],
  ['another address with TLS', { SMS_BASE_URL: 'https://a.example' }, 'ok', 'SMS_BASE_URL'],
])('addresses of other companies in %s', async (_, settings, status, found) => {
  const result = await finding('other companies', settings)
  expect(result).toMatchObject({ status, found: expect.stringContaining(found) })
})

test.each([
  [process.versions.node, 'ok'],
  ['24.0.0', 'warn'],
  ['99.0.0', 'warn'],
  ['22.12.0', 'fail'],
])('Node %s', async (version, status) => {
  expect(await finding('Node', {}, { version })).toMatchObject({ status })
})

test.each([
  [100, 50, 'ok'],
  [100, 10, 'warn'],
  [20, 4, 'warn'],
  [1_000, 40, 'fail'],
  [10, 0.5, 'fail'],
])('a disk of %d GB with %d GB free', async (size, free, status) => {
  const read = async () => ({ bsize: GB / 4, blocks: size * 4, bavail: free * 4 })
  expect(await diskOutcome(join(DATA_DIR, 'not/there/yet'), read)).toMatchObject({ status })
})

/** A program that prints the text for each option. */
async function aProgram(name: string, texts: Record<string, string>): Promise<string> {
  const file = join(DATA_DIR, name)
  const cases = Object.entries(texts).map(([option, text]) => `${option}) echo "${text}";;`)
  await writeFile(file, `#!/bin/sh\ncase "$2" in\n${cases.join('\n')}\nesac\n`)
  await chmod(file, 0o755)
  return file
}

test('ffmpeg is checked with and without libx264, as another program and if missing', async () => {
  const version = 'ffmpeg version 7.1 Copyright'
  const whole = { '-version': version, '-encoders': ' V....D libx264 H.264' }
  const FFMPEG_PATH = await aProgram('whole', whole)
  expect(await finding('ffmpeg', { FFMPEG_PATH })).toMatchObject({ status: 'ok', found: '7.1' })
  const part = await aProgram('part', { '-version': version, '-encoders': ' V....D mpeg4' })
  expect(await finding('ffmpeg', { FFMPEG_PATH: part })).toMatchObject({
    status: 'fail',
    found: '7.1, without libx264',
  })
  const other = await aProgram('other', { '-version': 'something' })
  expect(await finding('ffmpeg', { FFMPEG_PATH: other })).toMatchObject({ status: 'fail' })
  const none = { FFMPEG_PATH: join(DATA_DIR, 'none') }
  expect(await finding('ffmpeg', none)).toMatchObject({ status: 'fail' })
})

test('the age of the newest backup is checked', async () => {
  const folder = join(DATA_DIR, 'backups')
  await mkdir(join(folder, 'partial'), { recursive: true })
  expect(await backupOutcome(folder)).toMatchObject({ status: 'fail', found: 'there is no backup' })
  const now = Date.parse('2026-03-21T12:00:00Z')
  for (const [name, created_at] of [
    ['older', '2026-03-01T12:00:00Z'],
    ['newest', '2026-03-21T00:00:00Z'],
  ]) {
    await mkdir(join(folder, `${name}`))
    await writeFile(join(folder, `${name}`, 'manifest.json'), JSON.stringify({ created_at }))
    await writeFile(join(folder, `${name}`, 'SHA256SUMS'), '')
  }
  const after = (hours: number) => backupOutcome(folder, now + hours * 3_600_000)
  expect(await after(0)).toMatchObject({ status: 'ok', found: '12.0 hours old' })
  expect(await after(20)).toMatchObject({ status: 'warn' })
  expect(await after(200)).toMatchObject({ status: 'fail' })
  expect(await finding('backup', {}, { backups: join(DATA_DIR, 'none') })).toMatchObject({
    status: 'fail',
  })
})

test.each([
  [{}, 'ok'],
  [{ SITE_URL: 'https://example.com' }, 'fail'],
  [{ SITE_URL: 'https://example.com', TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }, 'ok'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'fail'],
  [{ TRUST_PROXY: '::/0' }, 'fail'],
  [{ TRUST_PROXY: '93.0.0.0/8' }, 'fail'],
  [{ TRUST_PROXY: '93.184.216.0/24' }, 'ok'],
])('TRUST_PROXY with %j', async (settings, status) => {
  expect(await finding('TRUST_PROXY', settings)).toMatchObject({ status })
})

test('a public demo is reported', async () => {
  expect(await finding('settings')).toMatchObject({ status: 'ok' })
  const settings = { SITE_URL: 'http://example.com' }
  expect(await finding('settings', settings)).toMatchObject({ status: 'warn' })
})

test('a check that throws or hangs fails with its advice, and the others continue', async () => {
  const found = await runChecks(
    [
      { name: 'throws', run: () => Promise.reject(new Error('broken')), advice: 'fix it' },
      { name: 'hangs', run: () => new Promise(() => undefined), advice: 'wake it' },
      { name: 'left out', run: async () => null, advice: '' },
    ],
    50,
  )
  expect(found).toEqual([
    { name: 'throws', status: 'fail', found: 'broken', advice: 'fix it' },
    { name: 'hangs', status: 'fail', found: 'no answer within 0.05 s', advice: 'wake it' },
  ])
})

test('the command exits with 1 if a check fails, and lists every wrong setting', async () => {
  const right = await anOperator({ DATA_DIR }).run('doctor')
  expect(right).toMatchObject({ code: 0, stderr: '' })
  expect(right.stdout).toMatch(/^ok +settings +valid, MODE=demo$/m)
  expect(right.stdout).toMatch(/^\d+ checks, \d+ warnings?, 0 failures$/m)
  const wrong = await anOperator({ DATA_DIR, PORT: 'x', DB_POOL: '0' }).run('doctor', '--json')
  expect(wrong.code).toBe(1)
  expect(JSON.parse(wrong.stdout)).toMatchObject({ ok: 0, warn: 0, fail: 2 })
})
