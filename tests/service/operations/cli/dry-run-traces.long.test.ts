/** A dry run leaves no trace: no file in DATA_DIR and no row in the database. Every command that has --dry-run is listed here. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action, Noun } from '#src/service/operations/cli/framework/noun.ts'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveChannels } from '#src/service/platform/db/schema/live.ts'
import { webhookEndpoints } from '#src/service/platform/db/schema/webhooks.ts'
import { newId } from '#src/service/platform/ids.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { prepareOperatorsDay } from '#tests/support/operators-day.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const NOUNS = resolve(import.meta.dirname, '../../../../src/service/operations/cli/nouns')
const SLOW = 600_000
const TITLE = 'blue-tile'
const USER = '09120000001'

const FILES = {
  'titles.jsonl':
    '{"kind":"title","type":"single_video","external_id":"rain-1","title":{"fa":"باران"},"poster":"demo:posters/x"}\n' +
    '{"kind":"category","external_id":"noir","name":{"fa":"نوآر","en":"Noir"}}\n',
  'home.json': JSON.stringify({ widgets: [{ type: 'banner', external_ids: [TITLE] }] }),
  'message.yaml': 'fa: سلام\nen: Hello\n',
  'packages.yaml':
    'groups:\n  - id: new\n    title: { fa: تازه, en: New }\n    packages:\n      - { id: new-1, title: { fa: تازه, en: New }, days: 30, price: 1000 }\n',
  'survey.yaml':
    'ref: best\ntitle: { fa: بهترین, en: Best }\nvotes_total: 2\nvotes_per_item: 1\nparticipants: [{ title: { fa: یک, en: One } }, { title: { fa: دو, en: Two } }]\n',
  'guide.xml':
    '<tv><programme start="20270320200000 +0330" stop="20270320210000 +0330" channel="one"><title lang="fa">خبر</title></programme></tv>',
  'delegated.txt': 'ripencc|IR|ipv4|5.160.0.0|65536|20120709|allocated|x\n',
  'captions.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nسلام\n',
  'video.mp4': 'no video',
}

/** The arguments of each command and the exit codes that it may have: some need a program or a server that is not available here. */
const COMMANDS: Record<string, { words: string[]; codes?: number[] }> = {
  'backup run': { words: ['FOLDER/a-backup', '--media', 'list'] },
  'brand init': { words: [] },
  'brand icons': { words: [], codes: [0, 2] },
  'captions set': {
    words: [TITLE, 'FOLDER/captions.vtt', '--language', 'fa'],
    codes: [2],
  },
  'captions shift': { words: [TITLE, '--language', 'fa', '--by', '1'], codes: [2] },
  'captions remove': { words: [TITLE, '--language', 'fa'], codes: [2] },
  'catalogue import': { words: ['FOLDER/titles.jsonl'], codes: [1] },
  'catalogue patch': { words: [TITLE, 'year=2020', 'unpublish_at=1499-01-01'] },
  'catalogue remove': { words: [TITLE, '--reason', 'the rights have ended'] },
  'catalogue order-categories': { words: ['comedy', 'drama'] },
  'catalogue picture': { words: [TITLE, 'poster', 'FOLDER/video.mp4'], codes: [2] },
  'catalogue restore': { words: [TITLE], codes: [0, 2] },
  'comments hide': { words: ['hT3kQ9mZpR5vB2xN', 'advertising'] },
  'comments show': { words: ['wL8cJ4sYfD6gK1aE'] },
  'comments block': { words: ['hT3kQ9mZpR5vB2xN', '--reason', 'advertising', '--hide-all'] },
  'comments unblock': { words: ['09120000003'], codes: [0, 2] },
  'comments hold': { words: ['فیلترشکن', 'کانال*'] },
  'comments release': { words: ['فیلترشکن'], codes: [0, 1, 2] },
  // The demo has a home page.
  'home init': { words: [], codes: [2] },
  'home apply': { words: ['FOLDER/home.json'] },
  // No page is planned.
  'home withdraw': { words: ['none'], codes: [2] },
  'home feature': { words: [TITLE] },
  'home unfeature': { words: [TITLE], codes: [0, 2] },
  // Its poster does not exist: the line is imported, and the picture is reported.
  'import run': { words: ['FOLDER/titles.jsonl'], codes: [1] },
  'ingest run': { words: ['FOLDER/video.mp4', '--content', TITLE], codes: [2] },
  'jobs retry': { words: ['--all'] },
  'live add': {
    words: ['news-24', 'http://127.0.0.1:9/one.m3u8', '--private', '--name', 'x'],
    codes: [2],
  },
  'live set': { words: [TITLE, 'http://127.0.0.1:9/one.m3u8', '--private'], codes: [2] },
  'live guide': { words: [TITLE, 'FOLDER/guide.xml'] },
  'live publish': { words: [TITLE, '1405-12-29 20:00'], codes: [2] },
  'live remove': { words: [TITLE] },
  'media copy': { words: [], codes: [2] },
  'media clean': { words: [] },
  'message set': { words: ['--fa', 'سلام', '--en', 'Hello', '--hours', '2'] },
  'message apply': { words: ['FOLDER/message.yaml'] },
  'message clear': { words: [] },
  'networks make': { words: ['FOLDER/delegated.txt'] },
  'packages apply': { words: ['FOLDER/packages.yaml'] },
  'packages price': { words: ['month-1', '--price', '1690000', '--from', '1499-01-01'] },
  'packages retire': { words: ['month-1'] },
  'payments refund': { words: [`demo-${USER}`, '--amount', '110000'] },
  'payments recheck': { words: [`demo-${USER}`] },
  'refunds done': { words: [`demo-${USER}`, 'PAYA-1'], codes: [0, 2] },
  'restore run': { words: ['BACKUP'], codes: [0, 2] },
  'retention run': { words: [] },
  'schedule set': { words: [TITLE, '--publish', '1499-01-01 20:00'] },
  'sms retry': { words: ['--all'] },
  'sms campaign': { words: ['سلام', '--segment', 'all'] },
  // There is no draft.
  'sms test': { words: ['none', '09120000008'], codes: [2] },
  'sms send': { words: ['none'], codes: [2] },
  'sms stop': { words: ['none'], codes: [2] },
  'staff invite': { words: ['sara@example.com', '--role', 'editor'] },
  'staff set-role': { words: ['editor@pardeh.example', 'support'] },
  'staff end-sessions': { words: ['editor@pardeh.example'] },
  'staff remove': { words: ['editor@pardeh.example'] },
  'support answer': { words: ['1001', '--text', 'پاسخ ما', '--close'] },
  'support assign': { words: ['1001', 'sara'] },
  'support note': { words: ['1001', 'یادداشت'] },
  'support close': { words: ['1001'] },
  'support next': { words: [] },
  'support template': { words: ['update-app', 'به‌روز کنید'] },
  'survey create': { words: ['FOLDER/survey.yaml'] },
  'survey end': { words: ['faces-of-the-year'] },
  'upgrade run': { words: [] },
  'users grant': { words: [USER, '--days', '10'] },
  'users cancel': { words: [USER] },
  'users end-sessions': { words: [USER] },
  'users block': { words: [USER, '--reason', 'shared'] },
  'users unblock': { words: [USER], codes: [0, 2] },
  'users carrier': { words: [USER, '--days', '10'] },
  'users erase': { words: [USER] },
  // Nothing was uploaded.
  'video cancel': { words: ['none'], codes: [2] },
  'video retry': { words: ['none'], codes: [2] },
  'voucher create': { words: ['--percent', '30', '--count', '2', '--out', 'FOLDER/codes.csv'] },
  'voucher revoke': { words: ['--batch', 'none'], codes: [0, 2] },
  'webhooks add': { words: ['https://crm.example.com/pardeh'] },
  'webhooks secret': { words: ['hook'] },
  'webhooks remove': { words: ['hook'] },
  'webhooks test': { words: ['hook'] },
  'webhooks retry': { words: ['--all'] },
}

let service: TestService
let folder: string
let backup: string
beforeAll(async () => {
  const now = () => new Date()
  const clock = { now, set: () => undefined, advance: () => undefined }
  const first = await startTestService()
  service = await startTestService({ beside: { url: first.databaseUrl, clock } })
  const { stop } = service
  service.stop = async () => {
    await stop()
    await first.stop()
  }
  await seedIfEmpty(service.deps)
  await prepareOperatorsDay(service.databaseUrl)
  await addRows()
  folder = await mkdtemp(join(tmpdir(), 'pardeh-dry-run-test-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  for (const name of ['empty', 'full']) await mkdir(join(folder, 'data', name), { recursive: true })
  await mkdir(join(folder, 'data/full/media/pictures'), { recursive: true })
  await writeFile(join(folder, 'data/full/media/pictures/old.webp'), 'unused')
  const operator = operatorOf('full')
  await operator.json('brand', 'init')
  backup = join(folder, 'backup')
  await operator.json('backup', backup, '--media', 'list')
}, SLOW)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A channel and a receiver of webhooks, whose commands ask a server and need more than a row. */
async function addRows(): Promise<void> {
  const { db } = service.deps
  const [title] = await db.select().from(contents).where(eq(contents.externalId, TITLE))
  await db.insert(liveChannels).values({
    id: newId(),
    contentId: title?.id ?? '',
    url: 'http://127.0.0.1:9/one.m3u8',
    isPrivate: true,
    manifest: '#EXTM3U',
    renditions: [],
    targetSeconds: 4,
  })
  await db.insert(webhookEndpoints).values({ id: 'hook', url: 'https://crm.example.com/hook' })
}

function operatorOf(data: 'empty' | 'full'): Operator {
  return anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: join(folder, 'data', data) })
}

/** Returns names, sizes and contents of all files, and the folders. */
async function listing(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const lines = entries.map(async entry => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) return `${path}/`
    const sum = createHash('sha256').update(await readFile(path))
    return `${path} ${(await stat(path)).size} ${sum.digest('hex')}`
  })
  return (await Promise.all(lines)).sort()
}

/** Returns the number of rows and a hash of them for each table. */
async function rowsOfTables(): Promise<Record<string, string>> {
  const { db } = service.deps
  const { rows } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const parts = rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(md5(each::text), '' order by md5(each::text))), '') as rows from ${sql.raw(name)} as each`,
  )
  const found = await db.execute<{ name: string; rows: string }>(sql.join(parts, sql` union all `))
  return Object.fromEntries(found.rows.map(({ name, rows }) => [name, rows]))
}

async function withDryRun(): Promise<string[]> {
  const found: string[] = []
  for (const file of readdirSync(NOUNS).filter(name => name.endsWith('.ts'))) {
    const { default: noun } = (await import(`${NOUNS}/${file}`)) as { default: Noun }
    const actions: Record<string, Action> = 'only' in noun ? { run: noun.only } : noun.actions
    for (const [verb, { effect }] of Object.entries(actions))
      if (effect !== 'reads') found.push(`${basename(file, '.ts')} ${verb}`)
  }
  return found
}

function wordsOf(command: string): string[] {
  const [noun = '', verb = ''] = command.split(' ')
  const given = COMMANDS[command]?.words ?? []
  const words = given.map(word => word.replace('FOLDER', folder).replace('BACKUP', backup))
  return [noun, ...(verb === 'run' ? [] : [verb]), ...words, '--dry-run']
}

test('every command with a dry run is listed here', async () => {
  expect(Object.keys(COMMANDS).sort()).toEqual((await withDryRun()).sort())
})

test.each(Object.keys(COMMANDS))('%s --dry-run leaves no trace', { timeout: SLOW }, async name => {
  const before = [await listing(folder), await rowsOfTables()]
  for (const data of ['empty', 'full'] as const) {
    const { code, stdout, stderr } = await operatorOf(data).run(...wordsOf(name))
    expect(COMMANDS[name]?.codes ?? [0], `${stdout}${stderr}`).toContain(code)
  }
  expect([await listing(folder), await rowsOfTables()]).toEqual(before)
})

test('without a database a dry run creates none', { timeout: SLOW }, async () => {
  const before = await listing(folder)
  const data = join(folder, 'data/empty')
  for (const DATA_DIR of [data, join(folder, 'data/missing')]) {
    const operator = anOperator({ DATA_DIR, TMPDIR: join(folder, 'data') })
    const endsWith = async (expected: number, name: string) => {
      const { code, stdout, stderr } = await operator.run(...wordsOf(name))
      expect([name, code], `${stdout}${stderr}`).toEqual([name, expected])
    }
    await endsWith(0, 'packages apply')
    await endsWith(0, 'brand init')
    // The backup lists a picture that this folder does not have.
    await endsWith(1, 'restore run')
    await endsWith(2, 'backup run')
    await endsWith(2, 'upgrade run')
    await endsWith(0, 'media clean')
  }
  expect(existsSync(join(folder, 'data/missing'))).toBe(false)
  const after = await listing(folder)
  expect(after.filter(line => !line.includes('node-compile-cache'))).toEqual(before)
})

test('a command that only reads creates no secret', { timeout: SLOW }, async () => {
  const before = await listing(folder)
  const operator = operatorOf('empty')
  for (const words of [
    ['brand', 'show'],
    ['brand', 'check'],
    ['networks', 'find', '192.0.2.1'],
  ])
    await operator.run(...words)
  expect(await listing(folder)).toEqual(before)
  // It checks if the media folder is writable, which creates the folder.
  await operator.run('doctor')
  expect(existsSync(join(folder, 'data/empty/secret'))).toBe(false)
})
