/** Text from strangers is in every field that a command prints and in every file it reads: none of it reaches the terminal unescaped. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payments, refunds } from '#src/service/platform/db/schema/checkout.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { ledgerEntries } from '#src/service/platform/db/schema/ledger.ts'
import { supportTicketMessages, supportTickets } from '#src/service/platform/db/schema/support.ts'
import { surveyParticipants, surveys } from '#src/service/platform/db/schema/surveys.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { programOf } from '#tests/support/operator.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import {
  CONTROL_CHARACTERS,
  TERMINAL_ATTACK,
  TERMINAL_ATTACK_LINE,
} from '#tests/support/terminal.ts'

let service: TestService
let person: Person
let folder: string

beforeAll(async () => {
  service = await startTestService()
  person = await aSubscriber(service, { msisdn: '09123456789' })
  folder = await mkdtemp(join(tmpdir(), 'pardeh-hostile-'))
  await fillWith(TERMINAL_ATTACK)
}, 180_000)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function fillWith(text: string): Promise<void> {
  const { db, now } = service.deps
  const createdAt = now()
  await importRecords(service, [aFilm({ external_id: 'film' })])
  await db.update(contents).set({ titleFa: text, titleEn: text })
  const [film] = await db.select({ id: contents.id }).from(contents)
  const contentId = film?.id ?? ''
  const { user, profileId } = person
  await db
    .insert(comments)
    .values({ id: 'comment', contentId, profileId, userId: user.id, text, createdAt } as never)
  await db.insert(comments).values({
    id: 'held',
    contentId,
    userId: user.id,
    text,
    heldFor: text,
    hiddenAt: createdAt,
    createdAt,
  } as never)
  await db
    .update(users)
    .set({ name: text, family: text, blockedAt: createdAt, blockedReason: text })
    .where(eq(users.id, user.id))
  await db.insert(supportTickets).values({
    id: 'ticket',
    userId: user.id,
    title: text.slice(0, 100),
    text,
    department: 'support',
    status: 'pending',
    country: 'IR',
    provider: text,
    ip: '10.0.0.1',
    createdAt,
    updatedAt: createdAt,
  } as never)
  await db
    .insert(supportTicketMessages)
    .values({ id: 'message', ticketId: 'ticket', author: 'user', text, createdAt } as never)
  await db.insert(surveys).values({
    id: 'survey',
    ref: 'best',
    titleFa: text,
    titleEn: text,
    votesTotal: 1,
    votesPerItem: 1,
    minItem: 1,
    position: 0,
    startsAt: createdAt,
    createdAt,
  } as never)
  await db.insert(surveyParticipants).values(
    ['a', 'b'].map((id, position) => ({
      id,
      surveyId: 'survey',
      titleFa: text,
      titleEn: text,
      position,
    })) as never,
  )
}

type Ran = { code: number; out: string }
function run(name: string, ...args: string[]): Promise<Ran> {
  const { DATA_DIR } = service.deps.env
  const env = { PATH: process.env.PATH, DATABASE_URL: service.databaseUrl, DATA_DIR }
  return new Promise(done => {
    execFile(
      process.execPath,
      [...programOf(name), ...args],
      { cwd: folder, env },
      (failure, out, errors) =>
        done({ code: failure ? Number(failure.code) : 0, out: `${out}${errors}` }),
    )
  })
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return name
}

/** The isolates that a table puts around a cell; no cell may contain a character that ends them. */
const ISOLATED_CELL = /\u2068([^\u2066-\u2069\n]*)\u2069/g

function expectHarmless(ran: Ran): void {
  const out = ran.out.replaceAll(ISOLATED_CELL, '$1')
  expect(
    [...out.matchAll(CONTROL_CHARACTERS)].map(([found]) => found.codePointAt(0)?.toString(16)),
  ).toEqual([])
  // A line that looks like one of the command was not written by it.
  expect(out).not.toMatch(/^(Ticket 1 is completed|and|more)/m)
}

const STORED: Array<[words: string[], shows: RegExp]> = [
  [['support', 'list'], /\\u\{1b\}/],
  [['support', 'show', '1001'], /\\u\{1b\}[\s\S]*\\u\{202e\}[\s\S]*--- user/],
  [['comments', 'list'], /\\u\{1b\}/],
  [['comments', 'list', '--held'], /held for "/],
  [['users', 'show', '09123456789'], /\\u\{1b\}[\s\S]*\nTickets[\s\S]*\\u\{1b\}/],
  [['users', 'blocked'], /\\u\{1b\}/],
  [['survey', 'list'], /\\u\{1b\}/],
  [['survey', 'results', 'best'], /\\u\{9b\}/],
]

describe('text in the database', { timeout: 180_000 }, () => {
  test.each(STORED)('%j shows it escaped', async ([name = '', ...args], shows) => {
    const ran = await run(name, ...args)
    expect(ran.code).toBe(0)
    expectHarmless(ran)
    expect(ran.out).toMatch(shows)
  })
})

describe('arguments of a command', { timeout: 180_000 }, () => {
  test.each([
    ['support', 'show', TERMINAL_ATTACK],
    ['support', 'answer', TERMINAL_ATTACK, '--text', 'x'],
    ['support', TERMINAL_ATTACK],
    ['comments', 'hide', TERMINAL_ATTACK, TERMINAL_ATTACK],
    ['comments', 'show', TERMINAL_ATTACK],
    ['refunds', 'done', TERMINAL_ATTACK, TERMINAL_ATTACK],
    ['users', 'erase', TERMINAL_ATTACK, '--yes'],
    ['comments', 'hold', TERMINAL_ATTACK.repeat(9)],
    ['users', 'carrier', TERMINAL_ATTACK],
    ['users', 'carrier', '09120000008', '--days', TERMINAL_ATTACK, '--json'],
    ['survey', 'end', TERMINAL_ATTACK],
    ['survey', 'results', TERMINAL_ATTACK],
    ['survey', 'create', TERMINAL_ATTACK],
    ['home', 'apply', TERMINAL_ATTACK],
    ['message', 'set', '--fa', TERMINAL_ATTACK, '--en', ' '],
    ['message', 'set', '--hours', TERMINAL_ATTACK],
    ['voucher', 'create', '--percent', TERMINAL_ATTACK],
    ['voucher', 'create', '--percent', '10', '--package', TERMINAL_ATTACK],
    ['voucher', 'create', `--${TERMINAL_ATTACK_LINE}`],
    ['import', TERMINAL_ATTACK],
    ['jobs', 'retry', TERMINAL_ATTACK],
    ['jobs', 'failed', '--name', TERMINAL_ATTACK, TERMINAL_ATTACK],
    ['webhooks', 'add', TERMINAL_ATTACK],
    ['webhooks', 'add', 'https://crm.example.com', '--events', TERMINAL_ATTACK],
    ['webhooks', 'secret', TERMINAL_ATTACK],
    ['webhooks', 'remove', TERMINAL_ATTACK],
    ['live', 'add', TERMINAL_ATTACK, TERMINAL_ATTACK],
    ['live', 'add', TERMINAL_ATTACK, TERMINAL_ATTACK, '--name', TERMINAL_ATTACK],
    ['live', 'show', TERMINAL_ATTACK],
    ['live', 'publish', TERMINAL_ATTACK, TERMINAL_ATTACK],
    ['live', 'guide', TERMINAL_ATTACK, TERMINAL_ATTACK, '--channel', TERMINAL_ATTACK],
    ['live', 'set', TERMINAL_ATTACK, 'https://encoder.example.com/tv.m3u8'],
    ['live', 'remove', TERMINAL_ATTACK, '--yes'],
    ['schedule', 'set', TERMINAL_ATTACK, '--publish', TERMINAL_ATTACK],
    ['catalogue', 'show', TERMINAL_ATTACK],
    ['catalogue', 'patch', TERMINAL_ATTACK, `title.fa=${TERMINAL_ATTACK}`],
    ['payments', 'show', TERMINAL_ATTACK],
    ['report', '--from', TERMINAL_ATTACK],
    ['networks', 'find', TERMINAL_ATTACK],
    ['packages', 'retire', TERMINAL_ATTACK, '--yes'],
    ['doctor', '--backups', TERMINAL_ATTACK],
    ['doctor', '--nodes', TERMINAL_ATTACK],
    ['ingest', TERMINAL_ATTACK, '--content', TERMINAL_ATTACK],
    ['ingest', TERMINAL_ATTACK, '--kind', TERMINAL_ATTACK],
    ['ingest', TERMINAL_ATTACK, '--content', 'x', '--intro', TERMINAL_ATTACK],
    ['ingest', TERMINAL_ATTACK, '--content', 'x', '--credits', TERMINAL_ATTACK],
    ['backup', 'dir', '--media', TERMINAL_ATTACK],
    ['backup', `/dev/null/${TERMINAL_ATTACK}`],
    ['restore', TERMINAL_ATTACK],
    ['upgrade', TERMINAL_ATTACK],
  ])('%#: %s', async (name, ...args) => {
    const ran = await run(name, ...args)
    expect(ran.code).not.toBe(0)
    expectHarmless(ran)
  })
})

describe('contents of a file', { timeout: 180_000 }, () => {
  const pair = { fa: TERMINAL_ATTACK, en: TERMINAL_ATTACK }
  const row = { type: 'video_carousel', title: pair }
  const survey = { ref: 'new', title: pair, votes_total: 1, votes_per_item: 1 }
  const HOME: unknown[] = [
    { widgets: [{ ...row, external_ids: [TERMINAL_ATTACK] }] },
    { widgets: [{ ...row, [TERMINAL_ATTACK]: 1 }] },
    { widgets: [{ type: TERMINAL_ATTACK }], [TERMINAL_ATTACK]: TERMINAL_ATTACK },
  ]
  test.each(HOME)('a home page %#', async page => {
    expectHarmless(await run('home', 'apply', await file('home.json', JSON.stringify(page))))
  })

  test.each([
    {
      ...survey,
      participants: [
        { title: pair, artist: TERMINAL_ATTACK },
        { title: pair, content: TERMINAL_ATTACK },
      ],
    },
    {
      ...survey,
      ref: TERMINAL_ATTACK,
      [TERMINAL_ATTACK]: TERMINAL_ATTACK,
      participants: [{ title: { [TERMINAL_ATTACK]: 1 } }],
    },
  ])('a survey %#', async page => {
    expectHarmless(await run('survey', 'create', await file('survey.json', JSON.stringify(page))))
  })

  test.each(['home', 'survey'])('invalid JSON: %s', async name => {
    const words = name === 'home' ? ['apply'] : ['create']
    const ran = await run(name, ...words, await file('bad.json', `{"a": ${TERMINAL_ATTACK}`))
    expect(ran.code).toBe(2)
    expectHarmless(ran)
  })

  test('a catalogue: unknown field names are quoted, escaped and cut', async () => {
    const lines: unknown[] = [
      { ...aFilm({ external_id: 'a' }), [TERMINAL_ATTACK]: 1, [`long${'g'.repeat(500)}`]: 1 },
      {
        ...aFilm({ external_id: 'b' }),
        genres: [TERMINAL_ATTACK],
        year: TERMINAL_ATTACK,
        flags: [TERMINAL_ATTACK],
      },
      {
        ...aFilm({ external_id: 'c' }),
        poster: TERMINAL_ATTACK,
        credits: [{ artist: TERMINAL_ATTACK, role: 'actor' }],
      },
      {
        ...aFilm({ external_id: 'd' }),
        credits: [{ artist: TERMINAL_ATTACK, role: TERMINAL_ATTACK }],
      },
      { kind: TERMINAL_ATTACK },
      { kind: 'removal', external_id: TERMINAL_ATTACK },
      aFilm({ external_id: 'e', seasons: [] as never, type: TERMINAL_ATTACK as never }),
      aFilm({
        external_id: 'f',
        type: 'video_content_list',
        items: [TERMINAL_ATTACK, `${TERMINAL_ATTACK}2`],
      }),
      aFilm({ external_id: TERMINAL_ATTACK }),
      aFilm({ external_id: TERMINAL_ATTACK }),
    ]
    const text = [...lines.map(line => JSON.stringify(line)), `{"x": ${TERMINAL_ATTACK_LINE}`].join(
      '\n',
    )
    const ran = await run('import', await file('nasty.jsonl', text))
    expectHarmless(ran)
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('\\u{1b}[31m')
    for (const line of ran.out.split('\n')) expect([...line].length).toBeLessThan(900)
    expect(ran.out).not.toContain('g'.repeat(100))
  })
})

test('the schema of a line is JSON, also in a terminal', { timeout: 180_000 }, async () => {
  const ran = await run('import', '--schema')
  expectHarmless(ran)
  expect(JSON.parse(ran.out).oneOf).toHaveLength(4)
})

test('each refund that is owed is one line', { timeout: 180_000 }, async () => {
  const { db, now } = service.deps
  const at = now()
  const [film] = await db.select({ id: contents.id }).from(contents)
  await db.insert(payments).values({
    id: 'payment',
    userId: person.user.id,
    kind: 'ticket',
    state: 'paid',
    paidAt: at,
    contentId: film?.id ?? '',
    ticketHours: 48,
    titleFa: TERMINAL_ATTACK,
    titleEn: TERMINAL_ATTACK,
    price: 100,
    discount: 0,
    vatPercent: 10,
    vat: 10,
    total: 110,
    gateway: 'zibal',
    refId: TERMINAL_ATTACK,
    expiresAt: at,
  })
  await db.insert(ledgerEntries).values([
    { posting: 'paid:payment', account: 'bank', amount: 110, paymentId: 'payment' },
    { posting: 'paid:payment', account: 'revenue', amount: -110, paymentId: 'payment' },
  ])
  const refund = { id: 'refund', paymentId: 'payment', amount: 110, reason: TERMINAL_ATTACK }
  await db.insert(refunds).values(refund)
  const ran = await run('refunds', 'list')
  expectHarmless(ran)
  expect(ran.out).toContain('\\u{1b}[31m')
})
