import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { allActions } from '#src/service/operations/console/actions.ts'
import { needsSecondPerson } from '#src/service/operations/staff/roles.ts'
import { auditLog } from '#src/service/platform/db/schema/audit.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { aUser } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'
import { aWorkbook } from '#tests/support/workbook.ts'

/** Days from now: a moment ago. */
const JUST_NOW = -1e-6

let service: TestService
let admin: StaffCaller
let second: StaffCaller
let support: StaffCaller
let editor: StaffCaller

beforeAll(async () => {
  service = await startTestService()
  const team = openConsole(service)
  admin = await team.member('admin')
  second = await team.member('admin', 'second@example.com')
  support = await team.member('support')
  editor = await team.member('editor')
})
afterAll(() => service.stop())

async function lastEntry() {
  const [row] = await service.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return row
}

async function aNumber(): Promise<{ id: string; msisdn: string }> {
  const id = await aUser(service.deps.db)
  const rows = await service.deps.db.select().from(users)
  return { id, msisdn: rows.find(row => row.id === id)?.msisdn ?? '' }
}

test('an action is in the audit log under the account, with its reason', async () => {
  const user = await aNumber()
  const fields = { person: user.msisdn }
  const path = '/api/actions/users/block'
  expect((await support.call('POST', path, { fields })).status).toBe(422)
  const done = await support.call('POST', path, { fields, reason: 'shares the account' })
  expect(done.body).toMatchObject({ data: { user: user.id, changed: true }, isIncomplete: false })
  expect(await lastEntry()).toMatchObject({
    actor: 'support@example.com',
    action: 'users.block',
    target: user.id,
    details: { reason: 'shares the account' },
  })
})

test('a dry run changes nothing and is in no log', async () => {
  const user = await aNumber()
  const before = await lastEntry()
  const call = { fields: { person: user.id }, dryRun: true }
  const { status } = await support.call('POST', '/api/actions/users/block', call)
  expect(status).toBe(200)
  expect(await lastEntry()).toEqual(before)
  const rows = await service.deps.db.select().from(users)
  expect(rows.find(({ id }) => id === user.id)?.blockedAt).toBeNull()
})

test('looking at a person is in the audit log', async () => {
  const user = await aNumber()
  expect((await support.call('GET', `/api/people/${user.id}`)).status).toBe(200)
  expect(await lastEntry()).toMatchObject({
    actor: support.email,
    action: 'users.show',
    target: user.id,
  })
})

test('erasing a person begins when another administrator approves it', async () => {
  const user = await aNumber()
  const asked = await admin.call('POST', '/api/actions/users/erase', {
    fields: { person: user.msisdn },
    reason: 'asked for it by mail',
  })
  expect(asked.status).toBe(202)
  expect(JSON.stringify(asked.body)).not.toContain(user.msisdn)
  const { id } = asked.body.request as { id: string }
  const approve = `/api/requests/${id}/approve`
  expect((await admin.call('POST', approve)).status).toBe(403)
  expect((await support.call('POST', approve)).status).toBe(403)
  expect((await second.call('GET', '/api/requests')).body).toMatchObject({
    rows: [{ id, canApprove: true }],
  })
  expect((await support.call('GET', '/api/requests')).body).toMatchObject({ total: 0 })
  const both = await Promise.all([second.call('POST', approve), second.call('POST', approve)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await lastEntry()).toMatchObject({
    actor: second.email,
    action: 'users.erase',
    target: user.id,
    details: { reason: 'asked for it by mail' },
  })
})

test('a request that was refused or is three days old erases no person', async () => {
  const ask = async () => {
    const user = await aNumber()
    const call = { fields: { person: user.id }, reason: 'by mail' }
    const { body } = await support.call('POST', '/api/actions/users/erase', call)
    return (body.request as { id: string }).id
  }
  const refused = await ask()
  expect((await editor.call('DELETE', `/api/requests/${refused}`)).status).toBe(403)
  expect((await admin.call('DELETE', `/api/requests/${refused}`)).status).toBe(204)
  expect((await admin.call('POST', `/api/requests/${refused}/approve`)).status).toBe(404)
})

test('a request whose action fails stays open with its error, and can be approved again', async () => {
  const user = await aNumber()
  const call = { fields: { person: user.id }, reason: 'by letter' }
  const asked = await support.call('POST', '/api/actions/users/erase', call)
  const { id } = asked.body.request as { id: string }
  const { db } = service.deps
  await db.execute(sql`alter table bookmarks rename to bookmarks_away`)
  const failed = await admin
    .call('POST', `/api/requests/${id}/approve`)
    .finally(() => db.execute(sql`alter table bookmarks_away rename to bookmarks`))
  expect(failed.status).toBeGreaterThanOrEqual(500)
  const { body } = await support.call('GET', '/api/requests')
  expect((body.rows as { id: string }[]).find(row => row.id === id)).toMatchObject({
    failure: 'unknown',
    failedAt: expect.any(String),
    personName: expect.stringMatching(/\*\*\*/),
  })
  const rows = await db.select().from(users)
  expect(rows.find(row => row.id === user.id)).toMatchObject({ erasedAt: null, blockedAt: null })
  expect(await lastEntry()).toMatchObject({ action: 'users.erase.fail', target: user.id })
  expect((await admin.call('POST', `/api/requests/${id}/approve`)).status).toBe(200)
})

test('actions with a second person run in one transaction, because their request is removed in it', async () => {
  const all = (await allActions()).filter(action => needsSecondPerson(action))
  expect(all.length).toBeGreaterThan(0)
  for (const { noun, verb, action } of all)
    expect(`${noun}.${verb} ${action.transaction ?? 'one'}`).toBe(`${noun}.${verb} one`)
})

test('of many parallel changes with one version, one is saved and the others learn of it', async () => {
  await importRecords(service, [aFilm({ external_id: 'raced' })])
  service.clock.advance({ seconds: 1 })
  const { body } = await editor.call('GET', '/api/titles/raced')
  const change = (year: number) =>
    (year % 2 ? editor : admin).call('POST', '/api/actions/catalogue/patch', {
      fields: { id: 'raced', changes: [`year=${year}`] },
      version: body.version,
    })
  const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => change(2001 + at)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const saved = replies.findIndex(({ status }) => status === 200)
  expect((await editor.call('GET', '/api/titles/raced')).body).toMatchObject({
    record: { year: 2001 + saved },
  })
})

test('the later of two editors learns that the title has changed', async () => {
  await importRecords(service, [aFilm({ external_id: 'twice' })])
  const { body } = await editor.call('GET', '/api/titles/twice')
  const path = '/api/actions/catalogue/patch'
  const change = (year: number) => ({
    fields: { id: 'twice', changes: [`year=${year}`] },
    version: body.version,
  })
  service.clock.advance({ seconds: 1 })
  expect((await editor.call('POST', path, change(2001))).body).toMatchObject({
    data: { changed: true },
  })
  const late = await admin.call('POST', path, change(2002))
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    error: { code: 'conflict', details: { changed: ['year'], by: editor.email } },
  })
})

test('a video that was encoded meanwhile is no change by another editor', async () => {
  await importRecords(service, [aFilm({ external_id: 'encoded' })])
  const { body } = await editor.call('GET', '/api/titles/encoded')
  await service.deps.db
    .update(contents)
    .set({ durationSeconds: 5_400, captionLanguages: ['fa'], updatedAt: service.clock.now() })
    .where(eq(contents.externalId, 'encoded'))
  const { status } = await editor.call('POST', '/api/actions/catalogue/patch', {
    fields: { id: 'encoded', changes: ['year=2001'] },
    version: body.version,
  })
  expect(status).toBe(200)
})

test('no field reaches a file of the machine or its standard input', async () => {
  const tries = [
    ['import/run', { fields: { file: '/etc/passwd' } }],
    ['home/apply', { fields: { file: '-' } }],
    ['users/export', { fields: { person: '09120000001', file: '/tmp/out.json' } }],
    ['support/answer', { fields: { number: '1001', text: '-' } }],
  ] as const
  for (const [path, call] of tries)
    expect((await admin.call('POST', `/api/actions/${path}`, call)).status, path).toBe(422)
})

test.each(['poster', 'backdrop', 'image', 'lettering.fa', 'lettering.en', 'lettering'])(
  'the field %s takes no picture of the machine',
  async field => {
    const fields = { id: 'twice', changes: [`${field}=/srv/picture.png`] }
    const { status, body } = await admin.call('POST', '/api/actions/catalogue/patch', { fields })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('the console cannot read a file of the machine')
  },
)

test('a file is read from the body', async () => {
  const text = `${JSON.stringify({ kind: 'title', external_id: 'sent', type: 'single_video', title: { fa: 'ارسالی' } })}\n`
  const files = { file: { filename: '../../titles.jsonl', text } }
  const { body } = await editor.call('POST', '/api/actions/import/run', { files, dryRun: true })
  expect(body).toMatchObject({ data: { problems: expect.any(Array) } })
})

test('the last administrator stays one', async () => {
  const role = (email: string) =>
    admin.call('POST', '/api/actions/staff/set-role', { fields: { email, role: 'editor' } })
  expect((await role(second.email)).status).toBe(200)
  expect((await role(admin.email)).status).toBe(422)
})

test('today shows money only to those who may read the report', async () => {
  const { body: own } = await admin.call('GET', '/api/today?days=30')
  expect(own.figures).toMatchObject({ revenueToday: 0, ticketsWaiting: 0 })
  expect(own.series).toHaveLength(30)
  const { body } = await editor.call('GET', '/api/today')
  expect(body.figures).toMatchObject({ revenueToday: null, failedJobs: null })
})

test('today counts people whose subscription has ended, without those who have another one', async () => {
  const ended = async () => {
    const { body } = await editor.call('GET', '/api/today')
    return (body.figures as { endedSubscribersToday: number }).endedSubscribersToday
  }
  const before = await ended()
  await aSubscriber(service, { days: JUST_NOW })
  await aSubscriber(service, { days: 1 })
  const renewed = await aSubscriber(service, { days: JUST_NOW })
  const now = service.deps.now()
  await service.deps.db.insert(subscriptions).values({
    id: newId(),
    userId: renewed.user.id,
    source: 'operator',
    titleFa: 'تمدید',
    titleEn: 'Renewal',
    startsAt: now,
    endsAt: new Date(now.getTime() + DAY_MS),
  })
  expect(await ended()).toBe(before + 1)
})

test('the course of ended subscriptions has each on its day, also if the person came back later', async () => {
  const course = async () => {
    const { body } = await editor.call('GET', '/api/today?days=7')
    return (body.series as { endedSubscribers: number }[]).map(each => each.endedSubscribers)
  }
  const before = await course()
  const now = service.deps.now().getTime()
  const period = (userId: string, from: number, to: number, revoked?: number) => ({
    id: newId(),
    userId,
    source: 'operator' as const,
    titleFa: 'اشتراک',
    titleEn: 'Subscription',
    startsAt: new Date(now + from * DAY_MS),
    endsAt: new Date(now + to * DAY_MS),
    ...(revoked !== undefined && { revokedAt: new Date(now + revoked * DAY_MS) }),
  })
  const [back, revoked, renewed] = [
    await aUser(service.deps.db),
    await aUser(service.deps.db),
    await aUser(service.deps.db),
  ]
  await service.deps.db
    .insert(subscriptions)
    .values([
      period(back, -30, -2),
      period(back, -1, 30),
      period(revoked, -30, 30, -3),
      period(renewed, -30, -2),
      period(renewed, -2, 30),
    ])
  const added = (await course()).map((people, at) => people - (before[at] ?? 0))
  expect(added).toEqual([0, 0, 0, 1, 1, 0, 0])
})

test('today shows the disk to those who look after jobs', async () => {
  const { body } = await admin.call('GET', '/api/today')
  expect(body.figures).toMatchObject({
    disk: { free: expect.any(Number), isLow: expect.any(Boolean) },
  })
  expect((await editor.call('GET', '/api/today')).body.figures).toMatchObject({ disk: null })
})

test('lists are filtered, sorted and paged', async () => {
  await importRecords(service, [aFilm({ external_id: 'a1' }), aFilm({ external_id: 'a2' })])
  const page = await editor.call('GET', '/api/titles?perPage=1&sort=year&order=desc&missing=stream')
  expect(page.body.rows).toHaveLength(1)
  for (const query of [
    'missing=poster',
    'missing=genre',
    'missing=age',
    'draft=true',
    'draft=false&removed=false&q=a1',
    'kind=series',
  ])
    expect((await editor.call('GET', `/api/titles?${query}`)).status, query).toBe(200)
  const user = await aNumber()
  for (const q of [user.msisdn, user.msisdn.slice(0, 6), user.id, 'no such name%'])
    expect((await support.call('GET', `/api/people?q=${encodeURIComponent(q)}`)).status, q).toBe(
      200,
    )
  await service.deps.db
    .update(users)
    .set({ name: 'Sara', family: 'Moradi' })
    .where(eq(users.id, user.id))
  for (const q of ['sara', 'Moradi', 'sara mor'])
    expect((await support.call('GET', `/api/people?q=${q}`)).body.rows, q).toMatchObject([
      { id: user.id },
    ])
  for (const state of ['held', 'reported', 'hidden', 'shown'])
    expect((await support.call('GET', `/api/comments?state=${state}`)).status, state).toBe(200)
  for (const path of [
    'tickets?state=open&q=x',
    'payments?state=paid&sort=total',
    'tickets?sort=__proto__',
  ])
    expect((await support.call('GET', `/api/${path}`)).status, path).toBe(200)
  expect(
    (await admin.call('GET', '/api/audit?action=users&actor=support@example.com')).body.total,
  ).toBeGreaterThan(0)
})

test('the preview of the home page is that of a child’s age, and changes nothing', async () => {
  await importRecords(service, [
    aFilm({ external_id: 'for-all', age_label: 0 }),
    aFilm({ external_id: 'for-adults', age_label: 18 }),
  ])
  const title = { fa: 'هر دو', en: 'Both' }
  const external_ids = ['for-all', 'for-adults']
  const text = JSON.stringify({ widgets: [{ type: 'video_carousel', title, external_ids }] })
  const preview = async (fields: object) => {
    const files = { file: { filename: 'home.json', text } }
    const { body } = await editor.call('POST', '/api/actions/home/preview', { fields, files })
    return (body.data as { row: number; title: string; items: { title: string }[] }[])[0]
  }
  expect(await preview({ language: 'en' })).toMatchObject({ row: 1, title: 'Both' })
  expect((await preview({ language: 'en' }))?.items).toHaveLength(2)
  expect((await preview({ language: 'en', age: '7' }))?.items).toMatchObject([
    { title: 'Film for-all' },
  ])
  const stored = { fields: { page: 'home' } }
  expect((await editor.call('POST', '/api/actions/home/export', stored)).status).toBe(422)
  const { body } = await editor.call('GET', '/api/titles?ids=for-adults,for-all')
  expect(body.total).toBe(2)
  const { body: categories } = await editor.call('POST', '/api/actions/catalogue/categories', {})
  expect(categories.data).toContainEqual(expect.objectContaining({ key: 'drama', type: 'genre' }))
})

test('a workbook is described, tried and imported from its bytes, and its progress can be read', async () => {
  const bytes = aWorkbook({
    one: [
      ['شناسه', 'نوع', 'نام', 'یادداشت'],
      ['from-office', 'سریال', 'مجموعه', 'x'],
    ],
  })
  const base64 = Buffer.from(bytes).toString('base64')
  const files = { file: { filename: 'titles.xlsx', base64 } }
  const { body: described } = await editor.call('POST', '/api/actions/catalogue/columns', { files })
  expect(described.data).toMatchObject({ rows: 1, columns: { 3: { field: null } } })
  const path = '/api/actions/catalogue/import'
  expect((await editor.call('POST', path, { files })).status).toBe(422)
  const call = { files, fields: { column: ['4='] } }
  const left_out = { columns: [{ column: 4, heading: 'یادداشت', values: 1 }], sheets: [] }
  const tried = await editor.call('POST', path, { ...call, dryRun: true })
  expect(tried.body).toMatchObject({ data: { created: 1, left_out } })
  expect((await editor.call('GET', '/api/titles?q=from-office')).body.total).toBe(0)
  expect((await editor.call('POST', path, call)).body).toMatchObject({ data: { created: 1 } })
  expect((await editor.call('GET', '/api/titles?q=from-office')).body.total).toBe(1)
  const progress = await editor.call('GET', '/api/progress/import')
  expect(progress.body).toMatchObject({ running: 0 })
  expect((await support.call('GET', '/api/progress/import')).status).toBe(403)
})

test('a picture is stored in all sizes, and what is none is refused', async () => {
  await importRecords(service, [aFilm({ external_id: 'pictured' })])
  const { default: sharp } = await import('sharp')
  const ground = { width: 600, height: 900, channels: 3, background: '#c31f40' } as const
  const png = await sharp({ create: ground }).png().toBuffer()
  const send = async (field: string, bytes: Buffer) => {
    const { body: title } = await editor.call('GET', '/api/titles/pictured')
    const file = { filename: 'picture.png', base64: bytes.toString('base64') }
    const fields = { id: 'pictured', field }
    const call = { fields, files: { file }, version: title.version }
    return editor.call('POST', '/api/actions/catalogue/picture', call)
  }
  expect((await send('poster', png)).body).toMatchObject({ data: { changed: true } })
  const { body } = await editor.call('GET', '/api/titles/pictured')
  const poster = expect.stringMatching(/^poster\/[0-9a-f]{20}$/)
  expect(body.pictures).toMatchObject({ poster, backdrop: null, lettering: {} })
  expect((await send('poster', Buffer.from('no picture'))).status).toBe(422)
  const opaque = await send('lettering.fa', png)
  expect(JSON.stringify(opaque.body)).toContain('it has no transparent ground')
  expect((await editor.call('GET', '/api/titles/pictured')).body.pictures).toEqual(body.pictures)
})

test('the history of a title names who changed what, and has no line of another one', async () => {
  await importRecords(service, [aFilm({ external_id: 'told' }), aFilm({ external_id: 'untold' })])
  const run = (verb: string, fields: object, reason?: string) =>
    editor.call('POST', `/api/actions/${verb}`, { fields, ...(reason ? { reason } : {}) })
  await run('catalogue/patch', { id: 'told', changes: ['year=2011'] })
  await run('schedule/set', { title: 'told', publish: 'now' })
  expect((await run('catalogue/remove', { ids: ['told'] }, 'by contract')).status).toBe(200)
  const { body } = await support.call('GET', '/api/titles/told')
  expect(body.history).toMatchObject([
    { action: 'catalogue.remove', actor: editor.email, reason: 'by contract' },
    { action: 'schedule.set' },
    { action: 'catalogue.patch', fields: ['year'] },
  ])
  expect((await editor.call('GET', '/api/titles/untold')).body.history).toEqual([])
})

test('a removal needs a reason, but not to be tried', async () => {
  await importRecords(service, [aFilm({ external_id: 'tried' })])
  const path = '/api/actions/catalogue/remove'
  const fields = { ids: ['tried'] }
  expect((await editor.call('POST', path, { fields })).status).toBe(422)
  const trial = await editor.call('POST', path, { fields, dryRun: true })
  expect([trial.status, trial.body.data]).toEqual([
    200,
    [{ name: 'tried', external_id: 'tried', outcome: 'removed' }],
  ])
  const done = await editor.call('POST', path, { fields, reason: 'by contract' })
  expect(done.status).toBe(200)
  expect(await lastEntry()).toMatchObject({ target: 'tried', details: { reason: 'by contract' } })
})

test('an action for several people names those that were refused, and has a line for each other one', async () => {
  const [first, second] = [await aNumber(), await aNumber()]
  const fields = { person: [first.id, '09129999999', second.msisdn] }
  const reason = 'resold'
  const { status, body } = await support.call('POST', '/api/actions/users/block', {
    fields,
    reason,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    data: {
      done: [{ user: first.id }, { user: second.id }],
      failed: [{ item: '0912***9999', message: 'There is no user 0912***9999.' }],
    },
    isIncomplete: true,
  })
  const rows = await service.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)
  expect(rows.map(({ target, details }) => [target, details.reason])).toEqual([
    [second.id, reason],
    [first.id, reason],
  ])
})
