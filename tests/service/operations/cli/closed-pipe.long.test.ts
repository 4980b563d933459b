/** A command whose output is piped into a program that ends before it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFolder, ask } from '#tests/support/backups.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { root } from '#tests/support/sources.ts'

const run = promisify(execFile)
const MAIN = join(root, 'src/service/operations/cli/main.ts')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Returns the exit code of the command and its standard error. */
async function piped(command: string, into: string) {
  const { databaseUrl: DATABASE_URL } = service
  const script = `"${process.execPath}" "${MAIN}" ${command} | ${into}; echo "\${PIPESTATUS[0]}" >&2`
  const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR: await aFolder() }
  const { stdout, stderr } = await run('bash', ['--norc', '-c', script], { cwd: root, env })
  return { stdout, stderr: stderr.trim() }
}

test.each([
  ['retention', 'head -1'],
  ['doctor', 'true'],
  ['users --help', 'true'],
])(
  '%s | %s ends with its own exit code and without a stack trace',
  { timeout: 180_000 },
  async (command, into) => {
    expect((await piped(command, into)).stderr).toBe('0')
  },
)

test('a change is completed even if its output is not read', { timeout: 180_000 }, async () => {
  const { stderr } = await piped('message set --fa سلام --en Hello', 'true')
  expect(stderr).toBe('0')
  const set = `select actor from audit_log where action = 'message.set'`
  expect(await ask(service.databaseUrl, set)).toHaveLength(1)
})

test('a failure is still reported by the exit code', { timeout: 180_000 }, async () => {
  expect((await piped('users show 1', 'true')).stderr).toMatch(/\n?2$/)
})
