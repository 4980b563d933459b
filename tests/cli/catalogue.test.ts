/** Runs ./pardeh catalogue next to the site's database: removal with a reason, and imports of drafts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DRAFT_DAYS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { readTitleHistory } from '#src/service/operations/console/title-history.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { aFilm, aSeries } from '#tests/support/imported-titles.ts'
import { operatorOnDatabase } from '#tests/support/operator-database.ts'

const site = operatorOnDatabase()
const { run } = site

function aFile(name: string, ...records: object[]): string {
  const path = join(site.folder, name)
  writeFileSync(path, records.map(record => `${JSON.stringify(record)}\n`).join(''))
  return path
}

async function titleOf(id: string) {
  const rows = await site.db.select().from(contents).where(eq(contents.externalId, id))
  return rows[0]
}

/** Returns the days until a title is published; 0 for one that is. */
async function waitingDays(id: string): Promise<number | undefined> {
  const title = await titleOf(id)
  return title && Math.max(0, Math.round((title.publishedAt.getTime() - Date.now()) / DAY_MS))
}

test('a removal without a reason is refused, and says that the reason is missing', async () => {
  await run('import', aFile('kept.jsonl', aFilm({ external_id: 'kept' })))
  const refused = await run('catalogue', 'remove', 'kept')
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'See ./pardeh help catalogue remove\n--reason <TEXT> is missing: why, for the history of the title.\n',
  })
  const empty = await run('catalogue', 'remove', 'kept', '--reason', ' ')
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('write the reason.')])
  const long = await run('catalogue', 'remove', 'kept', '--reason', 'x'.repeat(201))
  expect([long.code, long.stderr]).toEqual([
    2,
    expect.stringContaining('write 200 characters at most.'),
  ])
  expect((await titleOf('kept'))?.removedAt).toBeNull()
})

test('the reason of a removal is in the history of each title and in the audit log', async () => {
  await run(
    'import',
    aFile('two.jsonl', aFilm({ external_id: 'one' }), aFilm({ external_id: 'two' })),
  )
  const reason = 'the rights have ended'
  const words = ['one', 'none', 'two', '--reason', reason, '--as', 'sara']
  expect(await run('catalogue', 'remove', ...words)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('none is not a title of the catalogue.'),
  })
  for (const id of ['one', 'two'])
    expect(await readTitleHistory(site.db, id)).toMatchObject([
      { action: 'catalogue.remove', actor: 'sara', reason },
    ])
  const { stdout } = await run('audit', 'list', '--actor', 'sara')
  expect(stdout.match(/catalogue\.remove .*the rights have ended/g)).toHaveLength(2)
  // Titles that were removed before have no further line.
  expect((await run('catalogue', 'remove', 'one', '--reason', 'again')).code).toBe(0)
  expect(await readTitleHistory(site.db, 'one')).toHaveLength(1)
})

test('with --draft new titles are drafts, known titles and own dates stay', async () => {
  await run('import', aFile('known.jsonl', aFilm({ external_id: 'known' })))
  const published = (await titleOf('known'))?.publishedAt
  const file = aFile(
    'drafts.jsonl',
    aFilm({ external_id: 'known', year: 2001 }),
    aFilm({ external_id: 'new' }),
    aSeries({ external_id: 'serial' }),
    aFilm({ external_id: 'dated', published_at: '2020-01-01T00:00:00Z' }),
    { kind: 'artist', external_id: 'p-1', name: { fa: 'لیلا' } },
  )
  const summary =
    /^new +4\nchanged +1\nunchanged +0\nrejected +0\ndrafts +2\nDrafts are published on 14.+\nNot drafts, because their line has published_at: 1$/m
  const dry = await run('import', file, '--draft', '--dry-run')
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(summary) })
  expect(await titleOf('new')).toBeUndefined()

  const { code, stdout } = await run('catalogue', 'import', file, '--draft')
  expect([code, stdout]).toEqual([0, expect.stringMatching(summary)])
  for (const id of ['new', 'serial', 'serial-1-1']) {
    expect(await waitingDays(id), id).toBe(DRAFT_DAYS)
    expect((await titleOf(id))?.hiddenBySchedule, id).toBe(true)
  }
  expect((await titleOf('known'))?.publishedAt).toEqual(published)
  expect((await titleOf('known'))?.year).toBe(2001)
  expect((await titleOf('dated'))?.publishedAt).toEqual(new Date('2020-01-01T00:00:00Z'))

  for (const words of [[file, '--draft'], [file]]) {
    const again = JSON.parse((await run('import', ...words, '--json')).stdout)
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
    expect(again.drafts).toBe(words.length > 1 ? 0 : undefined)
  }
  expect(await waitingDays('new')).toBe(DRAFT_DAYS)
})

test('a draft whose rights end before its day is rejected, unless its line has published_at', async () => {
  const soon = { unpublish_at: new Date(Date.now() + 30 * DAY_MS).toISOString() }
  const file = aFile(
    'ending.jsonl',
    aFilm({ external_id: 'ending', ...soon }),
    aFilm({ external_id: 'ending-dated', ...soon, published_at: '2020-01-01T00:00:00Z' }),
  )
  const { code, stdout } = await run('import', file, '--draft')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^line 1: unpublish_at cannot be .+: published_at is /m)
  expect(stdout).toMatch(/^drafts +0\nNot drafts, .+: 1$/m)
  expect(await titleOf('ending')).toBeUndefined()
})
