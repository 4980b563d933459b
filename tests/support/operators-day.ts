/** Prepares the situation at the start of docs/operating.md: a support ticket, comments on a title, and a job that failed for good. */
import { setTimeout as wait } from 'node:timers/promises'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { CANCEL_AT_BANK } from '#src/service/commerce/direct-debit/contracts.ts'
import { listFailedJobs } from '#src/service/operations/jobs/job-log.queries.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { commentReports, comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { createJobs } from '#src/service/platform/jobs/jobs.ts'
import { sharedDatabase } from './database.ts'
import { silentLog } from './silent-log.ts'

/** @param databaseUrl of a database with the demo */
export async function prepareOperatorsDay(databaseUrl: string): Promise<void> {
  const database = await sharedDatabase(databaseUrl)
  try {
    const { db } = database
    const [user] = await db.select().from(users).where(eq(users.msisdn, '09120000001'))
    // The document has one ticket, with the first number; those of the demo are for the console.
    await db.delete(supportTickets)
    await db.execute(sql`alter table ${supportTickets} alter column number restart with 1001`)
    await db.insert(supportTickets).values({
      id: newId(),
      userId: user?.id ?? '',
      department: 'technical',
      title: 'پخش قطع می‌شود',
      text: 'بعد از ده دقیقه تصویر می‌ایستد.',
      country: 'IR',
      provider: 'ParsOnline',
      ip: '5.160.4.7',
    })
    await addComments(db)
    const jobs = await createJobs(database, { log: silentLog })
    const fail = () => Promise.reject(new Error('the CDN answered 503'))
    jobs.define('cdn.purge', fail, { retries: 0 })
    // The bank is informed of cancelled contracts by this job.
    jobs.define(CANCEL_AT_BANK, async () => {})
    await jobs.start()
    await jobs.enqueue('cdn.purge', { tags: ['home'] })
    while ((await listFailedJobs(db)).length === 0) await wait(100)
    await jobs.stop(1_000)
  } finally {
    await database.close()
  }
}

/** Adds a reported comment and a held comment, with the ids that the document uses. */
async function addComments(db: Database): Promise<void> {
  const [writer, reader] = await db
    .select()
    .from(users)
    .where(inArray(users.msisdn, ['09120000003', '09120000004']))
    .orderBy(asc(users.msisdn))
  const [title] = await db.select().from(contents).orderBy(asc(contents.id)).limit(1)
  const row = { contentId: title?.id ?? '', userId: writer?.id ?? '' }
  const heldAt = new Date()
  await db.insert(comments).values([
    { ...row, id: 'hT3kQ9mZpR5vB2xN', text: 'این کانال را ببینید: example.com' },
    {
      ...row,
      id: 'wL8cJ4sYfD6gK1aE',
      text: 'خرید فیلترشکن ارزان',
      hiddenAt: heldAt,
      heldFor: 'فیلترشکن',
    },
  ])
  await db
    .insert(commentReports)
    .values({ commentId: 'hT3kQ9mZpR5vB2xN', userId: reader?.id ?? '' })
}
