/** Channels are recorded from an encoder, and played from the recording. The encoder is ffmpeg, which sends a segment a second. */
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveSegments } from '#src/service/platform/db/schema/live.ts'
import { playbackLeases } from '#src/service/platform/db/schema/player.ts'
import {
  type Channel,
  findChannelById,
  liveStreamKey,
  saveChannel,
} from '#src/service/watching/live/channels.queries.ts'
import { checkSource } from '#src/service/watching/live/check-source.ts'
import { type Recorder, startRecorder } from '#src/service/watching/live/recorder.ts'
import { anEncoder, type EncoderOptions, type TestEncoder } from '#tests/support/encoder.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const withFfmpeg = test.skipIf(!(await hasFfmpeg()))
const TIMEOUT = 240_000

let service: TestService
let person: Person
let count = 0
/** Leases by channel: each playback takes one. */
const manifests = new Map<string, string>()
const open: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  service = await startTestService({ overrides: { now: () => new Date() } })
  person = await aSubscriber(service)
}, TIMEOUT)
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
  manifests.clear()
  await service.deps.db.delete(playbackLeases)
})
afterAll(() => service.stop())

function aRecorder(): Recorder {
  const store = openMediaStore(service.deps.env, 'visitors')
  const recorder = startRecorder({ ...service.deps, store })
  open.push(recorder)
  return recorder
}

async function aRunningEncoder(options: EncoderOptions = {}): Promise<TestEncoder> {
  const encoder = await anEncoder(options)
  open.push({ stop: encoder.close })
  await encoder.start()
  return encoder
}

/** A title that plays what the encoder sends. */
async function aChannel(encoder: { url: string }): Promise<Channel> {
  const { deps } = service
  const external_id = `channel-${++count}`
  await importRecords(service, [
    aFilm({ external_id, media: { stream: 'demo/channel', kind: 'live' } }),
  ])
  const [title] = await deps.db.select().from(contents).where(eq(contents.externalId, external_id))
  const from = { url: encoder.url, isPrivate: true }
  const source = await checkSource(deps, from)
  const channel = await saveChannel(deps.db, title?.id ?? '', { ...source, ...from })
  await deps.db
    .update(videoFiles)
    .set({ stream: liveStreamKey(channel.id) })
    .where(eq(videoFiles.contentId, channel.contentId))
  return channel
}

async function openPlayback({ contentId }: Channel, { api }: Pick<Person, 'api'> = person) {
  const [file] = await service.deps.db
    .select()
    .from(videoFiles)
    .where(eq(videoFiles.contentId, contentId))
  const params = { id: contentId, fileId: file?.id ?? '', use: 'play' as const }
  return api(getPlayback, { params })
}

const get = (path: string) =>
  service.fetch(path, {}, { accessToken: person.accessToken, profileToken: person.profileToken })

async function mediaPlaylist(channel: Channel): Promise<{ text: string; base: string }> {
  const manifest = manifests.get(channel.id) ?? (await openPlayback(channel)).manifest_url
  manifests.set(channel.id, manifest)
  const base = manifest.replace(/[^/]*$/, 'r0/')
  const reply = await get(`${base}index.m3u8`)
  return { text: reply.ok ? await reply.text() : '', base }
}

async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    await wait(200)
  }
}

const segmentsOf = (text: string) => text.split('\n').filter(line => line && !line.startsWith('#'))
const rowsOf = ({ id }: Channel) =>
  service.deps.db
    .select()
    .from(liveSegments)
    .where(eq(liveSegments.channelId, id))
    .orderBy(liveSegments.sequence)

withFfmpeg.each([{ kind: 'ts' }, { kind: 'fmp4' }] as const)(
  'a channel of $kind plays from the service, and the encoder sends each segment once',
  { timeout: TIMEOUT },
  async ({ kind }) => {
    const encoder = await aRunningEncoder({ kind })
    const channel = await aChannel(encoder)
    encoder.asked.length = 0
    aRecorder()
    const { text, base } = await until(
      () => mediaPlaylist(channel),
      ({ text }) => segmentsOf(text).length >= 6,
    )
    const { kind: mode, manifest_url } = await openPlayback(channel)
    expect(mode).toBe('live')
    const master = await (await get(manifest_url)).text()
    expect(master).toContain('r0/index.m3u8')
    for (const shown of [text, master, manifest_url]) expect(shown).not.toContain('127.0.0.1')
    expect(text).not.toContain('#EXT-X-ENDLIST')
    const files = [
      ...segmentsOf(text),
      ...[...text.matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].map(([, file]) => file),
    ]
    expect(files.length).toBe(segmentsOf(text).length + (kind === 'fmp4' ? 1 : 0))
    const viewers = Array.from({ length: 8 }, () => files).flat()
    const replies = await Promise.all(viewers.map(file => get(base + file)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const segments = encoder.asked.filter(file => !file.endsWith('.m3u8'))
    expect(segments.length).toBe(new Set(segments).size)
    expect(segments.length).toBeGreaterThanOrEqual(6)
  },
)

withFfmpeg(
  'an encoder that starts again continues after a discontinuity',
  { timeout: TIMEOUT },
  async () => {
    const encoder = await aRunningEncoder()
    const channel = await aChannel(encoder)
    aRecorder()
    await until(
      () => rowsOf(channel),
      rows => rows.length >= 5,
    )
    await encoder.stop()
    // The recorder has the latest segments of the encoder once it has read the playlist again.
    const reads = async () => encoder.asked.filter(file => file.endsWith('media.m3u8')).length
    const readsAtStop = await reads()
    await until(reads, count => count > readsAtStop + 2)
    const before = await rowsOf(channel)
    await encoder.start()
    const after = await until(
      () => rowsOf(channel),
      rows => rows.length >= before.length + 3,
    )
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, index) => index + 1))
    expect(after.at(-1)?.discontinuities).toBe(1)
    const { text } = await mediaPlaylist(channel)
    expect(text.match(/#EXT-X-DISCONTINUITY$/gm)?.length).toBe(1)
    const ends = after.map(({ startsAt, seconds }) => startsAt.getTime() + seconds * 1_000)
    after.slice(1).forEach((row, index) => {
      expect(row.startsAt.getTime()).toBeGreaterThanOrEqual(Math.floor(ends[index] ?? 0) - 1)
    })
  },
)

withFfmpeg(
  'the next node continues the recording of a node that stopped',
  { timeout: TIMEOUT },
  async () => {
    const encoder = await aRunningEncoder({ listSize: 30 })
    const channel = await aChannel(encoder)
    const first = aRecorder()
    await until(
      () => rowsOf(channel),
      rows => rows.length >= 3,
    )
    await first.stop()
    const before = await rowsOf(channel)
    aRecorder()
    const after = await until(
      () => rowsOf(channel),
      rows => rows.length >= before.length + 3,
    )
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, index) => index + 1))
    expect(after.at(-1)?.discontinuities).toBe(0)
    expect((await findChannelById(service.deps.db, channel.id))?.leaseNumber).toBe(2)
  },
)

withFfmpeg('two nodes record a channel once', { timeout: TIMEOUT }, async () => {
  const encoder = await aRunningEncoder()
  const channel = await aChannel(encoder)
  encoder.asked.length = 0
  aRecorder()
  aRecorder()
  await until(
    () => rowsOf(channel),
    rows => rows.length >= 6,
  )
  const segments = encoder.asked.filter(file => file.endsWith('.ts'))
  expect(segments.length).toBe(new Set(segments).size)
})

withFfmpeg('a segment that the encoder does not send is a gap', { timeout: TIMEOUT }, async () => {
  const encoder = await aRunningEncoder()
  for (let next = 4; next < 200; next += 3) encoder.broken.add(`segment${next}.ts`)
  const channel = await aChannel(encoder)
  aRecorder()
  const rows = await until(
    () => rowsOf(channel),
    rows => rows.some(({ isMissing }) => isMissing) && !rows.at(-1)?.isMissing,
  )
  expect(rows.filter(({ isMissing }) => isMissing).every(({ bytes }) => bytes === 0)).toBe(true)
  const { text } = await mediaPlaylist(channel)
  expect(text).toMatch(/#EXT-X-GAP\n#EXTINF:[\d.]+,\n/)
  expect(text).not.toContain('#EXT-X-DISCONTINUITY\n')
})
