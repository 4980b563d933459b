/** Runs the commands of the support team next to the site's database. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { newId } from '#src/service/platform/ids.ts'
import { operatorOnDatabase } from '#tests/support/operator-database.ts'
import { aContent, aProfile, aUser, inDays } from '#tests/support/rows.ts'

const site = operatorOnDatabase()

type Said = { code: number; out: string; error: string }
async function run(...words: string[]): Promise<Said> {
  const { code, stdout: out, stderr: error } = await site.run(...words)
  return { code, out, error }
}
function aFile(name: string, content: unknown): string {
  const path = join(site.folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('tickets are listed, shown, answered and closed by number', async () => {
  const userId = await aUser(site.db)
  const values = { id: newId(), userId, title: 'عنوان \u001b[31mقرمز', text: 'متن تیکت' }
  const [{ number = 0 } = {}] = await site.db.insert(supportTickets).values(values).returning()
  expect((await run('support', 'list')).out).toMatch(new RegExp(`^${number} +pending`, 'm'))
  expect((await run('support', 'list')).out).not.toContain('\u001b')
  expect(await run('support', 'answer', String(number), '--text', 'پاسخ ما')).toMatchObject({
    code: 0,
  })
  expect((await run('support', 'show', String(number))).out).toContain('پاسخ ما')
  expect((await run('support', 'list')).out).toContain('0 tickets')
  expect(await run('support', 'close', String(number))).toMatchObject({ code: 0 })
  expect((await run('support', 'list', '--all')).out).toMatch(
    new RegExp(`^${number} +completed`, 'm'),
  )
  const unknown = await run('support', 'answer', '999999', '--text', 'x')
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.error).toContain('There is no ticket 999999')
})

test('support next gives each member of the team the ticket that waits longest', async () => {
  const userId = await aUser(site.db)
  const ticketSince = async (hour: number) => {
    const at = new Date(Date.UTC(2020, 0, 1, hour))
    const values = { userId, title: `عنوان ${hour}`, text: 'متن', createdAt: at, updatedAt: at }
    const rows = await site.db
      .insert(supportTickets)
      .values({ id: newId(), ...values })
      .returning()
    return rows[0]?.number ?? 0
  }
  const [first, second] = [await ticketSince(1), await ticketSince(2)]
  const next = async (name: string) => (await run('support', 'next', '--as', name)).out
  const [sara, ali] = await Promise.all([next('سارا'), next('علی')])
  expect([sara, ali].map(out => Number(/Ticket (\d+)/.exec(out)?.[1])).toSorted()).toEqual(
    [first, second].toSorted(),
  )
  expect(await next('سارا'), 'her own ticket comes first').toBe(sara)
  expect((await run('support', 'next', '--as', 'رضا')).out).toContain('No ticket waits')
  for (const number of [first, second])
    expect((await run('support', 'answer', String(number), '--text', 'پاسخ', '--close')).code).toBe(
      0,
    )
  expect(await next('سارا')).toContain('No ticket waits')
})

test('users access explains for each profile why a title can or cannot be watched', async () => {
  const userId = await aUser(site.db)
  await aProfile(site.db, userId, 2)
  const contentId = await aContent(site.db, { externalId: 'a-film' })
  const access = () => run('users', 'access', userId, 'a-film')
  expect((await access()).out).toContain('the title has no encoded video')
  const file = {
    id: newId(),
    contentId,
    kind: 'primary' as const,
    stream: 'demo',
    durationSeconds: 60,
  }
  await site.db.insert(videoFiles).values(file)
  expect((await access()).out).toContain('the subscription is missing or has ended')
  expect((await run('users', 'grant', userId, '--days', '3')).code).toBe(0)
  expect((await access()).out).toMatch(/ yes *$/m)
  expect((await access()).out).toContain('Running streams: 0 of 3')
  expect((await run('users', 'block', userId)).code).toBe(0)
  expect((await access()).out).toContain('BLOCKED')
  await site.db
    .update(contents)
    .set({ publishedAt: inDays(40_000) })
    .where(eq(contents.id, contentId))
  expect((await access()).out).toContain('No user can watch it yet')
  expect((await run('users', 'access', userId, 'no-film')).error).toContain(
    'does not contain no-film',
  )
})

test('a comment is hidden and shown again', async () => {
  const userId = await aUser(site.db)
  const contentId = await aContent(site.db)
  const id = newId()
  await site.db.insert(comments).values({ id, contentId, userId, text: 'ناپسند' })
  expect((await run('comments', 'list')).out).toContain(id)
  expect((await run('comments', 'hide', id, 'insult')).out).toContain('Hidden')
  expect((await run('comments', 'list')).out).toContain('0 comments')
  expect((await run('comments', 'show', id)).out).toContain('is visible')
  expect(await run('comments', 'hide', 'nothing')).toMatchObject({ code: 2 })
})

test('a survey is created from a file only once, and can be ended', async () => {
  const pair = (text: string) => ({ fa: text, en: text })
  const survey = {
    ref: 'best-film',
    title: pair('بهترین فیلم'),
    votes_total: 3,
    votes_per_item: 1,
    participants: [{ title: pair('یک') }, { title: pair('دو') }],
  }
  const path = aFile('survey.json', survey)
  expect((await run('survey', 'create', path)).out).toContain('/surveys/best-film')
  expect((await run('survey', 'create', path)).error).toContain('another survey')
  expect((await run('survey', 'list')).out).toContain('best-film')
  expect((await run('survey', 'end', 'best-film')).code).toBe(0)
  const wrong = await run('survey', 'create', aFile('wrong.json', { ...survey, votes_per_item: 9 }))
  expect(wrong.error).toContain('votes_per_item cannot be ')
  const strange = { ...survey, ref: 'x-1', participants: [{ title: pair('یک'), artist: 'nobody' }] }
  strange.participants.push({ title: pair('دو'), artist: 'no-one' })
  expect((await run('survey', 'create', aFile('strange.json', strange))).error).toContain('no-one')
  expect((await run('survey', 'create', join(site.folder, 'none.json'))).error).toContain('no file')
})

test('the site message and the home page are set from the command line', async () => {
  expect((await run('message', 'set', '--fa', 'امشب', '--en', 'Tonight', '--error')).code).toBe(0)
  expect((await run('message', 'clear')).out).toContain('is removed')
  expect((await run('message', 'set', '--fa', 'امشب')).code).toBe(2)
  const title = { fa: 'نظرسنجی', en: 'Survey' }
  const home = aFile('home.json', { widgets: [{ type: 'survey', title }] })
  expect((await run('home', 'apply', home, '--dry-run')).out).toContain('nothing was changed')
  expect((await run('home', 'apply', home)).out).toContain('1 row.')
  const strange = aFile('strange.json', {
    widgets: [{ type: 'banner', external_ids: ['no-film'] }],
  })
  expect((await run('home', 'apply', strange)).error).toContain('no-film')
})
