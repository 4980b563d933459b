// The commands of the team, run as they run: a process each, beside the site's database.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments } from '#src/service/db/schema/comments.ts'
import { supportTickets } from '#src/service/db/schema/support.ts'
import { newId } from '#src/service/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { programOf } from '#tests/support/operator.ts'
import { aContent, aUser } from '#tests/support/rows.ts'

/** Every step is a process of its own. */
const SLOW = 120_000
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'pardeh-cli-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

type Said = { code: number; out: string; error: string }
function run(name: string, ...args: string[]): Promise<Said> {
  const env = { ...process.env, MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: folder }
  return new Promise(done => {
    execFile(
      process.execPath,
      [...programOf(name), ...args],
      { cwd: root, env },
      (failure, out, error) => done({ code: failure ? Number(failure.code) : 0, out, error }),
    )
  })
}
function aFile(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('tickets are listed, shown, answered and closed by their number', {
  timeout: SLOW,
}, async () => {
  const userId = await aUser(database.db)
  const values = { id: newId(), userId, title: 'عنوان \u001b[31mقرمز', text: 'متن تیکت' }
  const [{ number = 0 } = {}] = await database.db.insert(supportTickets).values(values).returning()
  expect((await run('support', 'list')).out).toMatch(new RegExp(`^${number} +pending`, 'm'))
  expect((await run('support', 'list')).out).not.toContain('\u001b')
  expect(await run('support', 'answer', String(number), 'پاسخ ما')).toMatchObject({ code: 0 })
  expect((await run('support', 'show', String(number))).out).toContain('پاسخ ما')
  expect((await run('support', 'list')).out).toContain('0 tickets')
  expect(await run('support', 'close', String(number))).toMatchObject({ code: 0 })
  expect((await run('support', 'list', '--all')).out).toMatch(
    new RegExp(`^${number} +completed`, 'm'),
  )
  const unknown = await run('support', 'answer', '999999', 'x')
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.error).toContain('There is no ticket 999999')
})

test('a comment is hidden and shown again', { timeout: SLOW }, async () => {
  const userId = await aUser(database.db)
  const contentId = await aContent(database.db)
  const id = newId()
  await database.db.insert(comments).values({ id, contentId, userId, text: 'ناپسند' })
  expect((await run('comments', 'list')).out).toContain(id)
  expect((await run('comments', 'hide', id, 'insult')).out).toContain('Hidden')
  expect((await run('comments', 'list')).out).toContain('0 comments')
  expect((await run('comments', 'show', id)).out).toContain('Shown')
  expect(await run('comments', 'hide', 'nothing')).toMatchObject({ code: 2 })
})

test('a survey is made from a file, once, and ended', { timeout: SLOW }, async () => {
  const pair = (text: string) => ({ fa: text, en: text })
  const survey = {
    ...{ ref: 'best-film', title: pair('بهترین فیلم'), votes_total: 3, votes_per_item: 1 },
    participants: [{ title: pair('یک') }, { title: pair('دو') }],
  }
  const path = aFile('survey.json', survey)
  expect((await run('survey', 'create', path)).out).toContain('/surveys/best-film')
  expect((await run('survey', 'create', path)).error).toContain('already')
  expect((await run('survey', 'list')).out).toContain('best-film')
  expect((await run('survey', 'end', 'best-film')).code).toBe(0)
  const wrong = await run('survey', 'create', aFile('wrong.json', { ...survey, votes_per_item: 9 }))
  expect(wrong.error).toContain('votes_per_item: is above votes_total')
  const strange = { ...survey, ref: 'x-1', participants: [{ title: pair('یک'), artist: 'nobody' }] }
  strange.participants.push({ title: pair('دو'), artist: 'no-one' })
  expect((await run('survey', 'create', aFile('strange.json', strange))).error).toContain('no-one')
  expect((await run('survey', 'create', join(folder, 'none.json'))).error).toContain('no file')
})

test('the message and the home page are set from the command line', { timeout: SLOW }, async () => {
  expect((await run('message', 'set', '--fa', 'امشب', '--en', 'Tonight', '--error')).code).toBe(0)
  expect((await run('message', 'clear')).out).toContain('gone')
  expect((await run('message', 'set', '--fa', 'امشب')).code).toBe(2)
  const title = { fa: 'نظرسنجی', en: 'Survey' }
  const home = aFile('home.json', { widgets: [{ type: 'survey', title }] })
  expect((await run('home', 'apply', home, '--dry-run')).out).toContain('nothing was changed')
  expect((await run('home', 'apply', home)).out).toContain('1 rows')
  const strange = aFile('strange.json', {
    widgets: [{ type: 'banner', external_ids: ['no-film'] }],
  })
  expect((await run('home', 'apply', strange)).error).toContain('no-film')
})
