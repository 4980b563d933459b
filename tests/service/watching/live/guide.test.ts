import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGuide } from '#src/contract/endpoints/live.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveChannels, livePrograms, liveSegments } from '#src/service/platform/db/schema/live.ts'
import { liveStreamKey, saveChannel } from '#src/service/watching/live/channels.queries.ts'
import { invalidateGuides } from '#src/service/watching/live/live.jobs.ts'
import { positionIn, positionInWindow } from '#src/service/watching/live/window.ts'
import {
  GUIDE_OF_A_DAY as DAY,
  type GuideEntry as Entry,
  aGuide as guide,
} from '#tests/support/guides.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

const TIMEOUT = 240_000
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
    url: 'https://encoder.example.com/a.m3u8',
    isPrivate: false,
    targetSeconds: 6,
    manifest: '#EXTM3U\n',
    renditions: [{ name: 'r0', url: 'https://encoder.example.com/b' }],
  })
}, TIMEOUT)
afterAll(() => service.stop())

async function imported(text: string, ...options: string[]) {
  const file = join(service.deps.env.DATA_DIR, 'guide.xml')
  await writeFile(file, text)
  return operator.run('live', 'guide', 'news', file, ...options)
}
const items = async (language: 'fa' | 'en' = 'fa') =>
  (await service.as({ language })(getGuide, { params: { id: contentId } })).items

test('a guide is imported, shown in both languages, and replaced', {
  timeout: TIMEOUT,
}, async () => {
  expect((await imported(guide(...DAY), '--dry-run')).stdout).toContain('4 added')
  expect(await items()).toEqual([])
  const first = await imported(guide(...DAY))
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('4 added, 0 changed, 0 removed, 0 unchanged, 0 left out.')
  expect(await items()).toMatchObject([
    { title: 'اخبار نیمروز', starts_at: '2026-03-21T12:30:00', is_current: true },
    { title: 'مستند', starts_at: '2026-03-21T13:30:00', is_current: false, summary: null },
    { title: 'Film', ends_at: '2026-03-21T16:00:00' },
  ])
  expect((await items('en'))[0]).toMatchObject({ title: 'News', summary: 'About News' })

  const before = await service.deps.db.select().from(livePrograms)
  expect((await imported(guide(...DAY))).stdout).toContain('0 removed, 4 unchanged,')
  expect(await service.deps.db.select().from(livePrograms)).toEqual(before)

  const [news, , film, next] = DAY as [Entry, Entry, Entry, Entry]
  const changed = await imported(guide({ ...news, fa: 'خبر' }, film, next))
  expect(changed.stdout).toContain('0 added, 1 changed, 0 removed, 2 unchanged,')
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
  expect(partly.stdout).toMatch(
    /line 1: "هیچ" is left out: its start is not a time such as .*\n.* 1 left out\./,
  )
  const allowed = await imported(guide({ start: 'x', fa: 'هیچ' }), '--allow-partial', '--json')
  expect(allowed.code).toBe(0)
  expect(JSON.parse(allowed.stdout).left_out).toMatchObject([{ line: 1, title: 'هیچ', start: 'x' }])
  const arabic = join(service.deps.env.DATA_DIR, 'arabic.xml')
  await writeFile(arabic, bytesOf1256(guide(DAY[3] as Entry)))
  expect((await operator.run('live', 'guide', 'news', arabic)).stdout).toContain('1 unchanged')
  expect((await operator.run('live', 'guide', 'film', 'x')).stderr).toContain('is not a channel')
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
  // The first one is before the window.
  const position = (time: string) =>
    positionInWindow(service.deps, liveStreamKey(channelId), at(time))
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
])('%s is at %s s, with a gap of the encoder in between', (time, expected) => {
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
