import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { anOperator } from '#tests/support/operator.ts'
import { aUser } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { TERMINAL_ATTACK } from '#tests/support/terminal.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const { db } = service.deps
  const dead = { claimedAt: new Date(), deadAt: new Date(), attempts: 1, text: TERMINAL_ATTACK }
  const rows = [
    { key: 'ticket:1', kind: 'ticket_answered', failure: 'number', failureCode: '411' },
    { key: 'ticket:2', kind: 'ticket_answered', failure: 'stale', failureCode: null },
    { key: 'dd-notice:1', kind: 'dd-notice', failure: TERMINAL_ATTACK, failureCode: null },
  ] as const
  for (const row of rows)
    await db.insert(notifications).values({ ...row, ...dead, userId: await aUser(db) })
})
afterAll(() => service.stop())

async function run(...words: string[]): Promise<{ code: number; out: string }> {
  const { DATA_DIR } = service.deps.env
  const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR })
  const { code, stdout, stderr } = await operator.run('sms', ...words)
  return { code, out: stdout + stderr }
}
const keysIn = (out: string) =>
  (JSON.parse(out) as { messages: Array<{ key: string }> }).messages
    .map(({ key }) => key)
    .toSorted()

test('./pardeh sms lists the messages that were given up, and queues them again', {
  timeout: 120_000,
}, async () => {
  const listed = await run('list')
  expect(listed.code).toBe(0)
  expect(listed.out).toContain('3 messages')
  expect(listed.out).toMatch(/ticket:1.*number.*411/)
  expect(listed.out).not.toContain('\u001b')
  expect(listed.out).not.toMatch(/09\d{9}/)
  expect(keysIn((await run('list', '--json', '--kind', 'dd-notice')).out)).toEqual(['dd-notice:1'])

  const dry = await run('retry', '--all', '--dry-run', '--json')
  expect(keysIn(dry.out)).toEqual(['dd-notice:1', 'ticket:1', 'ticket:2'])
  expect(keysIn((await run('list', '--json')).out)).toHaveLength(3)

  expect(keysIn((await run('retry', '--all', '--failure', 'stale', '--json')).out)).toEqual([
    'ticket:2',
  ])
  expect((await run('retry', 'ticket:1')).code).toBe(0)
  const again = await run('retry', 'ticket:1')
  expect([again.code, again.out.includes('No failed message has these keys: ticket:1')]).toEqual([
    1,
    true,
  ])
  expect(keysIn((await run('list', '--json')).out)).toEqual(['dd-notice:1'])
  expect((await run('retry')).code).toBe(2)
  expect((await run('retry', 'ticket:1', '--all')).code).toBe(2)
})
