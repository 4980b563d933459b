import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGuide } from '#src/contract/endpoints/live.ts'
import { contents } from '#src/service/db/schema/contents.ts'
import { liveChannels, livePrograms, liveSegments } from '#src/service/db/schema/live.ts'
import { saveChannel, streamOf } from '#src/service/live/channels.queries.ts'
import { invalidateGuides } from '#src/service/live/live.jobs.ts'
import { positionIn, positionInWindow } from '#src/service/live/window.ts'
import { readXmltv, timeOf } from '#src/service/live/xmltv.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const TIMEOUT = 60_000
let service: TestService
let operator: Operator
let contentId: string

beforeAll(async () => {
  // 13:00 in Tehran.
  service = await startTestService({ now: new Date('2026-03-21T09:30:00Z') })
  const { deps } = service
  operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: deps.env.DATA_DIR })
  await importRecords(service, [aFilm({ external_id: 'news' }), aFilm({ external_id: 'film' })])
  const [row] = await deps.db.select().from(contents).where(eq(contents.externalId, 'news'))
  contentId = row?.id ?? ''
  await saveChannel(deps.db, contentId, {
    ...{ url: 'https://encoder.example.com/a.m3u8', isPrivate: false, targetSeconds: 6 },
    ...{
      manifest: '#EXTM3U\n',
      renditions: [{ name: 'r0', url: 'https://encoder.example.com/b' }],
    },
  })
}, TIMEOUT)
afterAll(() => service.stop())

type Entry = { start: string; stop?: string; fa?: string; en?: string; channel?: string }
const entry = ({ start, stop, fa, en, channel = 'one' }: Entry) =>
  [
    `<programme start="${start}"${stop ? ` stop="${stop}"` : ''} channel="${channel}">`,
    ...(fa ? [`<title lang="fa">${fa}</title>`] : []),
    ...(en ? [`<title lang="en-GB">${en}</title><desc lang="en">About ${en}</desc>`] : []),
    '<title lang="de">Deutsch</title><category lang="fa">خبر</category></programme>',
  ].join('')
const guide = (...entries: Entry[]) =>
  `<?xml version="1.0"?><tv>${entries.map(entry).join('')}</tv>`

const DAY: Entry[] = [
  { start: '20260321123000 +0330', stop: '20260321133000 +0330', fa: 'اخبار نیمروز', en: 'News' },
  { start: '20260321100000 +0000', stop: '20260321110000 +0000', fa: 'مستند' },
  { start: '20260321143000 +0330', stop: '20260321160000 +0330', en: 'Film' },
  { start: '20260322230000 +0330', stop: '20260322233000 +0330', fa: 'فردا' },
]

async function imported(text: string, ...options: string[]) {
  const file = join(service.deps.env.DATA_DIR, 'guide.xml')
  await writeFile(file, text)
  return operator.run('live', 'guide', 'news', file, ...options)
}
const items = async (language: 'fa' | 'en' = 'fa') =>
  (await service.as({ language })(getGuide, { params: { id: contentId } })).items

describe('a file', () => {
  test.each([
    ['20260321123000 +0330', '2026-03-21T09:00:00.000Z'],
    ['20260321123000 -0100', '2026-03-21T13:30:00.000Z'],
    ['20260321123000', '2026-03-21T12:30:00.000Z'],
    ['202603211230 +0330', '2026-03-21T09:00:00.000Z'],
    ['20260230123000 +0330', null],
    ['2026-03-21', null],
    ['', null],
  ])('%s is %s', (text, expected) => {
    expect(timeOf(text)?.toISOString() ?? null).toBe(expected)
  })

  test('is put in order, with what is left out and why', () => {
    const { entries, skipped } = readXmltv(
      guide(
        { start: '20260321160000', fa: 'آخر' },
        { start: '20260321120000', fa: 'اول' },
        { start: '20260321130000', stop: '20260321140000', fa: 'دوم' },
        { start: '20260321133000', stop: '20260321150000', fa: 'هم‌زمان' },
        { start: '20260321150000', stop: '20260321150000', fa: 'خالی' },
        { start: '20260321153000', stop: '20260321155000' },
        { start: 'sometime', fa: 'هیچ' },
        { start: '20260401000000', stop: '20260501000000', fa: 'ماه' },
      ),
      null,
    )
    expect(entries.map(({ title }) => title)).toEqual([{ fa: 'اول' }, { fa: 'دوم' }])
    expect(entries[0]?.endsAt).toEqual(new Date('2026-03-21T13:00:00Z'))
    expect(skipped).toEqual({
      'its start is no time': 1,
      'it overlaps the one before': 1,
      'it has no end after its start': 1,
      'it has no title in a language of the site': 1,
      'it is longer than a day': 2,
    })
  })

  test.each([
    ['<html></html>', null, /no XMLTV/],
    ['', null, /no XMLTV/],
    ['<tv><programme', null, /no XMLTV/],
    [guide({ start: '1', fa: 'الف' }, { start: '1', fa: 'ب', channel: 'two' }), null, /--channel/],
    [guide({ start: '1', fa: 'الف' }), 'two', /but of "one"/],
  ])('%s of %s is rejected', (text, channel, message) => {
    expect(() => readXmltv(text, channel)).toThrow(message)
  })

  test('expands no entities of its own', () => {
    const text = `<!DOCTYPE tv [<!ENTITY x SYSTEM "file:///etc/passwd">]>${guide(...DAY).slice(21)}`
    expect(() => readXmltv(text.replace('مستند', 'مستند &x;'), null)).toThrow(
      'The file is no XMLTV',
    )
  })
})

test('a guide is imported, shown in both languages, and replaced', {
  timeout: TIMEOUT,
}, async () => {
  expect((await imported(guide(...DAY), '--dry-run')).stdout).toContain('4 added')
  expect(await items()).toEqual([])
  const first = await imported(guide(...DAY))
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('4 added, 0 changed, 0 removed, 0 as before.')
  expect(await items()).toMatchObject([
    { title: 'اخبار نیمروز', starts_at: '2026-03-21T12:30:00', is_current: true },
    { title: 'مستند', starts_at: '2026-03-21T13:30:00', is_current: false, summary: null },
    { title: 'Film', ends_at: '2026-03-21T16:00:00' },
  ])
  expect((await items('en'))[0]).toMatchObject({ title: 'News', summary: 'About News' })

  const before = await service.deps.db.select().from(livePrograms)
  expect((await imported(guide(...DAY))).stdout).toContain('0 removed, 4 as before.')
  expect(await service.deps.db.select().from(livePrograms)).toEqual(before)

  const [news, , film, next] = DAY as [Entry, Entry, Entry, Entry]
  const changed = await imported(guide({ ...news, fa: 'خبر' }, film, next))
  expect(changed.stdout).toContain('0 added, 1 changed, 0 removed, 2 as before.')
  expect((await items()).map(({ title }) => title)).toEqual(['خبر', 'مستند', 'Film'])
  await imported(guide({ ...news, en: undefined, fa: 'خبرها' }))
  expect((await items('en'))[0]).toMatchObject({ title: 'News', summary: 'About News' })
  expect((await items())[0]?.id).toBe(before.find(({ titleEn }) => titleEn === 'News')?.id)

  const special = { start: '20260321130000 +0330', stop: '20260321140000 +0330', fa: 'ویژه' }
  expect((await imported(guide(special))).stdout).toContain('1 added, 1 changed, 1 removed')
  expect((await items()).map(({ title, ends_at }) => [title, ends_at.slice(11)])).toEqual([
    ['خبرها', '13:00:00'],
    ['ویژه', '14:00:00'],
    ['Film', '16:00:00'],
  ])

  const partly = await imported(guide(...DAY, { start: 'x', fa: 'هیچ' }))
  expect(partly.code).toBe(1)
  expect(partly.stdout).toContain('1 left out: its start is no time.')
  expect((await operator.run('live', 'guide', 'film', 'x')).stderr).toContain('is no channel')
})

const at = (text: string) => new Date(`2026-03-21T${text}Z`)

test('programmes whose start is recorded can be watched from there', async () => {
  const { db } = service.deps
  const [channel] = await db.select().from(liveChannels)
  const channelId = channel?.id ?? ''
  const row = { channelId, rendition: 'r0', discontinuities: 0, seconds: 600, bytes: 1 }
  const source = { file: 'a.ts', sourceSequence: 1, sourceUri: '/a.ts' }
  const starts = ['07:00:00', '08:50:00', '09:00:00', '09:20:00']
  await db
    .insert(liveSegments)
    .values(starts.map((start, sequence) => ({ ...row, ...source, sequence, startsAt: at(start) })))
  expect((await items()).map(({ title, is_recorded }) => [title, is_recorded])).toEqual([
    ['اخبار نیمروز', true],
    ['مستند', false],
    ['Film', false],
  ])
  // The first one is out of the window.
  const position = (time: string) => positionInWindow(service.deps, streamOf(channelId), at(time))
  expect(await position('09:00:00')).toBe(600)
  expect(await position('06:00:00')).toBe(0.1)
  expect(await position('09:45:00')).toBe(0)
  expect(await positionInWindow(service.deps, 'demo/channel', at('09:00:00'))).toBe(0)
})

test.each([
  ['09:00:00', 0.1],
  ['09:00:03', 3],
  ['09:00:08', 8],
  ['09:00:20', 12],
  ['09:01:02', 14],
  ['09:01:07', 0],
  ['08:00:00', 0.1],
])('%s is at %s s, with a break of the encoder between', (time, expected) => {
  const starts = ['09:00:00', '09:00:06', '09:01:00']
  const segments = starts.map(start => ({ startsAt: at(start), seconds: 6 }))
  expect(positionIn(segments, at(time))).toBe(expected)
})

test('the page of a channel is rendered again when a programme begins or ends, and at midnight', async () => {
  const when = (now: Date) => ({ ...service.deps, now: () => now })
  const invalidatedAt = async (time: string) => {
    service.invalidated.length = 0
    await invalidateGuides(when(new Date(time)))
    return [...service.invalidated]
  }
  expect(await invalidatedAt('2026-03-21T10:20:00Z')).toEqual([])
  expect(await invalidatedAt('2026-03-21T11:00:30Z')).toEqual([`content:${contentId}`])
  expect(await invalidatedAt('2026-03-21T12:31:00Z')).toEqual([`content:${contentId}`])
  expect(await invalidatedAt('2026-03-21T20:29:59Z')).toEqual([])
  expect(await invalidatedAt('2026-03-21T20:31:00Z')).toEqual([`content:${contentId}`])
})
