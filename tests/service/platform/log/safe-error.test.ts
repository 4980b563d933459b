import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { users } from '#src/service/platform/db/schema/users.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import { createLog } from '#src/service/platform/log.ts'
import { errorLine, safeError, sanitizedError } from '#src/service/platform/safe-error.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { findSecrets } from '#tests/support/find-secrets.ts'

const NUMBER = '09121234567'
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function thrownBy(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

const badRow = () =>
  database.db.insert(users).values({ id: NUMBER, msisdn: NUMBER, name: 'Sara' } as never)

async function aBadRow(): Promise<unknown> {
  return badRow().then(
    () => thrownBy(badRow),
    error => error,
  )
}

test('a failed query keeps the code, the name, the table, the constraint and the place of the call', async () => {
  const error = await aBadRow()
  expect(JSON.stringify(error)).toContain(NUMBER)
  const safe = safeError(error)
  expect(safe).toMatchObject({
    type: 'DatabaseError',
    code: expect.stringMatching(/^23/),
    query: expect.stringMatching(/^insert users #[\da-f]{6}$/),
    table: 'users',
  })
  expect(safe.stack).toContain('safe-error.test.ts')
  expect(JSON.stringify(safe)).not.toMatch(/0912|Sara|Failing row|params/)
})

test('so does a query that was sent to the pool directly', async () => {
  const error = await thrownBy(() => database.pool.query('select $1::int', [NUMBER.repeat(3)]))
  expect(safeError(error)).toMatchObject({
    code: '22003',
    query: expect.stringMatching(/^select #/),
  })
  expect(JSON.stringify(safeError(error))).not.toContain('0912')
})

test('literals in the text of a query are removed', async () => {
  const text = sql.raw(`select '${NUMBER}'::date from users where msisdn = '${NUMBER}'`)
  const error = await thrownBy(() => database.db.execute(text))
  expect(safeError(error)).toMatchObject({ query: expect.stringMatching(/^select users #/) })
  expect(JSON.stringify(safeError(error))).not.toContain('0912')
})

test('a message of several lines is not mistaken for frames', () => {
  const error = new Error(`x\n    at find (${NUMBER}.ts:1:2)\n    at Sara (file:///Sara.ts:1:2)`)
  expect(JSON.stringify(safeError(error))).not.toMatch(/0912|Sara/)
  expect(safeError(error).stack).toContain('safe-error.test.ts')
})

test('causes and nested errors are safe too, at any depth', async () => {
  const inner = await aBadRow()
  const cause = new AggregateError([inner, new Error(`no ${NUMBER}`)], 'both', { cause: inner })
  let error = new Error('outer', { cause })
  for (let depth = 0; depth < 20; depth++) error = new Error('further', { cause: error })
  expect(JSON.stringify([safeError(error), safeError(cause)])).not.toMatch(/0912|Sara|Failing/)
  const round = new Error('round')
  round.cause = round
  expect(safeError(round).message).toBe('round')
})

test.each([[`no ${NUMBER}`], [{ msisdn: NUMBER }], [undefined], [null], [42]])(
  'a thrown value that is not an error: %j',
  thrown => {
    expect(JSON.stringify(safeError(thrown))).not.toContain('0912')
  },
)

test('a terminal shows it in one line', async () => {
  expect(errorLine(await aBadRow())).toMatch(
    /^not-null violation \(23502, insert users #[\da-f]{6}, \w+\)$|^\w+ violation \(/,
  )
  expect(errorLine(new Error('simple'))).toBe('simple')
})

test('the log contains no value, however the error is passed', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  const error = await aBadRow()
  log.error(error as Error)
  log.error({ err: error })
  log.error({ failure: error, nested: { list: [error] } }, 'x')
  log.error({ err: new Error('outer', { cause: error }) }, 'x')
  log.info({ msisdn: NUMBER, note: `call ${NUMBER}` }, `called ${NUMBER}`)
  log.child({ msisdn: NUMBER, by: error }).warn('x')
  expect(lines).toHaveLength(6)
  expect(findSecrets(lines.join(''), [['a name', 'Sara']])).toEqual([])
})

test('the queue stores a failed job without the values of its query', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  const jobs = await createJobs(database, { log })
  jobs.define(
    'broken',
    async () => {
      await database.db
        .update(users)
        .set({ birthdayYear: NUMBER } as never)
        .where(eq(users.id, 'x'))
      throw await aBadRow()
    },
    { retries: 0 },
  )
  await jobs.start()
  try {
    await jobs.enqueue('broken')
    const output = () =>
      database.pool.query(`select output from jobs.job where name = 'broken' and state = 'failed'`)
    await vi.waitFor(async () => expect((await output()).rows).toHaveLength(1), 30_000)
    const stored = JSON.stringify((await output()).rows)
    expect(stored).toMatch(/"code":\s?"2/)
    expect(stored).toContain('users #')
    expect(findSecrets(`${stored}\n${lines.join('')}`, [['a name', 'Sara']])).toEqual([])
  } finally {
    await jobs.stop(1_000)
  }
}, 120_000)

test('an error to rethrow contains no more than its safe form', async () => {
  const error = sanitizedError(await aBadRow())
  expect(error).toBeInstanceOf(Error)
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toMatch(
    /0912|Sara/,
  )
})
