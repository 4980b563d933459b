/** Commands whose queries fail: the terminal shows what failed and how, but never the values. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { findSecrets, type PlantedSecret } from '#tests/support/find-secrets.ts'
import { anOperator } from '#tests/support/operator.ts'
import { aUser } from '#tests/support/people.ts'
import { type QueryFailure, withQueryFailure } from '#tests/support/query-failures.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const TEXT = 'Farangis of the third floor sees my films'
const PLANTED: PlantedSecret[] = [
  ['a text', 'Farangis'],
  ['a code', 'GOLDENHAT'],
]
let service: TestService
let pool: pg.Pool

beforeAll(async () => {
  service = await startTestService()
  pool = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
  const { user } = await aUser(service)
  await service.deps.db
    .insert(supportTickets)
    .values({ id: 'ticket', userId: user.id, title: 'Farangis', text: TEXT })
}, 180_000)
afterAll(async () => {
  await pool.end()
  await service.stop()
})

async function run(...words: string[]): Promise<{ code: number; out: string }> {
  const { DATA_DIR } = service.deps.env
  const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR })
  const { code, stdout, stderr } = await operator.run(...words)
  return { code, out: stdout + stderr }
}

const COMMANDS: Array<[table: string, how: QueryFailure, words: string[]]> = [
  ['ticket_messages', 'a constraint', ['support', 'answer', '1001', '--text', TEXT]],
  ['ticket_messages', 'a value of the wrong type', ['support', 'answer', '1001', '--text', TEXT]],
  ['tickets', 'a lost connection', ['support', 'answer', '1001', '--text', TEXT]],
  ['tickets', 'a missing table', ['support', 'list']],
  ['system_messages', 'wrong syntax', ['message', 'set', '--fa', TEXT, '--en', TEXT]],
  [
    'vouchers',
    'an exception with a message',
    ['voucher', 'create', '--percent', '5', '--prefix', 'GOLDENHAT'],
  ],
]

test.each(COMMANDS)('%s fails by %s: %j', { timeout: 180_000 }, async (table, how, words) => {
  const [name = '', ...args] = words
  const ran = await withQueryFailure(pool, table, how, () => run(name, ...args))
  expect(ran.code).toBe(1)
  expect(ran.out).toMatch(/^It stopped: .+ #[\da-f]{6}/m)
  expect(findSecrets(ran.out, PLANTED)).toEqual([])
})
