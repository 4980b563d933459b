/** Commands for several tickets or people: every item is tried, and those that are refused are named. */
import { desc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#src/service/platform/db/schema/audit.ts'
import { supportTicketMessages, supportTickets } from '#src/service/platform/db/schema/support.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { operatorOnDatabase } from '#tests/support/operator-database.ts'
import { aUser } from '#tests/support/rows.ts'

const UNKNOWN = '09129999999'
const site = operatorOnDatabase()
const { run } = site

async function aTicket(): Promise<{ id: string; number: number }> {
  const userId = await aUser(site.db)
  const values = { id: newId(), userId, title: 'پخش', text: 'متن' }
  const [row] = await site.db.insert(supportTickets).values(values).returning()
  return { id: values.id, number: row?.number ?? 0 }
}

async function answersOf(...ids: string[]): Promise<string[]> {
  const rows = await site.db
    .select()
    .from(supportTicketMessages)
    .where(inArray(supportTicketMessages.ticketId, ids))
  return rows.map(({ ticketId, text }) => `${ids.indexOf(ticketId)} ${text}`).toSorted()
}

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await site.db.select().from(supportTickets).where(eq(supportTickets.id, id))
  return row?.status
}

async function blockedReason(id: string): Promise<string | null | undefined> {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return row?.blockedAt ? row.blockedReason : null
}

async function auditedTargets(action: string, count: number): Promise<string[]> {
  const rows = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, action))
    .orderBy(desc(auditLog.id))
    .limit(count)
  return rows.map(({ target }) => target).toReversed()
}

async function auditedCount(): Promise<number> {
  return (await site.db.select().from(auditLog)).length
}

test('several tickets get one answer each, and a ticket that does not exist is named', async () => {
  const [first, second] = [await aTicket(), await aTicket()]
  const numbers = [first.number, 999_999, second.number, first.number].map(String)
  const { code, stdout, stderr } = await run('support', 'answer', ...numbers, '--text', 'پاسخ')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toEqual([
    `Ticket ${first.number} is answered. The user gets an SMS.`,
    '999999: There is no ticket 999999.',
    `Ticket ${second.number} is answered. The user gets an SMS.`,
    '2 of 3 done.',
  ])
  expect(await answersOf(first.id, second.id)).toEqual(['0 پاسخ', '1 پاسخ'])
  expect(await auditedTargets('support.answer', 2)).toEqual([first.id, second.id])
})

test('a template is filled in for each ticket', async () => {
  const [first, second] = [await aTicket(), await aTicket()]
  await run('support', 'template', 'outage', 'تیکت {number} بررسی شد.')
  const numbers = [first.number, second.number].map(String)
  expect((await run('support', 'answer', ...numbers, '--template', 'outage')).code).toBe(0)
  expect(await answersOf(first.id, second.id)).toEqual([
    `0 تیکت ${first.number} بررسی شد.`,
    `1 تیکت ${second.number} بررسی شد.`,
  ])
})

test('several tickets are completed; with --json the results and the refusals are lists', async () => {
  const [first, second] = [await aTicket(), await aTicket()]
  const numbers = [first.number, second.number, 999_999].map(String)
  const dry = await run('support', 'close', ...numbers, '--dry-run')
  expect(dry).toMatchObject({ code: 1, stdout: expect.stringContaining('2 of 3 done.') })
  expect(await statusOf(first.id)).toBe('pending')
  const { code, stdout } = await run('support', 'close', ...numbers, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    done: [
      { ticket: first.number, status: 'completed' },
      { ticket: second.number, status: 'completed' },
    ],
    failed: [{ item: '999999', message: 'There is no ticket 999999.' }],
  })
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['completed', 'completed'])
})

test('a command for one ticket refuses as before', async () => {
  const { number } = await aTicket()
  expect(await run('support', 'close', '999999')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'There is no ticket 999999.\n',
  })
  const { code, stdout } = await run('support', 'close', String(number), '--json')
  expect([code, JSON.parse(stdout)]).toEqual([0, { ticket: number, status: 'completed' }])
})

test('an answer without --text is refused before any ticket is answered', async () => {
  const [first, second] = [await aTicket(), await aTicket()]
  const numbers = [first.number, second.number].map(String)
  const earlier = await run('support', 'answer', ...numbers, 'پاسخ ما')
  expect(earlier).toMatchObject({ code: 2, stdout: '' })
  expect(earlier.stderr).toContain(
    '"پاسخ ما" is not the number of a ticket. Write the answer after --text.',
  )
  for (const words of [[], ['--text', 'x', '--template', 'outage']]) {
    const { code, stderr } = await run('support', 'answer', ...numbers, ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining('Give the answer by')])
  }
  expect(await answersOf(first.id, second.id)).toEqual([])
})

test('several people are blocked and unblocked, whoever is blocked, erased or unknown', async () => {
  const { db } = site
  const [first, erased, last] = [await aUser(db), await aUser(db), await aUser(db)]
  expect((await run('users', 'erase', erased, '--yes')).code).toBe(0)
  expect((await run('users', 'block', first, '--reason', 'earlier')).code).toBe(0)
  const before = await auditedCount()
  const people = [first, UNKNOWN, erased, last]
  const blocked = await run('users', 'block', ...people, '--reason', 'resold')
  expect(blocked.code).toBe(1)
  const lines = blocked.stdout.trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringContaining('was already blocked'),
    '0912***9999: There is no user 0912***9999.',
    expect.stringMatching(new RegExp(`^erased-${erased} was already blocked`)),
    expect.stringContaining('is blocked'),
    '3 of 4 done.',
  ])
  expect([await blockedReason(first), await blockedReason(last)]).toEqual(['resold', 'resold'])
  expect(await auditedCount()).toBe(before + 3)
  expect(await auditedTargets('users.block', 3)).toEqual([first, erased, last])

  const unblocked = await run('users', 'unblock', ...people)
  expect(unblocked.code).toBe(1)
  expect(unblocked.stdout).toContain(`${erased}: An erased user cannot be unblocked.`)
  expect(unblocked.stdout).toContain('2 of 4 done.')
  expect([await blockedReason(first), await blockedReason(last)]).toEqual([null, null])
  expect(await auditedTargets('users.unblock', 2)).toEqual([first, last])
})

test('a dry run of a batch does not block a user and is not logged', async () => {
  const people = [await aUser(site.db), await aUser(site.db)]
  const before = await auditedCount()
  const { code, stdout } = await run('users', 'block', ...people, '--dry-run')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 done.')])
  expect(stdout).toContain('nothing was changed')
  for (const id of people) expect(await blockedReason(id)).toBeNull()
  expect(await auditedCount()).toBe(before)
})

test('a number that is written wrongly refuses the whole command', async () => {
  const user = await aUser(site.db)
  const { code, stderr } = await run('users', 'block', user, '12', '--reason', 'resold')
  expect([code, stderr]).toEqual([2, expect.stringContaining('person cannot be "12"')])
  expect(await blockedReason(user)).toBeNull()
})
