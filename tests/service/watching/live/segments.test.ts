/** Recorders write and delete segments; the tests need no encoder. */
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveChannels, liveSegments } from '#src/service/platform/db/schema/live.ts'
import {
  type Channel,
  findChannelById,
  renewChannelLease,
  saveChannel,
  saveFailure,
  saveRenditions,
  takeChannels,
} from '#src/service/watching/live/channels.queries.ts'
import {
  addSegment,
  channelAges,
  removeSegmentsBefore,
  type Segment,
} from '#src/service/watching/live/segments.queries.ts'
import {
  removeFilesOfEndedChannels,
  removeStreamFiles,
} from '#src/service/watching/live/unnamed-files.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let contentId: string
let channel: Channel

const rendition = (name: string) => ({ name, url: `https://encoder.example.com/${name}.m3u8` })
const source = {
  url: 'https://encoder.example.com/a.m3u8',
  isPrivate: false,
  targetSeconds: 6,
  manifest: '#EXTM3U\n',
  renditions: [rendition('r0'), rendition('r1')],
}
const NOW = new Date('2026-03-21T09:30:00Z')
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)
const row = (name: string, sequence: number, part: Partial<Segment> = {}): Segment => ({
  channelId: channel.id,
  rendition: name,
  sequence,
  discontinuities: 0,
  seconds: 6,
  startsAt: seconds(sequence * 6),
  file: `1-${sequence}.m4s`,
  initFile: 'init-a.mp4',
  bytes: 1,
  isMissing: false,
  sourceSequence: sequence,
  sourceUri: '/s',
  ...part,
})
const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => row(name, index))

beforeAll(async () => {
  service = await startTestService({ overrides: { now: () => new Date() } })
  await importRecords(service, [aFilm({ external_id: 'news' })])
  const [title] = await service.deps.db.select().from(contents)
  contentId = title?.id ?? ''
}, 180_000)
afterAll(() => service.stop())
beforeEach(async () => {
  const { db } = service.deps
  await db.delete(liveChannels)
  channel = await saveChannel(db, contentId, source)
})

test('every old segment of a stream that the encoder no longer has is deleted', async () => {
  const { db } = service.deps
  await db.insert(liveSegments).values([...rows('r0', 10), ...rows('r7', 10)])
  const files = await removeSegmentsBefore(db, channel, seconds(1_000))
  const left = await db.select().from(liveSegments)
  expect(left.map(({ rendition, sequence }) => `${rendition} ${sequence}`)).toEqual(
    [4, 5, 6, 7, 8, 9].map(sequence => `r0 ${sequence}`),
  )
  expect(files).toContain('r7/init-a.mp4')
  expect(files).not.toContain('r0/init-a.mp4')
  expect(files).toHaveLength(4 + 10 + 1)
})

test('segments that are held by a lock are kept until later', async () => {
  const { db } = service.deps
  await db.insert(liveSegments).values(rows('r7', 3))
  await db.transaction(async tx => {
    await tx.select().from(liveSegments).where(eq(liveSegments.sequence, 1)).for('share')
    expect(await removeSegmentsBefore(db, channel, seconds(1_000))).toEqual([
      'r7/1-0.m4s',
      'r7/1-2.m4s',
    ])
  })
  expect(await removeSegmentsBefore(db, channel, seconds(1_000))).toEqual([
    'r7/1-1.m4s',
    'r7/init-a.mp4',
  ])
})

test('a channel is as old as the streams that its encoder has', async () => {
  const { db } = service.deps
  await db.insert(liveSegments).values([...rows('r0', 5), ...rows('r1', 4), row('r7', 0)])
  expect(await channelAges(db)).toMatchObject([
    { channelId: channel.id, newestEnd: seconds(24), recordedSeconds: 24 },
  ])
})

test('a recorder whose lease belongs to another node, or has expired, writes nothing', async () => {
  const { db } = service.deps
  const [held] = await takeChannels(db, 'first')
  const lease = { id: channel.id, leaseNumber: held?.leaseNumber ?? 0, recorder: 'first' }
  await saveFailure(db, lease, 'It fails.')
  expect((await findChannelById(db, channel.id))?.failure).toBe('It fails.')
  const other = { manifest: '#EXTM3U\n#', renditions: [rendition('r0')] }
  expect(await saveRenditions(db, lease, other)).toBe(true)
  expect(await addSegment(db, row('r0', 1), lease)).toBe(true)

  // Another encoder: the recorder reads the row again.
  await saveChannel(db, contentId, source)
  const isRejected = async () => {
    const before = await findChannelById(db, channel.id)
    await saveFailure(db, lease, 'It fails again.')
    expect(await saveRenditions(db, lease, other)).toBe(false)
    expect(await addSegment(db, row('r0', 2), lease)).toBe(false)
    expect(await renewChannelLease(db, lease)).toBeNull()
    expect(await findChannelById(db, channel.id)).toEqual(before)
  }
  await isRejected()
  await takeChannels(db, 'second')
  await isRejected()
  await db.update(liveChannels).set({ leaseUntil: new Date(0) })
  await takeChannels(db, 'first')
  await isRejected()
})

test('files of deleted channels are deleted, younger ones later', async () => {
  const { deps } = service
  const store = openMediaStore(deps.env, 'command')
  const keys = ['live/gone/r0/1-1.ts', 'live/gone/r0/1-2.ts', `live/${channel.id}/r0/1-1.ts`]
  for (const key of keys) {
    await store.put(key, { bytes: new Uint8Array(1) })
    if (!key.endsWith('1-2.ts'))
      await utimes(join(deps.env.DATA_DIR, 'media', key), new Date(0), new Date(0))
  }
  await removeFilesOfEndedChannels({ ...deps, store })
  const isThere = await Promise.all(keys.map(async key => (await store.find(key)) !== null))
  expect(isThere).toEqual([false, true, true])
  await removeStreamFiles(store, 'live/gone')
  expect(await store.find(keys[1] ?? '')).toBeNull()
})
