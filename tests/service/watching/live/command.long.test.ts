/** Runs `./pardeh live` with an encoder made of a few files. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { auditLog } from '#src/service/platform/db/schema/audit.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveChannels } from '#src/service/platform/db/schema/live.ts'
import { channelState } from '#src/service/watching/live/channel-states.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { startTestServer } from '#tests/support/test-server.ts'

const TIMEOUT = 240_000
let service: TestService
let operator: Operator

beforeAll(async () => {
  // The commands use the real time.
  service = await startTestService({ overrides: { now: () => new Date() } })
  const { DATA_DIR } = service.deps.env
  operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR })
  const { problems } = await importRecords(service, [
    aFilm({ external_id: 'film', media: { stream: 'demo/landscape' }, duration: '01:00:00' }),
    aSeries({ external_id: 'series' }),
  ])
  expect(problems).toEqual([])
}, TIMEOUT)
afterAll(() => service.stop())
beforeEach(async () => {
  await service.deps.db.delete(liveChannels)
})

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e"\nmedia.m3u8\n'
const MEDIA = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:6,\na.ts\n'

async function anEncoder(files: Record<string, string> = {}) {
  const all: Record<string, string> = { 'master.m3u8': MASTER, 'media.m3u8': MEDIA, 'a.ts': 'G' }
  const server = await startTestServer((req, res) => {
    const file = { ...all, ...files }[req.url?.slice(1) ?? '']
    res.writeHead(file === undefined ? 404 : 200).end(file)
  })
  return `${server.origin}/master.m3u8`
}

const run = (...words: string[]) => operator.run('live', ...words)
const channels = () => service.deps.db.select().from(liveChannels)
const page = async (externalId: string) => {
  const [row] = await service.deps.db
    .select()
    .from(contents)
    .where(eq(contents.externalId, externalId))
  return service.api(getContent, { params: { short_id: row?.shortId ?? '' } })
}

test('channels are added, shown, set and removed', { timeout: TIMEOUT }, async () => {
  const url = await anEncoder()
  const dry = await run('add', 'film', url, '--private', '--dry-run')
  expect(dry.stdout).toContain('would play it live')
  expect(await channels()).toEqual([])

  const added = await run('add', 'film', url, '--private', '--as', 'sara')
  expect(added.stderr).toBe('')
  expect(added.stdout).toContain('Streams: 1, codecs: avc1.64001e')
  const [channel] = await channels()
  expect(channel).toMatchObject({ url, isPrivate: true, targetSeconds: 6 })
  const content = await page('film')
  expect(content.flag).toEqual(expect.arrayContaining(['live', 'playable']))
  expect(content.video_files.primary?.kind).toBe('live')
  expect(content.duration).toBeNull()

  const shown = await operator.json('live', 'show', 'film')
  expect(shown).toMatchObject({ url, state: 'unrecorded', streams: 1, age_seconds: null })
  const status = await run('status')
  expect(status.code).toBe(1)
  expect(status.stdout).toContain('unrecorded')

  expect((await run('add', 'film', url, '--private')).stderr).toContain('is already a channel')
  const other = await anEncoder()
  expect((await run('set', 'film', other, '--private')).code).toBe(0)
  expect((await channels())[0]).toMatchObject({ id: channel?.id, url: other })

  const store = openMediaStore(service.deps.env, 'command')
  const key = `live/${channel?.id}/r0/1-1.ts`
  await store.put(key, { bytes: new Uint8Array(1) })
  expect((await run('remove', 'film', '--yes')).code).toBe(0)
  expect(await channels()).toEqual([])
  expect(await store.find(key)).toBeNull()
  expect((await page('film')).flag).not.toContain('live')
  const files = await service.deps.db.select().from(videoFiles).where(eq(videoFiles.mode, 'live'))
  expect(files).toEqual([])
  const audited = await service.deps.db.select().from(auditLog)
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['live.add', 'live.set', 'live.remove']),
  )
  expect(JSON.stringify(audited)).not.toContain('master.m3u8')
})

test('the channel of a removed title is removed', { timeout: TIMEOUT }, async () => {
  const { db } = service.deps
  await importRecords(service, [aFilm({ external_id: 'old' })])
  expect((await run('add', 'old', await anEncoder(), '--private')).code).toBe(0)
  const [channel] = await channels()
  await importRecords(service, [{ kind: 'removal', external_id: 'old' }])
  const store = openMediaStore(service.deps.env, 'command')
  const key = `live/${channel?.id}/r0/1-1.ts`
  await store.put(key, { bytes: new Uint8Array(1) })
  expect((await run('remove', 'old', '--yes')).stderr).toBe('')
  expect(await channels()).toEqual([])
  expect(await store.find(key)).toBeNull()
  const [title] = await db.select().from(contents).where(eq(contents.externalId, 'old'))
  expect(title?.removedAt).not.toBeNull()
  expect((await run('remove', 'old', '--yes')).stderr).toContain('is not a channel')
})

test('an unknown title is added with its name', { timeout: TIMEOUT }, async () => {
  const url = await anEncoder()
  expect((await run('add', 'news', url, '--private')).stderr).toContain('Add --name')
  const added = await run('add', 'news', url, '--private', '--name', 'شبکهٔ خبر')
  expect(added.stderr).toBe('')
  expect(await page('news')).toMatchObject({ title: 'شبکهٔ خبر', type: 'single_video' })
})

test('an encoder that has only a media playlist gets a multivariant one', {
  timeout: TIMEOUT,
}, async () => {
  const url = (await anEncoder()).replace('master', 'media')
  expect((await run('add', 'film', url, '--private')).code).toBe(0)
  const [channel] = await channels()
  expect(channel?.manifest).toBe('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\nr0/index.m3u8\n')
  expect(channel?.renditions).toEqual([{ name: 'r0', url }])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a recording', { 'media.m3u8': `${MEDIA}#EXT-X-ENDLIST\n` }, /it is a recording/],
  ['an empty playlist', { 'media.m3u8': MEDIA.split('#EXTINF')[0] ?? '' }, /is empty/],
  [
    'a missing playlist',
    { 'master.m3u8': MASTER.replace('media', 'other') },
    /returned status 404/,
  ],
  ['an empty segment', { 'a.ts': '' }, /is empty/],
  [
    'a stream of a DRM system',
    {
      'master.m3u8': MASTER.replace(
        '#EXT-X-STREAM',
        '#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k"\n#EXT-X-STREAM',
      ),
    },
    /are encrypted/,
  ],
  [
    'a segment of an unknown kind',
    { 'media.m3u8': MEDIA.replace('a.ts', 'a.bin'), 'a.bin': 'G' },
    /do not support this type of segment/,
  ],
  ['a page', { 'master.m3u8': '<html>' }, /not an HLS playlist/],
  [
    'a segment in another private network',
    { 'media.m3u8': MEDIA.replace('a.ts', 'http://10.0.0.1/a.ts') },
    /blocked: not a public address/,
  ],
])('%s is rejected, and nothing is changed', { timeout: TIMEOUT }, async (_, files, message) => {
  const url = await anEncoder(files)
  const { code, stderr } = await run('add', 'film', url, '--private')
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
  expect(await channels()).toEqual([])
})

test('the address of a private encoder needs --private, and an episode cannot be a channel', {
  timeout: TIMEOUT,
}, async () => {
  const url = await anEncoder()
  expect((await run('add', 'film', url)).stderr).toContain('use --private')
  expect((await run('add', 'series', url, '--private')).stderr).toContain('series')
  expect((await run('add', 'series-1-1', url, '--private')).stderr).toContain('is an episode')
  expect(await channels()).toEqual([])
})

test.each([
  [null, null, 1_000, 'unrecorded'],
  [-1, null, 1_000, 'unrecorded'],
  [5, 'The encoder returned status 500 for a playlist.', 1_000, 'failing'],
  [5, null, 18_000, 'live'],
  [5, null, 18_001, 'silent'],
  [5, null, null, 'silent'],
] as const)('lease of %s s, failure %s, age %s ms: %s', (lease, failure, age, expected) => {
  const now = new Date(1e12)
  const leaseUntil = lease === null ? null : new Date(1e12 + lease * 1_000)
  const channel = { leaseUntil, failure, targetSeconds: 6 } as never
  expect(channelState(channel, age, now)).toBe(expected)
})
